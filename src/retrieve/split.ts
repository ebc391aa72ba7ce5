/**
 * Splits a technical name into lower-case words: at underscores and other punctuation, between camel-case humps, and between letters and
 * digits (`PurOrdPricingElement`, `to_PurchaseOrderItem`, `MM_PUR_RFQ`). Letters that stand alone and numbers are kept; order is kept.
 */
export function splitIdentifier(name: string): string[] {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

/** Marks that say which layer of a system a name belongs to, not what it holds: SAP's view prefixes and the suffixes of UI services. */
const layerPrefixes = new Set(['a', 'c', 'i', 'p', 'r', 'd', 'e', 'api', 'ce', 'sap', 'yy', 'zz', 'to']);
const layerSuffixes = new Set(['srv', 'cds', 'type', 'wd', 'tp', 'fs', 'op', 'enh']);

/**
 * The words of an EntitySet's or service's name that carry meaning: layer marks and version numbers at both ends are left out.
 * A name that is nothing but marks is kept whole.
 */
export function meaningfulWords(name: string): string[] {
  const words = splitIdentifier(name);
  let start = 0;
  let end = words.length;
  while (start < end - 1 && layerPrefixes.has(words[start] ?? '')) start++;
  while (end > start + 1 && (layerSuffixes.has(words[end - 1] ?? '') || /^\d+$/.test(words[end - 1] ?? ''))) end--;
  return words.slice(start, end);
}
