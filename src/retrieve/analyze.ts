import { stem } from './stem.ts';

/** Words without meaning of their own in a request; they are neither indexed nor searched. */
const stopWords = new Set(
  (
    'a an and are as at be been being but by can could did do does doing done for from had has have having he her hers him his i if in into is it ' +
    'its just me mine my myself nor not of on or our ours out over own please she should so some such than that the their theirs them then there ' +
    'these they this those though to too under until up us very was we were what when where which while who whom whose why will with would ' +
    'you your yours am any all also because before after during each both few more most other only same again further once here how no off ' +
    'about above below between through against let lets may might must shall via per within without upon onto among yet still already now ' +
    'd ll m re s t ve don isn aren wasn weren doesn didn hasn haven won wouldn couldn shouldn cannot id im'
  ).split(' '),
);

/** Irregular forms of common English verbs and nouns, each to its base form, so that "bought" and "buy" meet. */
const irregular: ReadonlyMap<string, string> = new Map(
  (
    'bought:buy sold:sell sent:send paid:pay made:make came:come gave:give given:give took:take taken:take went:go gone:go ' +
    'got:get gotten:get kept:keep left:leave lent:lend lost:lose met:meet ran:run said:say seen:see saw:see shown:show spent:spend ' +
    'stood:stand stuck:stick told:tell thrown:throw threw:throw wrote:write written:write broke:break broken:break built:build ' +
    'brought:bring chose:choose chosen:choose drew:draw drawn:draw drove:drive driven:drive fell:fall fallen:fall felt:feel found:find ' +
    'forgot:forget forgotten:forget froze:freeze frozen:freeze grew:grow grown:grow held:hold knew:know known:know led:lead meant:mean ' +
    'owed:owe rose:rise risen:rise sought:seek shut:shut slept:sleep spoke:speak spoken:speak stole:steal stolen:steal taught:teach ' +
    'thought:think understood:understand wore:wear worn:wear won:win men:man women:woman people:person feet:foot ' +
    'children:child criteria:criterion indices:index leaves:leave'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

const stems = new Map<string, string>();
const maximumCachedStems = 50_000;

/** The term under which a lower-case word is indexed: base form of irregular words, American spelling, then the Porter stem. */
export function termOf(word: string): string {
  let term = stems.get(word);
  if (term === undefined) {
    term = stem(american(irregular.get(word) ?? word));
    if (stems.size >= maximumCachedStems) stems.clear();
    stems.set(word, term);
  }
  return term;
}

/** True for words that carry no meaning of their own; the argument is a lower-case word. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

const ascii = /^[\0-\x7f]*$/;

/** The lower-case words of running text, accents and possessive endings removed, `G/L` kept as one word. */
export function words(text: string): string[] {
  let plain = text.toLowerCase();
  if (!ascii.test(plain)) plain = plain.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'");
  if (plain.includes('/')) plain = plain.replace(/\b(\p{L})\/(\p{L})\b/gu, '$1$2');
  if (plain.includes("'")) plain = plain.replace(/'s(?![\p{L}\d])/gu, '').replace(/(\p{L})'(\p{L})/gu, '$1$2');
  return plain.match(ascii.test(plain) ? /[a-z0-9]+/g : /[\p{L}\d]+/gu) ?? [];
}

/** The index terms of running text, in order and with repetitions, without stop words. */
export function analyze(text: string): string[] {
  return analyzeWords(words(text));
}

/** The index terms of words. */
export function analyzeWords(list: readonly string[]): string[] {
  const terms: string[] = [];
  for (const word of list) if (!stopWords.has(word)) terms.push(termOf(word));
  return terms;
}

/** True for a word with meaning that is no number. */
export function isContentWord(word: string): boolean {
  return !stopWords.has(word) && !/\d/.test(word);
}

/** The distinct words of running text that carry meaning, as they stand, without numbers. */
export function contentWords(text: string): string[] {
  return [...new Set(words(text).filter(isContentWord))];
}

function american(word: string): string {
  if (word.length < 6) return word;
  return word
    .replace(/centre(s?)$/, 'center$1')
    .replace(/isation(s?)$/, 'ization$1')
    .replace(britishVerb, '$1iz')
    .replace(/^(lab|col|fav|behavi)our/, '$1or')
    .replace(/^catalogue/, 'catalog')
    .replace(/^cheque/, 'check');
}

const britishVerb =
  /^(organ|real|capital|util|recogn|author|final|summar|standard|priorit|categor|minim|maxim|optim|normal|custom|local|special|digit)is(?=(e|es|ed|er|ing)$)/;
