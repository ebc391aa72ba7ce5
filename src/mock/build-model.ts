import { parse } from '@sap-ux/edmx-parser';
import { AnnotationIndex } from './annotations.ts';
import { type Attributes, type ScannedMetadata, scanMetadata } from './metadata-scan.ts';
import type {
  MockNavigation,
  MockOperation,
  MockParameter,
  MockProperty,
  MockService,
  MockSet,
  MockType,
} from './model.ts';

/** What the mock is given of a service. `metadata` and `annotations` are the texts of the files. */
export interface ServiceSource {
  id: string;
  metadata: string;
  annotations?: readonly string[];
  required?: 'auto' | 'nullable' | 'annotated';
  /** Closed lists: `<qualified or unqualified type>/<property>` to its codes. */
  codes?: ReadonlyMap<string, readonly string[]>;
}

interface RawSchema {
  namespace: string;
  annotations: Parameters<AnnotationIndex['add']>[0];
  entityTypes: RawType[];
  complexTypes: RawType[];
  enumTypes: { fullyQualifiedName: string; members?: { name: string }[] }[];
  typeDefinitions: { fullyQualifiedName: string; underlyingType: string }[];
  entitySets: RawSet[];
  singletons: RawSet[];
  associations: {
    fullyQualifiedName: string;
    associationEnd: { type: string; role: string; multiplicity: string }[];
  }[];
  actions: RawAction[];
  actionImports: { name: string; actionName: string }[];
  entityContainer: { fullyQualifiedName: string };
}

interface RawType {
  name: string;
  fullyQualifiedName: string;
  keys?: { name: string }[];
  entityProperties?: RawProperty[];
  properties?: RawProperty[];
  navigationProperties?: RawNavigation[];
}

interface RawProperty {
  name: string;
  type: string;
  maxLength?: number;
  precision?: number;
  scale?: number | string;
  nullable?: boolean;
  defaultValue?: unknown;
}

interface RawNavigation {
  name: string;
  relationship?: string;
  toRole?: string;
  targetTypeName?: string;
  isCollection?: boolean;
  referentialConstraint?: { sourceProperty: string; targetProperty: string }[];
}

interface RawSet {
  name: string;
  entityTypeName?: string;
  typeName?: string;
  navigationPropertyBinding?: Record<string, string>;
}

interface RawAction {
  name: string;
  isBound: boolean;
  isFunction: boolean;
  fullyQualifiedName: string;
  sourceType: string;
  parameters: { name: string; type: string; isCollection: boolean; nullable?: boolean }[];
  returnType?: string;
  returnCollection?: boolean;
}

/** Reads a service by means of its own. Throws what the parser throws for text that is no EDMX. */
export function buildModel(source: ServiceSource): MockService {
  const raw = parse(source.metadata, source.id) as unknown as { version: string; schema: RawSchema };
  const schema = raw.schema;
  const annotations = new AnnotationIndex();
  annotations.add(schema.annotations);
  for (const file of source.annotations ?? []) {
    annotations.add((parse(file, 'annotations') as unknown as { schema: RawSchema }).schema.annotations);
  }
  const scanned = scanMetadata(source.metadata);
  annotations.add({ inline: scanned.inline });
  const version = rootNamespace(source.metadata).startsWith('http://docs.oasis-open.org/') ? 'V4' : 'V2';
  const context: Context = {
    version,
    schema,
    annotations,
    scanned,
    codes: source.codes ?? new Map(),
    nullabilityCounts: nullabilityCounts(schema, scanned, source.required ?? 'auto'),
  };
  const types = readTypes(context);
  const sets = readSets(context, types);
  return {
    id: source.id,
    version,
    namespace: schema.namespace,
    metadata: source.metadata,
    types,
    sets,
    operations: readOperations(context),
  };
}

/** The namespace of the Edmx root element, whatever its prefix: OASIS means V4. */
function rootNamespace(xml: string): string {
  const root = /<(?:([\w.-]+):)?Edmx\b[^>]*>/.exec(xml);
  if (!root) return '';
  const declaration = root[1] === undefined ? 'xmlns' : `xmlns:${root[1]}`;
  return new RegExp(`\\s${declaration.replace(/\./g, '\\.')}\\s*=\\s*["']([^"']*)`).exec(root[0])?.[1] ?? '';
}

