import type { Finding, JsonPatchOperation } from '../../base/index.ts';
import { nearestNames } from '../nearest-names.ts';
import { escapeSegment, pointerOf, type UnknownNode } from './call-node.ts';
import { found } from './rule.ts';

/** The finding about a name that does not exist, with the nearest ones; `sentence` says where it was looked for. */
export function unknownName(rule: string, node: UnknownNode, sentence: string): Finding {
  const nearest = nearestNames(node.name, node.candidates);
  const [suggestion] = nearest;
  const isMember = node.siblings !== undefined;
  const otherwise = isMember ? 'Leave it out.' : 'Take one from the specification.';
  const hint = suggestion === undefined ? otherwise : `Did you mean ${nearest.join(', ')}?`;
  return found(rule, node, `${sentence} ${hint}`, {
    allowed: nearest,
    ...(suggestion !== undefined && { suggestion, repair: [rename(node, suggestion)] }),
  });
}

/** A member moves to its right name; where that is taken already, the wrong one goes. */
function rename(node: UnknownNode, name: string): JsonPatchOperation {
  const pointer = pointerOf(node);
  if (node.siblings === undefined) return { op: 'replace', path: pointer, value: name };
  if (Object.hasOwn(node.siblings, name)) return { op: 'remove', path: pointer };
  return { op: 'move', from: pointer, path: `${node.base}/${escapeSegment(name)}` };
}
