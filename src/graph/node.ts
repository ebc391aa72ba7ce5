/**
 * The node kinds of the graph and their typed attributes. Names are those of the standards (OData CSDL, BPMN 2.0);
 * absent means the source does not say. Ids are unique per kind.
 */
export interface NodeAttributes {
  Service: ServiceAttributes;
  EntitySet: EntitySetAttributes;
  EntityType: EntityTypeAttributes;
  Property: PropertyAttributes;
  NavigationProperty: NavigationPropertyAttributes;
  Operation: OperationAttributes;
  ValueHelp: ValueHelpAttributes;
  Process: ProcessAttributes;
  Activity: ActivityAttributes;
  Gateway: GatewayAttributes;
}

export type NodeKind = keyof NodeAttributes;

const everyNodeKind: Readonly<Record<NodeKind, true>> = {
  Service: true,
  EntitySet: true,
  EntityType: true,
  Property: true,
  NavigationProperty: true,
  Operation: true,
  ValueHelp: true,
  Process: true,
  Activity: true,
  Gateway: true,
};

/** Every kind of node; a kind that is missing here does not compile. */
export const NODE_KINDS = Object.keys(everyNodeKind) as readonly NodeKind[];

/** A node: kind and id name it, attributes describe it. */
export type GraphNode<K extends NodeKind = NodeKind> = {
  [P in K]: { readonly kind: P; readonly id: string; readonly attributes: NodeAttributes[P] };
}[K];

/** Names a node. */
export interface NodeRef<K extends NodeKind = NodeKind> {
  readonly kind: K;
  readonly id: string;
}

export interface ServiceAttributes {
  title?: string;
  description?: string;
  domain?: string;
  protocol: 'odata' | 'openapi';
  /** OData protocol version: 1.0, 2.0, 3.0, 4.0, 4.01. */
  version?: string;
  url?: string;
  /** Which properties a create must carry, as landscape.yaml says. */
  required?: 'auto' | 'nullable' | 'annotated';
  /** How a call before its process step is reported. */
  order?: 'warn' | 'error' | 'off';
  /** Writes that need no approval, as `<operation> <EntitySet>`. */
  allow?: readonly string[];
  /** What its metadata declares and what is no node of its own. */
  declares?: {
    readonly schemas: readonly string[];
    readonly containers: readonly string[];
    /** Qualified name to the names of the members. */
    readonly enumTypes: Readonly<Record<string, readonly string[]>>;
    /** Qualified name to its ends, each as qualified type and multiplicity with a space between. */
    readonly associations: Readonly<Record<string, readonly string[]>>;
    /** `Container/Name` to the qualified name of the association and the names of the sets. */
    readonly associationSets: Readonly<Record<string, readonly string[]>>;
  };
  /** How to authenticate; every secret is a `${VARIABLE}` reference, never a value. */
  auth?: { readonly kind: string; readonly [key: string]: string };
  requests?: RequestSettings;
}

/** How requests to a service are written, beyond what its metadata says. */
export interface RequestSettings {
  /** False: the system asks for no token. */
  csrf?: boolean | undefined;
  /** Sent as `sap-language` and `sap-client`, only if given. */
  language?: string | undefined;
  client?: string | undefined;
  /** Rows a page, as `Prefer: odata.maxpagesize`. */
  pageSize?: number | undefined;
  /** Whether a write answers with the entity, as `Prefer: return=…`. */
  prefer?: 'minimal' | 'representation' | undefined;
  batchFormat?: 'multipart' | 'json' | undefined;
  /** Chooses `$select` and `$expand` of reads that name none, from the specification. */
  projection?: 'as-called' | 'specification' | undefined;
}

/** An EntitySet, or a Singleton where `singleton` is true. */
export interface EntitySetAttributes {
  name: string;
  label?: string;
  description?: string;
  singleton?: boolean;
  /** Qualified name of the container that declares it. */
  container?: string;
  insertable?: boolean;
  updatable?: boolean;
  deletable?: boolean;
  readable?: boolean;
  addressable?: boolean;
  searchable?: boolean;
  pageable?: boolean;
  countable?: boolean;
  topSupported?: boolean;
  skipSupported?: boolean;
  expandable?: boolean;
  nonExpandableProperties?: readonly string[];
  filterable?: boolean;
  requiresFilter?: boolean;
  requiredFilterProperties?: readonly string[];
  nonFilterableProperties?: readonly string[];
  /** Property name to allowed expression kinds (SingleValue, MultiValue, SingleRange, ...). */
  filterExpressions?: Readonly<Record<string, readonly string[]>>;
  sortable?: boolean;
  nonSortableProperties?: readonly string[];
  requiredOnInsert?: readonly string[];
  nonInsertableProperties?: readonly string[];
  nonInsertableNavigation?: readonly string[];
  nonUpdatableProperties?: readonly string[];
  deepInsertSupported?: boolean;
  /** Optimistic concurrency: the properties behind the ETag; empty where the metadata do not tell which. */
  concurrency?: readonly string[];
  /** Draft-enabled, with the qualified names of the draft actions. */
  draft?: { readonly root: boolean; readonly [action: string]: string | boolean };
  /** `sap:` attributes that have no name of their own here, without the prefix. */
  sap?: Readonly<Record<string, string>>;
}

export interface EntityTypeAttributes {
  name: string;
  namespace: string;
  label?: string;
  description?: string;
  /** Key property names or paths in declared order, inherited ones included. */
  keys: readonly string[];
  /** Key alias to its path, where declared. */
  keyAliases?: Readonly<Record<string, string>>;
  abstract?: boolean;
  open?: boolean;
  complex?: boolean;
  hasStream?: boolean;
  baseType?: string;
  /** `sap:` attributes that have no name of their own here, without the prefix. */
  sap?: Readonly<Record<string, string>>;
}

