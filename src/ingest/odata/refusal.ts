/** Thrown while a file is parsed and caught by its reader: the file cannot be read, where that shows and why. */
export class Refusal extends Error {
  readonly rule: string;
  readonly offset: number;

  constructor(rule: string, offset: number, message: string) {
    super(message);
    this.rule = rule;
    this.offset = offset;
  }
}
