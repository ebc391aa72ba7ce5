import type {
  EntitySetAttributes,
  EntityTypeAttributes,
  NavigationPropertyAttributes,
  OperationAttributes,
  OperationParameter,
  PropertyAttributes,
} from '../../graph/index.ts';

/** `sap:` attributes of an element as name, value, name, value, …. */
type SapAttributes = readonly string[];

/** Applies the `sap:` attributes of an EntitySet; what has no name of its own stays in `sap`. */
export function applySapToSet(target: EntitySetAttributes, sap: SapAttributes): void {
  each(sap, target, (name, value) => {
    const stated = value !== 'false';
    switch (name) {
      case 'label':
        target.label = value;
        return true;
      case 'creatable':
        target.insertable = stated;
        return true;
      case 'updatable':
        target.updatable = stated;
        return true;
      case 'deletable':
        target.deletable = stated;
        return true;
      case 'addressable':
        target.addressable = stated;
        return true;
      case 'searchable':
        target.searchable = stated;
        return true;
      case 'pageable':
        target.pageable = stated;
        return true;
      case 'countable':
        target.countable = stated;
        return true;
      case 'topable':
        target.topSupported = stated;
        return true;
      case 'requires-filter':
        target.requiresFilter = stated;
        return true;
    }
    return false;
  });
}

/** Applies the `sap:` attributes of an EntityType or ComplexType. */
export function applySapToType(target: EntityTypeAttributes, sap: SapAttributes): void {
  each(sap, target, (name, value) => {
    if (name !== 'label') return false;
    target.label = value;
    return true;
  });
}

/** Applies the `sap:` attributes of a Property. `value-list` and `field-control` stay in `sap` for those who resolve them. */
export function applySapToProperty(target: PropertyAttributes, sap: SapAttributes): void {
  each(sap, target, (name, value) => {
    const stated = value !== 'false';
    switch (name) {
      case 'label':
        target.label = value;
        return true;
      case 'quickinfo':
        target.description = value;
        return true;
      case 'creatable':
        target.creatable = stated;
        return true;
      case 'updatable':
        target.updatable = stated;
        return true;
      case 'sortable':
        target.sortable = stated;
        return true;
      case 'filterable':
        target.filterable = stated;
        return true;
      case 'required-in-filter':
        target.requiredInFilter = stated;
        return true;
      case 'filter-restriction':
        target.filterRestriction = value;
        return true;
      case 'required':
        target.required = stated;
        return true;
      case 'visible':
        target.hidden = !stated;
        return true;
      case 'text':
        target.text = value;
        return true;
      case 'unit':
        target.unit = value;
        return true;
      case 'semantics':
        target.semantics = value;
        return true;
      case 'display-format':
        target.displayFormat = value;
        return true;
      case 'variable-scale':
        if (stated) target.scale = 'variable';
        return true;
    }
    return false;
  });
}

/** Applies the `sap:` attributes of a NavigationProperty. */
export function applySapToNavigation(target: NavigationPropertyAttributes, sap: SapAttributes): void {
  each(sap, target, (name, value) => {
    switch (name) {
      case 'label':
        target.label = value;
        return true;
      case 'creatable':
        target.creatable = value !== 'false';
        return true;
      case 'filterable':
        target.filterable = value !== 'false';
        return true;
    }
    return false;
  });
}

/** Applies the `sap:` attributes of a FunctionImport. `action-for` stays in `sap` as well. */
export function applySapToOperation(target: OperationAttributes, sap: SapAttributes): void {
  each(sap, target, (name, value) => {
    if (name === 'label') target.label = value;
    else if (name === 'applicable-path') target.applicablePath = value;
    else return false;
    return true;
  });
}

/** Applies the `sap:` attributes of a Parameter. */
export function applySapToParameter(target: OperationParameter, sap: SapAttributes): void {
  each(sap, target, (name, value) => {
    switch (name) {
      case 'label':
        target.label = value;
        return true;
      case 'quickinfo':
        target.description = value;
        return true;
      case 'parameter':
        if (value === 'optional') target.optional = true;
        else if (value === 'mandatory') target.required = true;
        else return false;
        return true;
    }
    return false;
  });
}

function each(
  sap: SapAttributes,
  target: { sap?: Readonly<Record<string, string>> },
  apply: (name: string, value: string) => boolean,
): void {
  let rest: Record<string, string> | undefined;
  for (let index = 0; index < sap.length; index += 2) {
    const name = sap[index] ?? '';
    const value = sap[index + 1] ?? '';
    if (apply(name, value)) continue;
    rest ??= {};
    rest[name] = value;
  }
  if (rest) target.sap = rest;
}

/** The value of one `sap:` attribute of an element. */
export function sapAttribute(sap: SapAttributes | undefined, name: string): string | undefined {
  if (sap === undefined) return undefined;
  for (let index = 0; index < sap.length; index += 2) if (sap[index] === name) return sap[index + 1];
  return undefined;
}
