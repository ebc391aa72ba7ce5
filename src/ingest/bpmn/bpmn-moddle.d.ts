/** What is used of bpmn-moddle 10: the reader and the element tree that it makes. */
declare module 'bpmn-moddle' {
  /** An element of the tree; `$type` is its name in the meta model, as `bpmn:UserTask`; `$attrs` holds attributes of other namespaces. */
  export interface ModdleElement {
    readonly $type: string;
    readonly $parent?: ModdleElement;
    readonly $attrs: Readonly<Record<string, string>>;
    $instanceOf(type: string): boolean;

    readonly id?: string;
    readonly name?: string;
    readonly documentation?: readonly { readonly text?: string }[];
    readonly body?: string;

    readonly rootElements?: readonly ModdleElement[];
    readonly participants?: readonly ModdleElement[];
    readonly messageFlows?: readonly ModdleElement[];
    readonly processRef?: ModdleElement;
    readonly messageRef?: ModdleElement;

    readonly flowElements?: readonly ModdleElement[];
    readonly laneSets?: readonly ModdleElement[];
    readonly lanes?: readonly ModdleElement[];
    readonly childLaneSet?: ModdleElement;
    readonly flowNodeRef?: readonly ModdleElement[];
    readonly isExecutable?: boolean;

    readonly sourceRef?: ModdleElement;
    readonly targetRef?: ModdleElement;
    readonly conditionExpression?: ModdleElement;
    readonly incoming?: readonly ModdleElement[];
    readonly outgoing?: readonly ModdleElement[];
    readonly default?: ModdleElement;

    readonly eventDefinitions?: readonly ModdleElement[];
    readonly eventDefinitionRef?: readonly ModdleElement[];
    readonly attachedToRef?: ModdleElement;
    readonly cancelActivity?: boolean;
    readonly isInterrupting?: boolean;
    readonly target?: ModdleElement;
    readonly source?: readonly ModdleElement[];

    readonly triggeredByEvent?: boolean;
    readonly isForCompensation?: boolean;
    readonly calledElement?: string;
    readonly loopCharacteristics?: ModdleElement;
    readonly isSequential?: boolean;
    readonly dataObjectRef?: ModdleElement;
  }

  export interface Warning {
    readonly message: string;
    /** Given for unresolved references and unknown attributes. */
    readonly element?: ModdleElement;
    readonly property?: string;
    readonly value?: string;
  }

  export class BpmnModdle {
    constructor();
    /** Rejects with an error where the document has no usable root. */
    fromXML(xml: string): Promise<{ rootElement: ModdleElement; warnings: readonly Warning[] }>;
  }
}
