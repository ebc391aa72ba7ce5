import type { ModelCall, ModelMessage, ModelTool } from '../language-model.ts';
import type { LlamaChatItem } from './llama-runtime.ts';

/** A conversation in the words of the runtime: tools stand in the system text, calls are the model's own JSON, results come from the user. */
export function toChatItems(messages: readonly ModelMessage[], tools: readonly ModelTool[]): LlamaChatItem[] {
  const items: LlamaChatItem[] = [];
  for (const message of messages) {
    if (message.role === 'system') {
      items.push({ type: 'system', text: tools.length === 0 ? message.text : `${message.text}\n\n${toolText(tools)}` });
    } else if (message.role === 'assistant') {
      const said = [message.text, ...message.calls.map(writeCall)].filter((text) => text !== '').join('\n');
      items.push({ type: 'model', response: [said] });
    } else {
      const last = items.at(-1);
      // Templates want user and model to take turns.
      if (last?.type === 'user') last.text += `\n${message.text}`;
      else items.push({ type: 'user', text: message.text });
    }
  }
  if (items[0]?.type !== 'system' && tools.length > 0) items.unshift({ type: 'system', text: toolText(tools) });
  return [...items, { type: 'model', response: [] }];
}

/** A call exactly as the grammar makes a model write it, so that what was evaluated stays valid. */
export function writeCall({ name, input }: ModelCall): string {
  return `{"name": ${JSON.stringify(name)}, "arguments": ${spaced(input)}}`;
}

function toolText(tools: readonly ModelTool[]): string {
  const lines = tools.map(
    ({ name, description, inputSchema }) => `- ${name}: ${description}\n  arguments: ${brief(inputSchema)}`,
  );
  return `Tools:\n${lines.join('\n')}\nAnswer with one call and nothing else: {"name": "<tool>", "arguments": {...}}`;
}

/** A schema in a few words: names, a question mark where optional, types, descriptions. A small model reads less and understands more. */
function brief(schema: unknown, depth = 0): string {
  if (typeof schema !== 'object' || schema === null || depth > 6) return 'any';
  const {
    type,
    enum: values,
    properties,
    required,
    items,
    anyOf,
    oneOf,
    additionalProperties,
  } = schema as Readonly<Record<string, unknown>>;
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join('|');
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.map((choice) => brief(choice, depth + 1)).join(' or ');
  if (type === 'array') return `[${brief(items, depth + 1)}, ...]`;
  if (typeof properties === 'object' && properties !== null) {
    const needed = new Set(Array.isArray(required) ? required : []);
    const members = Object.entries(properties).map(([name, member]) => {
      const text = `${name}${needed.has(name) ? '' : '?'}: ${brief(member, depth + 1)}`;
      return hasDescription(member) ? `${text} (${member.description})` : text;
    });
    return `{${members.join(', ')}}`;
  }
  if (type === 'object') return `{name: ${brief(additionalProperties, depth + 1)}, ...}`;
  return Array.isArray(type) ? type.join('|') : typeof type === 'string' ? type : 'any';
}

function hasDescription(schema: unknown): schema is { description: string } {
  return (
    typeof schema === 'object' && schema !== null && 'description' in schema && typeof schema.description === 'string'
  );
}

/** JSON with a blank behind each comma and colon, as the grammar writes it. */
function spaced(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`);
  return `{${members.join(', ')}}`;
}
