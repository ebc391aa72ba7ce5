import type { ModelTool } from '../language-model.ts';

type Schema = Readonly<Record<string, unknown>>;

const deepest = 12;

/** Rules that every grammar has: JSON without needless blanks, since each one costs a token. */
const json = [
  'string ::= "\\"" char* "\\""',
  'char ::= [^"\\\\\\x00-\\x1f] | "\\\\" (["\\\\/bfnrt] | "u" [0-9a-fA-F]{4})',
  'integer ::= "-"? ("0" | [1-9] [0-9]{0,17})',
  'number ::= integer ("." [0-9]{1,12})?',
  'boolean ::= "true" | "false"',
  'any ::= object | array | string | number | boolean | "null"',
  'object ::= "{" (member (", " member)*)? "}"',
  'member ::= string ": " any',
  'array ::= "[" (any (", " any)*)? "]"',
];

/** The only values of a parameter, by its name. */
export type Choices = Readonly<Record<string, readonly string[]>>;

/**
 * A GBNF grammar of one call: `{"name": "<tool>", "arguments": {...}}`, where the arguments follow the tool's schema. Optional properties
 * may be left out; properties come in the order of the schema. What a grammar cannot say (formats, lengths, patterns) is left to the check.
 */
export function toolGrammar(tools: readonly ModelTool[], choices: Choices = {}): string {
  const writer = new GrammarWriter();
  const calls = tools.map(({ name, inputSchema }, index) => {
    writer.definitions = definitionsOf(inputSchema);
    const value = writer.rule(`tool${index}`, narrowed(inputSchema, choices), 0);
    return `${literal(`{"name": ${JSON.stringify(name)}, "arguments": `)} ${value} "}"`;
  });
  return [`root ::= ${calls.join(' | ')}`, ...writer.rules, ...json].join('\n');
}

class GrammarWriter {
  readonly rules: string[] = [];
  definitions: Schema = {};
  readonly #referred = new Map<unknown, string>();

  /** Writes the rule of a schema where it needs one of its own; returns what refers to it. */
  rule(name: string, schema: unknown, depth: number): string {
    if (!isSchema(schema) || depth > deepest) return 'any';
    const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, type } = schema;
    if (typeof $ref === 'string') return this.#reference($ref, depth);
    if (constant !== undefined) return literal(JSON.stringify(constant));
    if (Array.isArray(values))
      return this.#add(
        name,
        values.map((value) => literal(JSON.stringify(value))),
      );
    const choices = anyOf ?? oneOf;
    if (Array.isArray(choices)) {
      return this.#add(
        name,
        choices.map((choice, index) => this.rule(`${name}-${index}`, choice, depth + 1)),
      );
    }
    if (Array.isArray(allOf)) return allOf.length === 1 ? this.rule(name, allOf[0], depth + 1) : 'any';
    if (Array.isArray(type)) {
      return this.#add(
        name,
        type.map((one) => this.rule(`${name}-${one}`, { ...schema, type: one }, depth + 1)),
      );
    }
    switch (type) {
      case 'object':
        return this.#object(name, schema, depth);
      case 'array': {
        const item = schema.items === undefined ? 'any' : this.rule(`${name}-item`, schema.items, depth + 1);
        const list = `${item} (", " ${item})*`;
        return this.#add(name, [`"[" ${atLeastOne(schema) ? list : `(${list})?`} "]"`]);
      }
      case 'string':
      case 'number':
      case 'integer':
      case 'boolean':
        return type;
      case 'null':
        return '"null"';
      default:
        return 'any';
    }
  }

  #object(name: string, schema: Schema, depth: number): string {
    const properties = isSchema(schema.properties) ? Object.entries(schema.properties) : [];
    const open = isSchema(schema.additionalProperties) || schema.additionalProperties === true;
    if (properties.length === 0) {
      if (schema.additionalProperties === false) return '"{}"';
      const value = isSchema(schema.additionalProperties)
        ? this.rule(`${name}-value`, schema.additionalProperties, depth + 1)
        : 'any';
      if (value === 'any') return 'object';
      const member = `string ": " ${value}`;
      return this.#add(name, [`"{" (${member} (", " ${member})*)? "}"`]);
    }
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    const members = properties.map(([key, value], index) => ({
      text: `${literal(`${JSON.stringify(key)}: `)} ${this.rule(`${name}-${index}`, value, depth + 1)}`,
      required: required.has(key),
    }));
    if (open) members.push({ text: 'member', required: false });
    return this.#add(name, [`"{" ${this.#members(name, members)} "}"`]);
  }

  /** Rules `x-from-n` and `x-then-n`: the members from number n on, where none, or some, were written before. */
  #members(name: string, members: readonly { text: string; required: boolean }[]): string {
    for (let index = members.length - 1; index >= 0; index--) {
      const member = members[index];
      if (member === undefined) continue;
      const last = index === members.length - 1;
      const after = last ? '' : ` ${name}-then-${index + 1}`;
      const without = last ? '""' : undefined;
      this.rules.push(
        `${name}-from-${index} ::= ${alternatives(`${member.text}${after}`, member.required, without ?? `${name}-from-${index + 1}`)}`,
        `${name}-then-${index} ::= ${alternatives(`", " ${member.text}${after}`, member.required, without ?? `${name}-then-${index + 1}`)}`,
      );
    }
    return `${name}-from-0`;
  }

  #reference(path: string, depth: number): string {
    const target = path.startsWith('#/$defs/') ? this.definitions[path.slice('#/$defs/'.length)] : undefined;
    if (target === undefined) return 'any';
    const known = this.#referred.get(target);
    if (known !== undefined) return known;
    const name = `def${this.#referred.size}`;
    this.#referred.set(target, name);
    const inner = this.rule(`${name}-is`, target, depth + 1);
    this.rules.push(`${name} ::= ${inner}`);
    return name;
  }

  #add(name: string, alternatives: readonly string[]): string {
    this.rules.push(`${name} ::= ${alternatives.join(' | ')}`);
    return name;
  }
}

function alternatives(taken: string, required: boolean, left: string): string {
  return required ? taken : `${taken} | ${left}`;
}

/** A GBNF literal. */
function literal(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`;
}

function atLeastOne({ minItems }: Schema): boolean {
  return typeof minItems === 'number' && minItems > 0;
}

function definitionsOf(schema: Schema): Schema {
  return isSchema(schema.$defs) ? schema.$defs : {};
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema with the strings of its own properties narrowed to the values that are known to be the only ones. */
function narrowed(schema: Schema, choices: Choices): Schema {
  if (!isSchema(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const values = Object.hasOwn(choices, name) ? choices[name] : undefined;
    const narrow = values !== undefined && values.length > 0 && isSchema(property) && property.type === 'string';
    return [name, narrow ? { ...property, enum: values } : property];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
