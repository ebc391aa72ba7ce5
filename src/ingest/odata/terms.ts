/** Vocabulary namespaces that the reader understands, each with the short name its terms go by here. */
const vocabularies = new Map([
  ['Org.OData.Core.V1', 'Core'],
  ['Org.OData.Capabilities.V1', 'Capabilities'],
  ['Org.OData.Validation.V1', 'Validation'],
  ['Org.OData.Measures.V1', 'Measures'],
  ['com.sap.vocabularies.Common.v1', 'Common'],
  ['com.sap.vocabularies.UI.v1', 'UI'],
]);

/** Terms that change what the graph says, by vocabulary. All other annotations are legal and say nothing about calling a service. */
const understood = new Set([
  ...['Core.Description', 'Core.LongDescription', 'Core.Computed', 'Core.ComputedDefaultValue', 'Core.Immutable'],
  ...['Core.Permissions', 'Core.OptimisticConcurrency', 'Core.OperationAvailable', 'Core.OptionalParameter'],
  ...['Capabilities.InsertRestrictions', 'Capabilities.UpdateRestrictions', 'Capabilities.DeleteRestrictions'],
  ...['Capabilities.ReadRestrictions', 'Capabilities.SearchRestrictions', 'Capabilities.FilterRestrictions'],
  ...['Capabilities.SortRestrictions', 'Capabilities.ExpandRestrictions', 'Capabilities.CountRestrictions'],
  ...['Capabilities.TopSupported', 'Capabilities.SkipSupported', 'Capabilities.DeepInsertSupport'],
  ...['Capabilities.NavigationRestrictions'],
  ...['Validation.AllowedValues', 'Validation.Pattern', 'Validation.Minimum', 'Validation.Maximum'],
  ...['Measures.Unit', 'Measures.ISOCurrency'],
  ...['Common.Label', 'Common.QuickInfo', 'Common.FieldControl', 'Common.ValueList', 'Common.ValueListReferences'],
  ...[
    'Common.ValueListMapping',
    'Common.ValueListWithFixedValues',
    'Common.Text',
    'Common.IsUnit',
    'Common.IsCurrency',
  ],
  ...['Common.IsUpperCase', 'Common.IsDigitSequence', 'Common.DraftRoot', 'Common.DraftNode'],
  ...['UI.Hidden', 'UI.HeaderInfo'],
  'label',
]);

const understoodNames = new Set([...understood].map((term) => term.slice(term.lastIndexOf('.') + 1)));

/** False where no vocabulary that the reader understands has a term of that name, whatever the alias before it stands for. */
export function mayBeUnderstood(term: string): boolean {
  const hash = term.indexOf('#');
  const name = hash < 0 ? term : term.slice(0, hash);
  return understoodNames.has(name.slice(name.lastIndexOf('.') + 1));
}

/** `Common.Label` for `com.sap.vocabularies.Common.v1.Label`; undefined for what the reader does not understand. */
export function understoodTerm(qualified: string): string | undefined {
  const dot = qualified.lastIndexOf('.');
  if (dot < 0) return understood.has(qualified) ? qualified : undefined;
  const vocabulary = vocabularies.get(qualified.slice(0, dot));
  if (vocabulary === undefined) return undefined;
  const term = `${vocabulary}${qualified.slice(dot)}`;
  return understood.has(term) ? term : undefined;
}

/** The vocabulary namespace that documents usually call by that alias (`Common`, `SAP__common`), for files that forget to include it. */
export function customaryNamespace(alias: string): string | undefined {
  const short = alias.replace(/^SAP__/i, '').toLowerCase();
  for (const [namespace, name] of vocabularies) if (name.toLowerCase() === short) return namespace;
  return undefined;
}
