import { found, type Rule } from '../rule.ts';
import { MAX_PAYLOAD_DEPTH } from '../walk-call.ts';

/** A payload is not nested deeper than any real one. */
export const tooDeep: Rule = {
  name: 'too-deep',
  entity(node) {
    if (node.depth <= MAX_PAYLOAD_DEPTH) return undefined;
    const message = `The payload is nested deeper than ${MAX_PAYLOAD_DEPTH} levels here; what is below is not looked at. Split it into several calls.`;
    return found(tooDeep.name, node, message);
  },
};
