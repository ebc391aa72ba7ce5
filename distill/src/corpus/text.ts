/** The words of an identifier: `A_PurOrdPricingElementType` becomes "Pur Ord Pricing Element Type". */
export function splitIdentifier(name: string): string {
  return name
    .replace(/^[A-Z]{1,2}_/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[_.\-/]+/g, ' ')
    .trim();
}

/** Text of an XML attribute or element without markup and character references. */
export function unescapeXml(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&amp;/g, '&')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Sentences of 4 to 40 words from running text or Markdown. */
export function sentences(text: string): string[] {
  return text
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]*>|\{\{[^}]*\}\}|https?:\S+/g, ' ')
    .replace(/[*_`#>|]+/g, ' ')
    .split(/(?<=[.!?])\s+|\n\s*\n|\n\s*(?:[-+]|\d+\.)\s+|\n(?=\S)/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => {
      const words = sentence.split(' ').length;
      return words >= 4 && words <= 40 && /[a-z]{3}/.test(sentence);
    });
}

/** A stable order that looks random: by FNV-1a hash of the text. */
export function shuffled<T>(items: readonly T[], text: (item: T) => string): T[] {
  const hash = (value: string) => {
    let h = 0x811c9dc5;
    for (let i = 0; i < value.length; i++) h = Math.imul(h ^ value.charCodeAt(i), 0x01000193) >>> 0;
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) >>> 0;
    return (h ^ (h >>> 13)) >>> 0;
  };
  return items
    .map((item) => ({ item, key: hash(text(item)), tie: text(item) }))
    .sort((a, b) => a.key - b.key || (a.tie < b.tie ? -1 : 1))
    .map(({ item }) => item);
}
