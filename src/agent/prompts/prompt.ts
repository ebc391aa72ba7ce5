/** A text for a model. `version` rises with every change of the text, so that a trace tells which one was used. */
export interface Prompt {
  readonly id: string;
  readonly version: number;
  readonly text: string;
}

/** The name of a prompt as traces and transcripts give it. */
export function promptName({ id, version }: Prompt): string {
  return `${id}/${version}`;
}

/** The text with every `{{name}}` filled in; throws a RangeError where a value is missing. Values are not searched for further names. */
export function renderPrompt({ id, text }: Prompt, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`The prompt ${id} needs a value for ${name}.`);
    return value;
  });
}
