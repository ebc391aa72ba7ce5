import type { OperationSpec, ParameterSpec, PropertySpec } from './operation-spec.ts';

/** A part of a specification that can be left out. */
export type SpecPart = 'process' | 'valueHelp';

/** A copy of a specification that says nothing of the parts. */
export function withoutParts(spec: OperationSpec, parts: readonly SpecPart[]): OperationSpec {
  if (parts.length === 0) return spec;
  return {
    ...spec,
    properties: withoutValueHelp(spec.properties, parts),
    actions: spec.actions.map((action) => ({ ...action, parameters: bareParameters(action.parameters, parts) })),
    ...(spec.parameters !== undefined && { parameters: bareParameters(spec.parameters, parts) }),
    ...(spec.body !== undefined && { body: withoutValueHelp(spec.body, parts) }),
    process: parts.includes('process') ? [] : spec.process,
  };
}

/** The properties without their code lists, where that part is left out. */
export function withoutValueHelp(properties: readonly PropertySpec[], parts: readonly SpecPart[]): PropertySpec[] {
  if (!parts.includes('valueHelp')) return [...properties];
  return properties.map(({ valueHelp: _, members, ...property }) => ({
    ...property,
    ...(members !== undefined && { members: withoutValueHelp(members, parts) }),
  }));
}

function bareParameters(parameters: readonly ParameterSpec[], parts: readonly SpecPart[]): ParameterSpec[] {
  if (!parts.includes('valueHelp')) return [...parameters];
  return parameters.map(({ valueHelp: _, members, ...parameter }) => ({
    ...parameter,
    ...(members !== undefined && { members: withoutValueHelp(members, parts) }),
  }));
}
