/** Says which EntitySet or Operation stands behind an activity, as bindings.yaml or a BPMN file has it. */
export interface Binding {
  process: string;
  activity: string;
  service: string;
  /** Absent for OpenAPI, where `operation` is method and path. */
  entitySet?: string;
  /** create, read, update, delete, `action:<Name>`, or method and path. */
  operation: string;
  /** Where it is written. */
  path: string;
  line: number;
  column: number;
}
