import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type ElicitResult, ElicitResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { PlanState } from '../../base/index.ts';
import type { RequestExtra } from './tool-progress.ts';

/** What came of asking: a decision, or none (the client cannot ask, or its user closed the question). */
export type Decision =
  | { readonly decision: 'approved' | 'denied'; readonly reason?: string }
  | { readonly decision: 'none'; readonly why: 'cannot-ask' | 'closed' };

/** Longest that a person may think, in milliseconds; a plan expires before. */
const patience = 15 * 60_000;
const bodyCharacters = 4000;
const textCharacters = 16_000;

/**
 * Shows the requests of a plan to the user of a client and asks; clients that cannot ask are not asked. The question goes the way of the
 * answer to the client's request, so that it arrives also where the client listens to nothing else.
 */
export async function askByElicitation(server: Server, state: PlanState, extra: RequestExtra): Promise<Decision> {
  const { elicitation } = server.getClientCapabilities() ?? {};
  const canAsk = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
  if (!canAsk) return { decision: 'none', why: 'cannot-ask' };
  const answer = await extra.sendRequest(
    {
      method: 'elicitation/create',
      params: {
        message: `${planText(state)}\n\nSend this?`,
        requestedSchema: {
          type: 'object',
          properties: {
            approve: { type: 'boolean', title: 'Send it', description: 'Sends exactly the requests shown, once' },
            reason: { type: 'string', title: 'Reason', description: 'Why not, if not', maxLength: 1000 },
          },
          required: ['approve'],
        },
      },
    },
    ElicitResultSchema,
    { signal: extra.signal, timeout: patience, resetTimeoutOnProgress: true },
  );
  return decisionOf(answer);
}

/** The exact requests of a plan, as people may see them. */
export function planText({ plan }: PlanState): string {
  const requests = plan.requests.map(
    ({ method, url, body }) => `${method} ${url}${body === undefined ? '' : `\n${body.slice(0, bodyCharacters)}`}`,
  );
  return `Plan ${plan.id} for ${plan.service}, good until ${plan.expiresAt}:\n${requests.join('\n')}`.slice(
    0,
    textCharacters,
  );
}

function decisionOf({ action, content }: ElicitResult): Decision {
  if (action === 'cancel') return { decision: 'none', why: 'closed' };
  const reason =
    typeof content?.reason === 'string' && content.reason.trim() !== '' ? content.reason.trim() : undefined;
  const decision = action === 'accept' && content?.approve === true ? 'approved' : 'denied';
  return { decision, ...(reason !== undefined && { reason }) };
}