export interface PropertyAttributes {
  name: string;
  /** Qualified, alias resolved, without `Collection()`. */
  type: string;
  underlyingType?: string;
  collection?: boolean;
  nullable: boolean;
  /** The source itself says that a create must carry it; what else counts as required is decided by the specification. */
  required?: boolean;
  defaultValue?: string;
  maxLength?: number | 'max';
  precision?: number;
  scale?: number | 'variable' | 'floating';
  unicode?: boolean;
  srid?: string;
  key?: boolean;
  label?: string;
  description?: string;
  creatable?: boolean;
  updatable?: boolean;
  filterable?: boolean;
  sortable?: boolean;
  computed?: boolean;
  immutable?: boolean;
  readOnly?: boolean;
  hidden?: boolean;
  requiredInFilter?: boolean;
  filterRestriction?: string;
  semantics?: string;
  displayFormat?: string;
  /** Name of the property that holds the unit or currency. */
  unit?: string;
  /** Name or path of the property that holds the text of this code. */
  text?: string;
  /** Enumeration whose members combine. */
  flags?: boolean;
  /** Part of the ETag. */
  concurrency?: boolean;
  pattern?: string;
  minimum?: number | string;
  maximum?: number | string;
  /** The system fills it where a create leaves it out (`Core.ComputedDefaultValue`). */
  computedDefault?: boolean;
  /** `sap:` attributes that have no name of their own here, without the prefix. */
  sap?: Readonly<Record<string, string>>;
}

export interface NavigationPropertyAttributes {
  name: string;
  label?: string;
  description?: string;
  containsTarget?: boolean;
  nullable?: boolean;
  partner?: string;
  creatable?: boolean;
  /** Whether a deep insert may carry it; absent: not restricted. */
  insertable?: boolean;
  filterable?: boolean;
  onDelete?: string;
  /** Dependent property (of the declaring type) to principal property (of the target). */
  referentialConstraints?: Readonly<Record<string, string>>;
  /** `sap:` attributes that have no name of their own here, without the prefix. */
  sap?: Readonly<Record<string, string>>;
}

export interface OperationParameter {
  name: string;
  in?: string;
  type?: string;
  /** The primitive type behind a type definition. */
  underlyingType?: string;
  collection?: boolean;
  nullable?: boolean;
  required?: boolean;
  optional?: boolean;
  label?: string;
  description?: string;
  maxLength?: number | 'max';
  precision?: number;
  scale?: number | 'variable' | 'floating';
  defaultValue?: string;
  mode?: string;
  /** `sap:` attributes that have no name of their own here, without the prefix. */
  sap?: Readonly<Record<string, string>>;
}

export interface OperationAttributes {
  name: string;
  operationType: 'Action' | 'Function' | 'FunctionImport' | 'OpenAPI';
  /** Qualified name of the action or function itself, where it differs from the import. */
  qualifiedName?: string;
  label?: string;
  description?: string;
  bound?: boolean;
  bindingType?: string;
  bindingCollection?: boolean;
  composable?: boolean;
  method?: string;
  path?: string;
  contentType?: string;
  parameters: readonly OperationParameter[];
  returnType?: string;
  returnCollection?: boolean;
  /** Property name whose value says whether the action is possible (`sap:applicable-path`, `Core.OperationAvailable`). */
  applicablePath?: string;
  /** Name of the EntitySet whose entities it returns or acts on. */
  entitySet?: string;
  /** `sap:` attributes that have no name of their own here, without the prefix. */
  sap?: Readonly<Record<string, string>>;
}

/** One way a dependent value list narrows or fills other properties. */
export interface ValueHelpParameter {
  direction: 'In' | 'Out' | 'InOut' | 'DisplayOnly' | 'FilterOnly' | 'Constant';
  local?: string;
  target?: string;
  constant?: string;
}

export interface ValueHelpAttributes {
  /** Where the list comes from. */
  origin: 'file' | 'annotation' | 'enum' | 'validation';
  /** Nothing outside the list is allowed. */
  fixed?: boolean;
  /** The values or their EntitySet are known. */
  resolved?: boolean;
  values?: readonly { readonly code: string; readonly text?: string }[];
  entitySet?: string;
  valueProperty?: string;
  textProperty?: string;
  reference?: string;
  parameters?: readonly ValueHelpParameter[];
}

export interface ProcessAttributes {
  name?: string;
  description?: string;
  /** File the process was read from, relative to the landscape. */
  file?: string;
  /** A pool without a process. */
  blackBox?: boolean;
  executable?: boolean;
  lanes?: readonly { readonly name?: string; readonly activities: readonly string[] }[];
  dataObjects?: readonly string[];
  /** Ids of the pools that stand for it. */
  pools?: readonly string[];
}

/** A task of any kind, sub-process, call activity or event. */
export interface ActivityAttributes {
  name?: string;
  description?: string;
  /** The BPMN element: userTask, subProcess, boundaryEvent, ... */
  type: string;
  /** What triggers an event: timer, message, error, ... */
  event?: string;
  /** Name of the link that joins throwing and catching link events. */
  link?: string;
  attachedTo?: string;
  interrupting?: boolean;
  /** Id of the sub-process around it. */
  parent?: string;
  /** May be the first step inside its process or sub-process. */
  entry?: boolean;
  lane?: string;
  calledElement?: string;
  loop?: 'standard' | 'parallel' | 'sequential';
  triggeredByEvent?: boolean;
}

export interface GatewayAttributes {
  name?: string;
  /** The BPMN element: exclusiveGateway, parallelGateway, ... */
  type: string;
  parent?: string;
  default?: string;
}
