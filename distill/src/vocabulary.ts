import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WordPiece } from '../../src/models/index.ts';

/** The teacher's pieces that ordinary text can hold: without the unused and the special ones but the unknown one, which comes first. */
export function readPieces(folder: string): { pieces: string[]; tokenizer: WordPiece } {
  const file: { model: { vocab: Record<string, number> } } = JSON.parse(
    readFileSync(join(folder, 'tokenizer.json'), 'utf8'),
  );
  const kept = Object.keys(file.model.vocab).filter((piece) => !/^\[(unused\d+|PAD|CLS|SEP|MASK|UNK)\]$/.test(piece));
  const pieces = ['[UNK]', ...kept];
  return { pieces, tokenizer: new WordPiece(new Map(pieces.map((piece, id) => [piece, id]))) };
}
