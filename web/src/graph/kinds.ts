/** How a kind of node looks: a shape and a colour for each theme, so that colour is never alone. */
export interface KindLook {
  readonly kind: string;
  readonly words: string;
  readonly shape: 'circle' | 'square' | 'diamond' | 'triangle';
  readonly light: string;
  readonly dark: string;
  readonly size: number;
}

/** Every kind of node, the most important first. */
export const nodeLooks: readonly KindLook[] = [
  { kind: 'Service', words: 'Services', shape: 'square', light: '#0a6552', dark: '#5ed1b3', size: 11 },
  { kind: 'Process', words: 'Processes', shape: 'diamond', light: '#8a3d00', dark: '#ffb27a', size: 12 },
  { kind: 'EntitySet', words: 'Entity sets', shape: 'circle', light: '#1f4fa3', dark: '#9bbcff', size: 8 },
  { kind: 'Operation', words: 'Operations', shape: 'triangle', light: '#6b3aa0', dark: '#d0aefc', size: 8 },
  { kind: 'Activity', words: 'Activities', shape: 'square', light: '#b4540a', dark: '#ffc79e', size: 8 },
  { kind: 'EntityType', words: 'Entity types', shape: 'diamond', light: '#3e6d9c', dark: '#7fb3e0', size: 7 },
  { kind: 'Gateway', words: 'Gateways', shape: 'diamond', light: '#7a4d00', dark: '#f3c35f', size: 6 },
  { kind: 'NavigationProperty', words: 'Navigation', shape: 'triangle', light: '#5a6b6f', dark: '#9fb0b5', size: 5 },
  { kind: 'ValueHelp', words: 'Value helps', shape: 'square', light: '#5d5200', dark: '#dbcb6a', size: 5 },
  { kind: 'Property', words: 'Properties', shape: 'circle', light: '#7d8a8a', dark: '#76858d', size: 4 },
];

/** Every kind of edge in words that read from the first end to the other. */
export const edgeWords: Readonly<Record<string, readonly [forth: string, back: string]>> = {
  EXPOSES: ['exposes', 'exposed by'],
  OF_TYPE: ['is of type', 'type of'],
  EXTENDS: ['extends', 'extended by'],
  HAS_PROPERTY: ['has property', 'property of'],
  HAS_NAVIGATION: ['has navigation', 'navigation of'],
  NAVIGATES_TO: ['navigates to', 'reached by'],
  BINDS: ['leads to', 'reached from'],
  HAS_OPERATION: ['has operation', 'operation of'],
  HAS_VALUE_HELP: ['has values', 'values of'],
  HAS_ACTIVITY: ['has step', 'step of'],
  HAS_NEXT: ['followed by', 'follows'],
  SENDS_MESSAGE: ['sends message to', 'gets message from'],
  INVOKES: ['calls', 'called by'],
};

/** Kinds of edges that say no more than where a node belongs; a picture of everything shows that by its place. */
export const membership: ReadonlySet<string> = new Set([
  'EXPOSES',
  'HAS_PROPERTY',
  'HAS_NAVIGATION',
  'HAS_VALUE_HELP',
  'HAS_ACTIVITY',
  'HAS_OPERATION',
]);

/** The look of a kind; one that is not known looks like a property. */
export function lookOf(kind: string): KindLook {
  const last = nodeLooks[nodeLooks.length - 1];
  const found = nodeLooks.find((look) => look.kind === kind) ?? last;
  if (found === undefined) throw new RangeError('There are no looks.');
  return found;
}
