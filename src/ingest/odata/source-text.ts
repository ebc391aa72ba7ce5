import { LineIndex } from '../line-index.ts';

/** The text of one file; turns offsets into lines and columns (1-based) when somebody asks. */
export class SourceText {
  readonly file: string;
  readonly text: string;
  #lines: LineIndex | undefined;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  position(offset: number): { line: number; column: number } {
    this.#lines ??= new LineIndex(this.text);
    return this.#lines.at(offset);
  }
}
