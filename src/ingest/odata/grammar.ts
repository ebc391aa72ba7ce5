/** Expression elements that may stand wherever an annotation takes a value. */
const expressions = [
  ...[
    'Binary',
    'Bool',
    'Byte',
    'Date',
    'DateTime',
    'DateTimeOffset',
    'Decimal',
    'Duration',
    'EnumMember',
    'Float',
    'Guid',
  ],
  ...['Int', 'String', 'Time', 'TimeOfDay', 'AnnotationPath', 'ModelElementPath', 'NavigationPropertyPath', 'Path'],
  ...[
    'PropertyPath',
    'AssertType',
    'And',
    'Or',
    'Not',
    'Eq',
    'Ne',
    'Gt',
    'Ge',
    'Lt',
    'Le',
    'Has',
    'In',
    'Add',
    'Sub',
    'Neg',
  ],
  ...['Mul', 'Div', 'DivBy', 'Mod', 'Apply', 'Cast', 'Collection', 'If', 'IsOf', 'IsType', 'LabeledElement'],
  ...[
    'LabeledElementReference',
    'Null',
    'Record',
    'UrlRef',
    'ParameterReference',
    'EntitySetReference',
    'FunctionReference',
  ],
  ...[
    'PropertyReference',
    'ValueTermReference',
    'AnyPropertyPath',
    'SByte',
    'Int16',
    'Int32',
    'Int64',
    'Single',
    'Double',
  ],
];

/** Elements that carry text; in all others text belongs to nobody. */
const textElements = new Set([
  ...[
    'Binary',
    'Bool',
    'Byte',
    'Date',
    'DateTime',
    'DateTimeOffset',
    'Decimal',
    'Duration',
    'EnumMember',
    'Float',
    'Guid',
  ],
  ...['Int', 'String', 'Time', 'TimeOfDay', 'AnnotationPath', 'ModelElementPath', 'NavigationPropertyPath', 'Path'],
  ...[
    'PropertyPath',
    'LabeledElementReference',
    'AnyPropertyPath',
    'SByte',
    'Int16',
    'Int32',
    'Int64',
    'Single',
    'Double',
  ],
  ...[
    'Summary',
    'LongDescription',
    'UrlRef',
    'ParameterReference',
    'FunctionReference',
    'DefiningExpression',
    'Documentation',
  ],
]);

const annotations = ['Annotation', 'ValueAnnotation', 'TypeAnnotation', 'Documentation'];
const typeReferences = ['CollectionType', 'ReferenceType', 'RowType', 'TypeRef'];
const value = [...annotations, ...expressions];

/** Which elements may stand in which, over all versions of CSDL. What is not listed is reported and dropped with all it holds. */
const children = new Map<string, ReadonlySet<string>>(
  Object.entries({
    Edmx: ['Reference', 'DataServices', 'AnnotationsReference', 'Runtime', 'Designer', ...annotations],
    Reference: ['Include', 'IncludeAnnotations', ...annotations],
    AnnotationsReference: ['Include', ...annotations],
    Include: annotations,
    IncludeAnnotations: annotations,
    DataServices: ['Schema'],
    Schema: [
      ...[
        'Using',
        'EntityType',
        'ComplexType',
        'EnumType',
        'TypeDefinition',
        'Association',
        'EntityContainer',
        'Action',
      ],
      ...['Function', 'Term', 'ValueTerm', 'Annotations', ...annotations],
    ],
    Using: annotations,
    EntityType: ['Key', 'Property', 'NavigationProperty', ...annotations],
    ComplexType: ['Property', 'NavigationProperty', ...annotations],
    Key: ['PropertyRef', ...annotations],
    PropertyRef: annotations,
    Property: [...typeReferences, ...annotations],
    NavigationProperty: ['ReferentialConstraint', 'OnDelete', ...annotations],
    ReferentialConstraint: ['Principal', 'Dependent', ...annotations],
    Principal: ['PropertyRef', ...annotations],
    Dependent: ['PropertyRef', ...annotations],
    OnDelete: annotations,
    EnumType: ['Member', ...annotations],
    Member: annotations,
    TypeDefinition: annotations,
    Association: ['End', 'ReferentialConstraint', ...annotations],
    End: ['OnDelete', ...annotations],
    EntityContainer: [
      ...['EntitySet', 'Singleton', 'AssociationSet', 'FunctionImport', 'ActionImport', ...annotations],
    ],
    EntitySet: ['NavigationPropertyBinding', ...annotations],
    Singleton: ['NavigationPropertyBinding', ...annotations],
    NavigationPropertyBinding: annotations,
    AssociationSet: ['End', ...annotations],
    FunctionImport: ['Parameter', 'ReturnType', ...annotations],
    ActionImport: annotations,
    Action: ['Parameter', 'ReturnType', ...annotations],
    Function: ['Parameter', 'ReturnType', 'DefiningExpression', ...annotations],
    Parameter: [...typeReferences, ...annotations],
    ReturnType: [...typeReferences, ...annotations],
    Term: annotations,
    ValueTerm: annotations,
    Annotations: annotations,
    Annotation: value,
    ValueAnnotation: value,
    TypeAnnotation: ['PropertyValue', ...annotations],
    Record: ['PropertyValue', ...annotations],
    PropertyValue: value,
    Documentation: ['Summary', 'LongDescription'],
    CollectionType: typeReferences,
    ReferenceType: annotations,
    RowType: ['Property'],
    TypeRef: annotations,
    ...Object.fromEntries(expressions.filter((name) => name !== 'Record').map((name) => [name, value] as const)),
  }).map(([name, names]) => [name, new Set(names)]),
);

/** True where CSDL lets an element of that name stand in that parent. */
export function mayStandIn(name: string, parent: string): boolean {
  return children.get(parent)?.has(name) === true;
}

/** True where text inside the element has a meaning. */
export function takesText(name: string): boolean {
  return textElements.has(name);
}

/** Elements of other tools inside an EDMX (the Entity Framework's designer), which say nothing about the service. */
export function isDesignerElement(name: string): boolean {
  return name === 'Runtime' || name === 'Designer';
}
