import type { Tag } from './tags.ts';

type Json = Readonly<Record<string, unknown>>;

/** Turns CSDL JSON (OASIS CSDL JSON 4.01) into the tags that the same document has in XML, as far as the recount looks at them. */
export function jsonTags(text: string): Tag {
  const root = makeTag('', {}, undefined);
  const document = parseObject(text);
  if (document === undefined) return root;
  const edmx = makeTag('Edmx', { Version: document.$Version ?? '4.01' }, root);
  for (const { $Include } of objects(document.$Reference).map(([, reference]) => reference)) {
    for (const include of list($Include))
      makeTag('Include', { Namespace: include.$Namespace, Alias: include.$Alias }, edmx);
  }
  const services = makeTag('DataServices', {}, edmx);
  for (const [namespace, schema] of objects(document)) {
    if (!namespace.startsWith('$'))
      addSchema(makeTag('Schema', { Namespace: namespace, Alias: schema.$Alias }, services), schema);
  }
  return root;
}

function addSchema(tag: Tag, schema: Json): void {
  for (const [target, annotations] of objects(schema.$Annotations))
    addLabel(makeTag('Annotations', { Target: target }, tag), annotations);
  for (const [name, value] of Object.entries(schema)) {
    if (Array.isArray(value))
      for (const overload of list(value))
        addOperation(makeTag(String(overload.$Kind), { Name: name, IsBound: overload.$IsBound }, tag), overload);
  }
  for (const [name, value] of objects(schema)) {
    if (value.$Kind === 'EntityContainer') addContainer(makeTag('EntityContainer', { Name: name }, tag), value);
    else if (value.$Kind !== undefined)
      addType(makeTag(String(value.$Kind), { Name: name, ...facets(value) }, tag), value);
  }
}

function addType(tag: Tag, type: Json): void {
  addLabel(tag, type);
  const keys = Array.isArray(type.$Key) ? type.$Key : [];
  const key = keys.length > 0 ? makeTag('Key', {}, tag) : undefined;
  for (const part of keys)
    makeTag('PropertyRef', { Name: typeof part === 'string' ? part : Object.values(part as Json)[0] }, key);
  if (tag.name === 'EnumType') {
    for (const [name, value] of Object.entries(type))
      if (/^\w/.test(name) && !name.includes('@') && typeof value === 'number') makeTag('Member', { Name: name }, tag);
    return;
  }
  for (const [name, member] of objects(type)) {
    if (name.startsWith('$') || name.includes('@')) continue;
    const child = makeTag(
      member.$Kind === 'NavigationProperty' ? 'NavigationProperty' : 'Property',
      { Name: name, ...facets(member), ...use(member) },
      tag,
    );
    addLabel(child, member);
  }
}

function addOperation(tag: Tag, operation: Json): void {
  for (const parameter of list(operation.$Parameter))
    makeTag('Parameter', { Name: parameter.$Name, ...facets(parameter), ...use(parameter) }, tag);
  const [returned] = list([operation.$ReturnType]);
  if (returned) makeTag('ReturnType', use(returned), tag);
}

function addContainer(tag: Tag, container: Json): void {
  for (const [name, member] of objects(container)) {
    if (name.startsWith('$') || name.includes('@')) continue;
    if (member.$Action !== undefined) makeTag('ActionImport', { Name: name, Action: member.$Action }, tag);
    else if (member.$Function !== undefined) makeTag('FunctionImport', { Name: name, Function: member.$Function }, tag);
    else
      addLabel(
        makeTag(
          member.$Collection === true ? 'EntitySet' : 'Singleton',
          { Name: name, Type: member.$Type, EntityType: member.$Type },
          tag,
        ),
        member,
      );
  }
}

/** Type and nullability: in JSON the type may be left out, and what may be null says so. */
function use(member: Json): Json {
  const type = String(member.$Type ?? 'Edm.String');
  return {
    Type: member.$Collection === true ? `Collection(${type})` : type,
    Nullable: member.$Nullable === true,
    ContainsTarget: member.$ContainsTarget,
  };
}

function facets({ $MaxLength, $Precision, $Scale, $BaseType, $Abstract, $OpenType, $HasStream }: Json): Json {
  return {
    MaxLength: $MaxLength,
    Precision: $Precision,
    Scale: $Scale,
    BaseType: $BaseType,
    Abstract: $Abstract,
    OpenType: $OpenType,
    HasStream: $HasStream,
  };
}

function addLabel(tag: Tag, annotated: Json): void {
  for (const [name, value] of Object.entries(annotated)) {
    if (name.startsWith('@') && typeof value === 'string')
      makeTag('Annotation', { Term: name.slice(1), String: value }, tag);
  }
}

function makeTag(name: string, attributes: Json, parent: Tag | undefined): Tag {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const tag: Tag = {
    name,
    prefix: '',
    attributes: new Map(given.map(([key, value]) => [key, String(value)])),
    parent,
    children: [],
    text: '',
  };
  parent?.children.push(tag);
  return tag;
}

function parseObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    // The reading of the file has said what is wrong with it; here it counts as empty.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objects(value: unknown): [string, Json][] {
  return isObject(value) ? Object.entries(value).filter((entry): entry is [string, Json] => isObject(entry[1])) : [];
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