interface Context {
  version: 'V2' | 'V4';
  schema: RawSchema;
  annotations: AnnotationIndex;
  scanned: ScannedMetadata;
  codes: ReadonlyMap<string, readonly string[]>;
  nullabilityCounts: boolean;
}

/**
 * Some generators mark nearly everything not nullable; where a document has at least 40 non-key properties and over half of them
 * are not nullable without a default, nullability says nothing about what a create must carry.
 */
function nullabilityCounts(
  schema: RawSchema,
  scanned: ScannedMetadata,
  setting: 'auto' | 'nullable' | 'annotated',
): boolean {
  if (setting !== 'auto') return setting === 'nullable';
  let total = 0;
  let strict = 0;
  for (const type of [...schema.entityTypes, ...schema.complexTypes]) {
    const keys = new Set(type.keys?.map((key) => key.name));
    for (const property of propertiesOf(type)) {
      if (keys.has(property.name)) continue;
      const attributes = scanned.properties.get(`${type.fullyQualifiedName}/${property.name}`);
      total++;
      if (attributes?.Nullable === 'false' && attributes.DefaultValue === undefined) strict++;
    }
  }
  return !(total >= 40 && strict * 2 > total);
}

function propertiesOf(type: RawType): RawProperty[] {
  return type.entityProperties ?? type.properties ?? [];
}

function readTypes(context: Context): Map<string, MockType> {
  const raws = new Map(
    [...context.schema.entityTypes, ...context.schema.complexTypes].map((type) => [type.fullyQualifiedName, type]),
  );
  const complex = new Set(context.schema.complexTypes.map((type) => type.fullyQualifiedName));
  const types = new Map<string, MockType>();
  const read = (name: string, depth: number): MockType | undefined => {
    const done = types.get(name);
    if (done) return done;
    const raw = raws.get(name);
    if (!raw || depth > 64) return undefined;
    const attributes = context.scanned.types.get(name) ?? {};
    const base = attributes.BaseType === undefined ? undefined : read(attributes.BaseType, depth + 1);
    const ownKeys = raw.keys?.map((key) => key.name) ?? [];
    const keys = ownKeys.length > 0 ? ownKeys : (base?.keys ?? []);
    const type: MockType = {
      name,
      complex: complex.has(name),
      open: attributes.OpenType === 'true' || (base?.open ?? false),
      keys,
      properties: new Map(base?.properties),
      navigations: new Map(base?.navigations),
    };
    types.set(name, type);
    for (const property of propertiesOf(raw)) {
      type.properties.set(property.name, readProperty(context, name, property, keys.includes(property.name)));
    }
    for (const navigation of raw.navigationProperties ?? []) {
      const target = readNavigation(context, navigation);
      if (target) type.navigations.set(navigation.name, target);
    }
    return type;
  };
  for (const name of raws.keys()) read(name, 0);
  return types;
}

