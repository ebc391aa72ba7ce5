import type { ToolEffect } from '../../base/index.ts';

/**
 * What an access token allows. `read`: whatever changes nothing, reads of systems included; `plan`: previews of writes; `execute`: sending
 * approved writes; `approve`: deciding about plans; `admin`: indexing, audits, refused accesses.
 */
export const SCOPES = ['read', 'plan', 'execute', 'approve', 'admin'] as const;

/** One thing that an access token allows. */
export type Scope = (typeof SCOPES)[number];

/** Every scope, for whoever needs no token. */
export const ALL_SCOPES: ReadonlySet<Scope> = new Set(SCOPES);

/** The scope that a tool needs by what it may do; undefined: it is no tool for programs. */
export function scopeOfEffect(effect: ToolEffect): Scope | undefined {
  const scopes: Record<ToolEffect, Scope | undefined> = {
    read: 'read',
    propose: 'plan',
    submit: 'execute',
    finish: undefined,
  };
  return scopes[effect];
}
