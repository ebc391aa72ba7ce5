import type { Graph } from '../../graph/index.ts';
import type { SingleCall } from '../call.ts';
import { Catalog } from '../spec/catalog.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The calls of a draft's life (SAP Common vocabulary, `DraftRoot`): a draft is created or taken from an active entity, changed,
 * and then activated or discarded. They are ordinary calls, so that each is checked, approved and executed like any other.
 */
export interface DraftCalls {
  /** Makes a new draft. */
  create(payload: Values): SingleCall;
  /** Makes a draft of an active entity. */
  edit(key: Values): SingleCall;
  patch(key: Values, payload: Values, etag?: string): SingleCall;
  /** Lets the system derive and check what follows from the draft; absent where it knows no such action. */
  prepare?(key: Values, etag?: string): SingleCall;
  /** Makes the draft the active entity. */
  activate(key: Values, etag?: string): SingleCall;
  discard(key: Values, etag?: string): SingleCall;
}

/** The draft calls of an EntitySet; undefined where it is not the root of drafts. */
export function draftCalls(graph: Graph, service: string, entitySet: string): DraftCalls | undefined {
  const set = Catalog.of(graph).service(service)?.entitySet(entitySet);
  const draft = set?.attributes.draft;
  if (set === undefined || draft?.root !== true) return undefined;
  const target = { service, entitySet: set.name };
  const hasFlag = set.type.keys.some(({ name }) => name === 'IsActiveEntity');
  const keyOf = (key: Values, active: boolean): Record<string, unknown> =>
    hasFlag ? { ...key, IsActiveEntity: active } : { ...key };
  const version = (etag: string | undefined): { etag?: string } => (etag === undefined ? {} : { etag });
  const named = (property: string): string | undefined => {
    const action = draft[property];
    return typeof action === 'string'
      ? `action:${action.slice(Math.max(action.lastIndexOf('/'), action.lastIndexOf('.')) + 1)}`
      : undefined;
  };
  const act = (operation: string, key: Values, etag?: string): SingleCall => ({
    ...target,
    operation,
    key: keyOf(key, false),
    ...version(etag),
  });
  const preparation = named('PreparationAction');
  return {
    create: (payload) => {
      const action = named('NewAction');
      return action === undefined
        ? { ...target, operation: 'create', payload: { ...payload } }
        : { ...target, operation: action, parameters: { ...payload } };
    },
    edit: (key) => ({ ...target, operation: named('EditAction') ?? 'action:draftEdit', key: keyOf(key, true) }),
    patch: (key, payload, etag) => ({ ...act('update', key, etag), payload: { ...payload } }),
    ...(preparation !== undefined && { prepare: (key: Values, etag?: string) => act(preparation, key, etag) }),
    activate: (key, etag) => act(named('ActivationAction') ?? 'action:draftActivate', key, etag),
    discard: (key, etag) => act(named('DiscardAction') ?? 'delete', key, etag),
  };
}
