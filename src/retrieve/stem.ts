/**
 * The stem of a lower-case English word by the algorithm of Porter (1980, "An algorithm for suffix stripping"), with the two departures
 * of the author's own reference program (`bli` -> `ble`, `logi` -> `log`). Words of one or two letters and words with digits stay as they are.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let w = word.startsWith('y') ? `Y${word.slice(1)}` : word;
  w = pluralsAndParticiples(w);
  w = replaceSuffix(w, doubleSuffixes, 0);
  w = replaceSuffix(w, singleSuffixes, 0);
  w = dropSuffix(w);
  return tidyEnd(w).toLowerCase();
}

const consonant = '[^aeiou]';
const vowel = '[aeiouy]';
const consonants = `${consonant}[^aeiouy]*`;
const vowels = `${vowel}[aeiou]*`;
const measureAbove0 = new RegExp(`^(${consonants})?${vowels}${consonants}`);
const measureIs1 = new RegExp(`^(${consonants})?${vowels}${consonants}(${vowels})?$`);
const measureAbove1 = new RegExp(`^(${consonants})?${vowels}${consonants}${vowels}${consonants}`);
const hasVowel = new RegExp(`^(${consonants})?${vowel}`);
const endsConsonantVowelConsonant = new RegExp(`^${consonants}${vowel}[^aeiouwxy]$`);

const doubleSuffixes: Readonly<Record<string, string>> = {
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  bli: 'ble',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
  logi: 'log',
};

const singleSuffixes: Readonly<Record<string, string>> = {
  icate: 'ic',
  ative: '',
  alize: 'al',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
};

const droppedSuffix =
  /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize|(?<=[st])ion)$/;

function pluralsAndParticiples(word: string): string {
  let w = word;
  if (w.endsWith('sses') || w.endsWith('ies')) w = w.slice(0, -2);
  else if (w.endsWith('s') && !w.endsWith('ss')) w = w.slice(0, -1);

  if (w.endsWith('eed')) {
    if (measureAbove0.test(w.slice(0, -3))) w = w.slice(0, -1);
  } else {
    const base = w.endsWith('ed') ? w.slice(0, -2) : w.endsWith('ing') ? w.slice(0, -3) : undefined;
    if (base !== undefined && hasVowel.test(base)) w = repairParticiple(base);
  }
  if (w.endsWith('y') && hasVowel.test(w.slice(0, -1))) w = `${w.slice(0, -1)}i`;
  return w;
}

function repairParticiple(base: string): string {
  if (/(at|bl|iz)$/.test(base)) return `${base}e`;
  if (/([^aeiouylsz])\1$/.test(base)) return base.slice(0, -1);
  return endsConsonantVowelConsonant.test(base) ? `${base}e` : base;
}

function replaceSuffix(word: string, table: Readonly<Record<string, string>>, minimum: number): string {
  for (let length = Math.min(7, word.length - 1); length >= 3; length--) {
    const replacement = table[word.slice(-length)];
    if (replacement === undefined) continue;
    const base = word.slice(0, -length);
    return base.length > minimum && measureAbove0.test(base) ? base + replacement : word;
  }
  return word;
}

function dropSuffix(word: string): string {
  const match = droppedSuffix.exec(word);
  const base = match?.[1];
  return base !== undefined && measureAbove1.test(base) ? base : word;
}

function tidyEnd(word: string): string {
  let w = word;
  if (w.endsWith('e')) {
    const base = w.slice(0, -1);
    if (measureAbove1.test(base) || (measureIs1.test(base) && !endsConsonantVowelConsonant.test(base))) w = base;
  }
  if (w.endsWith('ll') && measureAbove1.test(w)) w = w.slice(0, -1);
  return w;
}
