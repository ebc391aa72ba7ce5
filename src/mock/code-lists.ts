import { parse } from 'yaml';

interface CodeListFile {
  valueHelp?: {
    service: string;
    entityType: string;
    property: string;
    fixed?: boolean;
    values?: { code: string | number; text?: string }[];
  }[];
}

/** Closed lists of value-help files: service id to `<type>/<property>` to codes. Lists with `fixed: false` are open and left out. */
export function readCodeLists(texts: readonly string[]): Map<string, Map<string, readonly string[]>> {
  const lists = new Map<string, Map<string, readonly string[]>>();
  for (const text of texts) {
    const file = parse(text, { maxAliasCount: 100 }) as CodeListFile | null;
    for (const list of file?.valueHelp ?? []) {
      if (list.fixed === false || !list.values) continue;
      let ofService = lists.get(list.service);
      if (!ofService) {
        ofService = new Map();
        lists.set(list.service, ofService);
      }
      ofService.set(
        `${list.entityType}/${list.property}`,
        list.values.map((value) => String(value.code)),
      );
    }
  }
  return lists;
}

/** What an action does to the data: sets properties of the entity it is called for. */
export interface Effect {
  service: string;
  action: string;
  entitySet: string;
  set: Record<string, string | number | boolean | null>;
}

/** The effects of effects.yaml files. */
export function readEffects(texts: readonly string[]): Effect[] {
  return texts.flatMap((text) => (parse(text, { maxAliasCount: 100 }) as { effects?: Effect[] } | null)?.effects ?? []);
}
