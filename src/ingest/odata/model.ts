import type {
  EntitySetAttributes,
  EntityTypeAttributes,
  GraphPatch,
  NavigationPropertyAttributes,
  OperationAttributes,
  OperationParameter,
  PropertyAttributes,
  ServiceAttributes,
} from '../../graph/index.ts';
import type { Annotation } from './annotation.ts';
import type { Diagnostics } from './diagnostics.ts';
import type { CsdlDocument } from './document.ts';
import type { CsdlElement } from './element.ts';

/** Something that annotations can apply to: its attributes are filled while reading and become a node at the end. */
interface Annotatable {
  readonly element: CsdlElement;
  annotations: Annotation[] | undefined;
}

/** An EntityType or ComplexType with its own members; inherited ones are found through `base`. */
export interface StructuredType extends Annotatable {
  readonly kind: 'entity' | 'complex';
  readonly qualified: string;
  readonly id: string;
  readonly attributes: EntityTypeAttributes;
  readonly properties: Map<string, Property>;
  readonly navigations: Map<string, Navigation>;
  base: StructuredType | undefined;
}

export interface Property extends Annotatable {
  readonly id: string;
  readonly attributes: PropertyAttributes;
  readonly type: StructuredType | EnumType | TypeDefinition | undefined;
  readonly owner: StructuredType;
}

export interface Navigation extends Annotatable {
  readonly id: string;
  readonly attributes: NavigationPropertyAttributes;
  readonly owner: StructuredType;
  target: StructuredType | undefined;
  /** Qualified name of the association and the roles, in V1 to V3. */
  readonly association: { readonly name: string; readonly from: string; readonly to: string } | undefined;
}

export interface EnumType extends Annotatable {
  readonly kind: 'enum';
  readonly qualified: string;
  readonly flags: boolean;
  readonly underlyingType: string;
  readonly members: readonly { readonly name: string; readonly element: CsdlElement }[];
}

export interface TypeDefinition extends Annotatable {
  readonly kind: 'definition';
  readonly qualified: string;
  readonly underlyingType: string;
}

export type DeclaredType = StructuredType | EnumType | TypeDefinition;

/** An EntitySet or Singleton. */
export interface EntitySet extends Annotatable {
  readonly id: string;
  readonly attributes: EntitySetAttributes;
  readonly type: StructuredType | undefined;
  readonly container: Container;
}

export interface Container extends Annotatable {
  readonly qualified: string;
  readonly sets: Map<string, EntitySet>;
  readonly imports: Map<string, Operation[]>;
  base: Container | undefined;
}

export interface Parameter extends Annotatable {
  readonly attributes: OperationParameter;
}

/** An action, a function or an import, as it can be called. */
export interface Operation extends Annotatable {
  readonly id: string;
  readonly attributes: OperationAttributes;
  readonly parameters: readonly Parameter[];
}

/** An action or function as a schema declares it. */
export interface OperationDeclaration extends Annotatable {
  readonly qualified: string;
  readonly parameters: readonly Parameter[];
  readonly bindingParameter: Parameter | undefined;
  readonly returns: Pick<OperationAttributes, 'returnType' | 'returnCollection'>;
}

/** All that one metadata document declares, while it is being read. */
export interface Model {
  readonly service: string;
  readonly serviceAttributes: ServiceAttributes;
  readonly document: CsdlDocument;
  readonly diagnostics: Diagnostics;
  readonly patch: GraphPatch;
  readonly types: Map<string, DeclaredType>;
  readonly containers: Map<string, Container>;
  /** The first set of each name over all containers. */
  readonly setsByName: Map<string, EntitySet>;
  readonly operations: Operation[];
}