function readProperty(context: Context, typeName: string, raw: RawProperty, key: boolean): MockProperty {
  const target = `${typeName}/${raw.name}`;
  const { annotations, schema } = context;
  const sap: Attributes = context.scanned.properties.get(target) ?? {};
  const flag = (name: string) => sapValue(sap, name) !== 'false';
  const fieldControl = annotations.member(target, 'FieldControl');
  const readOnly = annotations.flag(target, 'Computed') || fieldControl === 'ReadOnly';
  const v2Computed = context.version === 'V2' && sapValue(sap, 'creatable') !== undefined;
  const creatable = v2Computed ? flag('creatable') : flag('creatable') && !readOnly;
  const updatable = flag('updatable') && !readOnly && !annotations.flag(target, 'Immutable') && !key;
  const strict = raw.nullable === false && sap.DefaultValue === undefined && raw.defaultValue === undefined;
  const collection = /^Collection\((.*)\)$/.exec(raw.type);
  const named = collection?.[1] ?? raw.type;
  const definition = schema.typeDefinitions?.find((candidate) => candidate.fullyQualifiedName === named);
  const enumeration = schema.enumTypes?.find((candidate) => candidate.fullyQualifiedName === named);
  const shortType = typeName.slice(typeName.lastIndexOf('.') + 1);
  const codes = context.codes.get(`${typeName}/${raw.name}`) ?? context.codes.get(`${shortType}/${raw.name}`);
  return {
    name: raw.name,
    type: definition?.underlyingType ?? named,
    collection: collection !== null,
    nullable: raw.nullable !== false,
    ...(typeof raw.maxLength === 'number' && Number.isFinite(raw.maxLength) ? { maxLength: raw.maxLength } : {}),
    ...(typeof raw.precision === 'number' ? { precision: raw.precision } : {}),
    ...(raw.scale === 'variable' || typeof raw.scale === 'number' ? { scale: raw.scale } : {}),
    key,
    creatable,
    updatable,
    required: creatable && !key && ((context.nullabilityCounts && strict) || fieldControl === 'Mandatory'),
    filterable: flag('filterable'),
    sortable: flag('sortable'),
    ...(codes ? { codes } : {}),
    ...(enumeration?.members ? { members: enumeration.members.map((member) => member.name) } : {}),
  };
}

/** The value of a `sap:` attribute, whatever prefix it was written with. */
function sapValue(attributes: Attributes, name: string): string | undefined {
  return attributes[`sap:${name}`] ?? Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];
}

function readNavigation(context: Context, raw: RawNavigation): MockNavigation | undefined {
  const constraints = (raw.referentialConstraint ?? []).map((constraint) => ({
    own: constraint.sourceProperty,
    other: constraint.targetProperty,
  }));
  if (raw.targetTypeName !== undefined) {
    return { name: raw.name, target: raw.targetTypeName, collection: raw.isCollection === true, constraints };
  }
  const association = context.schema.associations.find(
    (candidate) => candidate.fullyQualifiedName === raw.relationship,
  );
  const end = association?.associationEnd.find((candidate) => candidate.role === raw.toRole);
  if (!end) return undefined;
  return { name: raw.name, target: end.type, collection: end.multiplicity === '*', constraints };
}

function readSets(context: Context, types: ReadonlyMap<string, MockType>): Map<string, MockSet> {
  const { schema, annotations, scanned } = context;
  const container = schema.entityContainer?.fullyQualifiedName ?? '';
  const sets = new Map<string, MockSet>();
  const read = (raw: RawSet, singleton: boolean) => {
    const type = types.get(raw.entityTypeName ?? raw.typeName ?? '');
    if (!type) return;
    const target = `${container}/${raw.name}`;
    const sap = scanned.entitySets.get(raw.name) ?? {};
    const allowed = (attribute: string, term: string, property: string) =>
      sapValue(sap, attribute) !== 'false' && annotations.recordFlag(target, term, property) !== false;
    const bindings = Object.entries(raw.navigationPropertyBinding ?? {}).map(
      ([path, name]) => [path, name.slice(name.lastIndexOf('/') + 1)] as const,
    );
    sets.set(raw.name, {
      name: raw.name,
      type,
      singleton,
      creatable: !singleton && allowed('creatable', 'InsertRestrictions', 'Insertable'),
      updatable: allowed('updatable', 'UpdateRestrictions', 'Updatable'),
      deletable: !singleton && allowed('deletable', 'DeleteRestrictions', 'Deletable'),
      deepInsert:
        annotations.recordFlag(target, 'DeepInsertSupport', 'Supported') !== false &&
        annotations.recordFlag(target, 'InsertRestrictions', 'DeepInsertSupported') !== false,
      requiredOnInsert: annotations.recordPaths(target, 'InsertRestrictions', 'RequiredProperties'),
      nonInsertable: annotations.recordPaths(target, 'InsertRestrictions', 'NonInsertableProperties'),
      nonUpdatable: annotations.recordPaths(target, 'UpdateRestrictions', 'NonUpdatableProperties'),
      etag: annotations.has(target, 'OptimisticConcurrency'),
      bindings: new Map(bindings),
    });
  };
  for (const raw of schema.entitySets) read(raw, false);
  for (const raw of schema.singletons ?? []) read(raw, true);
  return sets;
}

