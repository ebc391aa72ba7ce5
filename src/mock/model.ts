/** What the mock knows of a service: its own reading of the metadata, made to judge calls and to answer them. */
export interface MockService {
  id: string;
  version: 'V2' | 'V4';
  namespace: string;
  metadata: string;
  types: Map<string, MockType>;
  sets: Map<string, MockSet>;
  operations: MockOperation[];
}

/** An entity or complex type with everything it inherits. */
export interface MockType {
  name: string;
  complex: boolean;
  open: boolean;
  keys: string[];
  properties: Map<string, MockProperty>;
  navigations: Map<string, MockNavigation>;
}

export interface MockProperty {
  name: string;
  /** Edm primitive (type definitions resolved), or the qualified name of a complex or enum type. */
  type: string;
  collection: boolean;
  nullable: boolean;
  maxLength?: number;
  precision?: number;
  scale?: number | 'variable';
  key: boolean;
  creatable: boolean;
  updatable: boolean;
  /** A create must carry it. */
  required: boolean;
  filterable: boolean;
  sortable: boolean;
  /** Only these codes, by value; absent where the list is open. */
  codes?: readonly string[];
  /** Enum members, for V4 enumeration types. */
  members?: readonly string[];
}

export interface MockNavigation {
  name: string;
  target: string;
  collection: boolean;
  /** Property of the declaring type to property of the target. */
  constraints: { own: string; other: string }[];
}

export interface MockSet {
  name: string;
  type: MockType;
  singleton: boolean;
  creatable: boolean;
  updatable: boolean;
  deletable: boolean;
  deepInsert: boolean;
  requiredOnInsert: readonly string[];
  nonInsertable: readonly string[];
  nonUpdatable: readonly string[];
  /** Whether writes need the ETag. */
  etag: boolean;
  /** Navigation property to the name of the set it leads to. */
  bindings: Map<string, string>;
}

export interface MockParameter {
  name: string;
  type: string;
  collection: boolean;
  nullable: boolean;
  optional: boolean;
  maxLength?: number;
  precision?: number;
  scale?: number | 'variable';
}

export interface MockOperation {
  name: string;
  qualifiedName: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'MERGE' | 'PATCH';
  /** Qualified binding type of a V4 bound operation. */
  boundTo?: string;
  boundToCollection: boolean;
  parameters: MockParameter[];
  returnType?: string;
  returnCollection: boolean;
  returnSet?: string;
}

/** The set that holds the entities of a type, where exactly one does or the navigation names it. */
export function setOfNavigation(
  service: MockService,
  set: MockSet | undefined,
  navigation: MockNavigation,
): MockSet | undefined {
  const bound = set?.bindings.get(navigation.name);
  if (bound !== undefined) return service.sets.get(bound);
  const candidates = [...service.sets.values()].filter((candidate) => candidate.type.name === navigation.target);
  return candidates.length === 1 ? candidates[0] : undefined;
}
