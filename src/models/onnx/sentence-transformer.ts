import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { WordPiece } from '../word-piece.ts';

/** A local sentence-transformers folder, read and checked: its tokenizer and how token vectors become one row. */
export interface SentenceTransformer {
  readonly name: string;
  readonly modelFile: string;
  /** Hash of every file that decides about the rows. */
  readonly revision: string;
  readonly tokenizer: WordPiece;
  readonly first: number;
  readonly last: number;
  readonly pooling: 'mean' | 'cls' | 'max';
  /** Pieces a text may have, the two special ones included. */
  readonly maxLength: number;
}

type Json = Readonly<Record<string, unknown>>;

const largestConfiguration = 64 * 1024 * 1024;

/** Reads the folder's configuration files; throws a RangeError whose message says what is missing or not supported. */
export async function readSentenceTransformer(folder: string): Promise<SentenceTransformer> {
  const config = await readJson(folder, 'config.json');
  if (config === undefined) throw new RangeError('it has no config.json');
  const tokenizerConfig = (await readJson(folder, 'tokenizer_config.json')) ?? {};
  const tokenizerFile = await readJson(folder, 'tokenizer.json');
  const sentence = (await readJson(folder, 'sentence_bert_config.json')) ?? {};
  const ids = tokenizerFile === undefined ? await readVocabulary(folder) : vocabularyOf(tokenizerFile);
  const special = (key: string, fallback: string) => {
    const piece = text(tokenizerConfig[key]) ?? text(object(tokenizerConfig[key])?.content) ?? fallback;
    const id = ids.get(piece);
    if (id === undefined) throw new RangeError(`its vocabulary has no ${piece}`);
    return id;
  };
  const normalizer = object(tokenizerFile?.normalizer) ?? {};
  const lowerCase = flag(sentence.do_lower_case) || (flag(normalizer.lowercase) ?? flag(tokenizerConfig.do_lower_case));
  const stripAccents = flag(normalizer.strip_accents) ?? flag(tokenizerConfig.strip_accents);
  const modelFile = await findModelFile(folder);
  return {
    name: basename(folder),
    modelFile,
    revision: await hashOf([...configurationFiles.map((file) => join(folder, file)), modelFile]),
    tokenizer: new WordPiece(ids, {
      ...(lowerCase === undefined ? {} : { lowerCase }),
      ...(stripAccents === undefined ? {} : { stripAccents }),
      unknownPiece: text(tokenizerConfig.unk_token) ?? '[UNK]',
      continuation: text(object(tokenizerFile?.model)?.continuing_subword_prefix) ?? '##',
    }),
    first: special('cls_token', '[CLS]'),
    last: special('sep_token', '[SEP]'),
    pooling: poolingOf((await readJson(folder, join('1_Pooling', 'config.json'))) ?? {}),
    maxLength: Math.min(
      ...[
        sentence.max_seq_length ?? object(tokenizerFile?.truncation)?.max_length,
        tokenizerConfig.model_max_length,
        config.max_position_embeddings,
        512,
      ].filter((value): value is number => typeof value === 'number' && value >= 3),
    ),
  };
}

const configurationFiles = [
  'config.json',
  'tokenizer_config.json',
  'tokenizer.json',
  'vocab.txt',
  'sentence_bert_config.json',
  join('1_Pooling', 'config.json'),
];

async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update('\0');
    if (!existsSync(file)) continue;
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(chunk);
  }
  return hash.digest('hex').slice(0, 16);
}

function poolingOf(config: Json): SentenceTransformer['pooling'] {
  const modes = Object.keys(config).filter((key) => key.startsWith('pooling_mode_') && config[key] === true);
  const [mode = 'pooling_mode_mean_tokens', ...others] = modes;
  if (others.length === 0 && mode === 'pooling_mode_mean_tokens') return 'mean';
  if (others.length === 0 && mode === 'pooling_mode_cls_token') return 'cls';
  if (others.length === 0 && mode === 'pooling_mode_max_tokens') return 'max';
  throw new RangeError(`its pooling ${modes.join(' + ')} is not supported (mean, cls or max is)`);
}

function vocabularyOf(tokenizerFile: Json): Map<string, number> {
  const model = object(tokenizerFile.model) ?? {};
  if (model.type !== undefined && model.type !== 'WordPiece') {
    throw new RangeError(`its tokenizer is ${text(model.type) ?? 'unknown'}, only WordPiece is supported`);
  }
  const vocabulary = object(model.vocab);
  if (vocabulary === undefined) throw new RangeError('its tokenizer.json has no WordPiece vocabulary');
  const ids = new Map<string, number>();
  for (const [piece, id] of Object.entries(vocabulary)) if (typeof id === 'number') ids.set(piece, id);
  return ids;
}

async function readVocabulary(folder: string): Promise<Map<string, number>> {
  const content = await readBounded(join(folder, 'vocab.txt'));
  if (content === undefined) throw new RangeError('it has neither tokenizer.json nor vocab.txt');
  const pieces = content.split(/\r?\n/);
  if (pieces.at(-1) === '') pieces.pop();
  return new Map(pieces.map((piece, id) => [piece, id]));
}

async function findModelFile(folder: string): Promise<string> {
  for (const place of ['onnx', '.']) {
    const names = existsSync(join(folder, place)) ? await readdir(join(folder, place)) : [];
    const models = names.filter((name) => /^model.*\.onnx$/.test(name)).sort();
    const chosen = models.find((name) => name === 'model.onnx') ?? models[0];
    if (chosen !== undefined) return join(folder, place, chosen);
  }
  throw new RangeError('it has no onnx/model*.onnx');
}

async function readBounded(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined;
  if ((await stat(path)).size > largestConfiguration) throw new RangeError(`${path} is larger than 64 MB`);
  return readFile(path, 'utf8');
}

async function readJson(folder: string, name: string): Promise<Json | undefined> {
  const content = await readBounded(join(folder, name));
  if (content === undefined) return undefined;
  try {
    return object(JSON.parse(content)) ?? {};
  } catch (error) {
    throw new RangeError(`its ${name} is not JSON`, { cause: error });
  }
}

function object(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const flag = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