function readOperations(context: Context): MockOperation[] {
  return context.version === 'V2' ? readFunctionImports(context) : readActions(context);
}

function readFunctionImports({ scanned, schema, annotations }: Context): MockOperation[] {
  const isMandatory = (operation: string, parameter: string): boolean =>
    annotations.member(`${schema.entityContainer?.fullyQualifiedName}/${operation}/${parameter}`, 'FieldControl') ===
    'Mandatory';
  return [...scanned.functionImports].map(([name, attributes]) => {
    const returns = attributes.ReturnType;
    const collection = returns === undefined ? null : /^Collection\((.*)\)$/.exec(returns);
    const returnType = collection?.[1] ?? returns;
    return {
      name,
      qualifiedName: `${schema.namespace}.${name}`,
      method: (attributes['m:HttpMethod'] ?? sapValue(attributes, 'HttpMethod') ?? 'GET') as MockOperation['method'],
      boundToCollection: false,
      parameters: attributes.parameters
        .filter((parameter) => parameter.Mode !== 'Out')
        .map((attributes) => {
          const parameter = readParameter(attributes, attributes.Nullable === 'true');
          return { ...parameter, optional: parameter.optional && !isMandatory(name, parameter.name) };
        }),
      ...(returnType === undefined ? {} : { returnType }),
      returnCollection: collection !== null,
      ...(attributes.EntitySet === undefined ? {} : { returnSet: attributes.EntitySet }),
    };
  });
}

function readActions({ schema, scanned, annotations, nullabilityCounts }: Context): MockOperation[] {
  return schema.actions
    .filter((action) => !action.fullyQualifiedName.startsWith(`${schema.entityContainer?.fullyQualifiedName}/`))
    .map((action) => {
      const [binding, ...rest] = action.isBound ? action.parameters : [undefined, ...action.parameters];
      const signature = action.fullyQualifiedName.replace(/\(.*$/, '');
      return {
        name: action.name,
        qualifiedName: signature,
        method: action.isFunction ? 'GET' : 'POST',
        ...(binding ? { boundTo: binding.type.replace(/^Collection\((.*)\)$/, '$1') } : {}),
        boundToCollection: binding?.isCollection ?? false,
        parameters: rest.flatMap((parameter) => {
          if (!parameter) return [];
          const attributes = scanned.parameters.get(`${action.name}/${parameter.name}`) ?? {
            Name: parameter.name,
            Type: parameter.type,
          };
          const target = `${action.fullyQualifiedName}/${parameter.name}`;
          const optional = annotations.has(target, 'OptionalParameter');
          const mandatory = annotations.member(target, 'FieldControl') === 'Mandatory';
          const strict = attributes.Nullable === 'false' && nullabilityCounts;
          return [
            {
              ...readParameter(attributes, attributes.Nullable !== 'false'),
              optional: optional || !(strict || mandatory),
            },
          ];
        }),
        ...(action.returnType ? { returnType: action.returnType } : {}),
        returnCollection: action.returnCollection ?? false,
      } satisfies MockOperation;
    });
}

function readParameter(attributes: Attributes, nullable: boolean): MockParameter {
  const type = attributes.Type ?? 'Edm.String';
  const collection = /^Collection\((.*)\)$/.exec(type);
  const maxLength = Number(attributes.MaxLength);
  return {
    name: attributes.Name ?? '',
    type: collection?.[1] ?? type,
    collection: collection !== null,
    nullable,
    optional: nullable,
    ...(Number.isFinite(maxLength) ? { maxLength } : {}),
    ...(attributes.Precision === undefined ? {} : { precision: Number(attributes.Precision) }),
    ...(attributes.Scale === undefined
      ? {}
      : { scale: /^(variable|floating)$/i.test(attributes.Scale) ? ('variable' as const) : Number(attributes.Scale) }),
  };
}
