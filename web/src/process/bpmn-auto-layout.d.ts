declare module 'bpmn-auto-layout' {
  /** The BPMN text with a diagram made for it. */
  export function layoutProcess(xml: string): Promise<string>;
}
