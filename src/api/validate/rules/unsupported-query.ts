import type { Finding } from '../../../base/index.ts';
import { found, type Rule } from '../rule.ts';

/** A read asks only for what the EntitySet supports: paging, counting, searching, expanding. */
export const unsupportedQuery: Rule = {
  name: 'unsupported-query',
  query({ path, query, set, type, hasKey }) {
    const { attributes } = set;
    const pageable = attributes.pageable !== false;
    const refused: [string, boolean, string][] = [
      ['top', query.top !== undefined && !(pageable && attributes.topSupported !== false), 'cannot be cut'],
      ['skip', query.skip !== undefined && !(pageable && attributes.skipSupported !== false), 'cannot be paged'],
      ['count', query.count === true && attributes.countable === false, 'cannot be counted'],
      ['search', query.search !== undefined && attributes.searchable === false, 'cannot be searched; use a filter'],
      ['expand', (query.expand?.length ?? 0) > 0 && attributes.expandable === false, 'cannot be expanded'],
    ];
    const findings: Finding[] = refused.flatMap(([option, isRefused, why]) =>
      isRefused ? [leaveOut(`${path}/${option}`, `${set.name} ${why}`, option)] : [],
    );
    query.expand?.forEach((name, index) => {
      if (attributes.nonExpandableProperties?.includes(name) !== true || set.type !== type) return;
      const pointer = `${path}/expand/${index}`;
      findings.push(leaveOut(pointer, `${set.name} cannot be expanded by ${name}; read it apart`, name));
    });
    if (!hasKey) return findings;
    for (const option of ['filter', 'orderby', 'top', 'skip', 'count', 'search'] as const) {
      const given = query[option];
      if (given === undefined || given === false || (Array.isArray(given) && given.length === 0)) continue;
      findings.push(leaveOut(`${path}/${option}`, 'A read by key gives one entity', option));
    }
    return findings;
  },
};

function leaveOut(pointer: string, why: string, option: string): Finding {
  return found(unsupportedQuery.name, pointer, `${why}; leave out ${option}.`, {
    repair: [{ op: 'remove', path: pointer }],
  });
}
