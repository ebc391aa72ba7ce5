/** How a WordPiece tokenizer prepares text and names its special pieces; the defaults are those of uncased BERT. */
export interface WordPieceOptions {
  lowerCase?: boolean;
  stripAccents?: boolean;
  unknownPiece?: string;
  /** Written before a piece that continues a word. */
  continuation?: string;
}

const ideographs =
  /[\u4E00-\u9FFF\u3400-\u4DBF\uF900-\uFAFF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B820}-\u{2CEAF}\u{2F800}-\u{2FA1F}]/gu;
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\uFFFD]/gu;
const words = /[!-/:-@[-`{-~\p{P}]|[^\s!-/:-@[-`{-~\p{P}]+/gu;
const asciiOnly = /^[\t\n\r\x20-\x7e]*$/;
const longestWord = 100;
const charactersPerPiece = 100;

/**
 * WordPiece as in BERT (Devlin et al. 2018): clean, strip accents (NFD), lower-case, split at space and punctuation, then the longest
 * match first, a continuing piece with `##`; a word without a match is one unknown piece.
 */
export class WordPiece {
  readonly #ids: ReadonlyMap<string, number>;
  readonly #lowerCase: boolean;
  readonly #stripAccents: boolean;
  readonly #continuation: string;
  /** The id of the piece that stands for words outside the vocabulary. */
  readonly unknown: number;

  constructor(ids: ReadonlyMap<string, number>, options: WordPieceOptions = {}) {
    this.#ids = ids;
    this.#lowerCase = options.lowerCase ?? true;
    this.#stripAccents = options.stripAccents ?? this.#lowerCase;
    this.#continuation = options.continuation ?? '##';
    const unknown = ids.get(options.unknownPiece ?? '[UNK]');
    if (unknown === undefined) throw new RangeError('the vocabulary has no piece for unknown words');
    this.unknown = unknown;
  }

  /** The piece ids of a text without special pieces, at most `limit`; what lies past 100 characters a piece is not read. */
  encode(text: string, limit: number): number[] {
    const ids: number[] = [];
    for (const [word] of this.#normalize(text.slice(0, limit * charactersPerPiece)).matchAll(words)) {
      this.#appendWord(word, ids);
      if (ids.length >= limit) {
        ids.length = limit;
        break;
      }
    }
    return ids;
  }

  #normalize(text: string): string {
    if (asciiOnly.test(text)) return this.#lowerCase ? text.toLowerCase() : text;
    let clean = text
      .replace(/[\t\n\r]/g, ' ')
      .replace(invisible, '')
      .replace(ideographs, ' $& ');
    if (this.#stripAccents) clean = clean.normalize('NFD').replace(/\p{Mn}/gu, '');
    return this.#lowerCase ? clean.toLowerCase() : clean;
  }

  #appendWord(word: string, ids: number[]): void {
    const whole = this.#ids.get(word);
    if (whole !== undefined) {
      ids.push(whole);
      return;
    }
    const before = ids.length;
    let start = word.length > longestWord ? word.length : 0;
    let matched = start === 0;
    while (matched && start < word.length) {
      matched = false;
      for (let end = word.length; end > start && !matched; end--) {
        const part = word.slice(start, end);
        const id = this.#ids.get(start === 0 ? part : this.#continuation + part);
        if (id !== undefined) {
          ids.push(id);
          start = end;
          matched = true;
        }
      }
    }
    if (!matched) {
      ids.length = before;
      ids.push(this.unknown);
    }
  }
}
