import { found, type Rule } from '../rule.ts';

/** A call of an action or function gives every required parameter; V2 takes keys from `key` too. */
export const missingParameter: Rule = {
  name: 'missing-parameter',
  call({ call, path, operation }) {
    if (operation === undefined) return undefined;
    const { attributes, required } = operation;
    const fromKey = attributes.operationType === 'FunctionImport' ? call.key : undefined;
    // A parameter that is null is the business of the rule null-value.
    const absent = required.filter((name) => call.parameters?.[name] === undefined && fromKey?.[name] === undefined);
    return absent.map((name) => {
      const label = attributes.parameters.find((parameter) => parameter.name === name)?.label;
      const title = label === undefined ? name : `${name} (${label})`;
      const pointer = `${path}/parameters/${name}`;
      const message = `The parameter ${title} of ${attributes.name} is required and is missing; add it to "parameters".`;
      const inKey = call.key?.[name];
      if (inKey === undefined) return found(missingParameter.name, pointer, message);
      return found(missingParameter.name, pointer, message, {
        repair: [
          { op: 'add', path: `${path}/parameters`, value: { ...call.parameters, [name]: inKey } },
          { op: 'remove', path: `${path}/key/${name}` },
        ],
      });
    });
  },
};
