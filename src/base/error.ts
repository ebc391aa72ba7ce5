/**
 * What must be said when somebody has to act: one entry per code, whose function makes the one sentence from typed data.
 * Each sentence names what happened and what to do. Exit codes and HTTP statuses are tables keyed by code in `cli` and `server`.
 */
const catalogue = {
  /** The command line or a programmatic option is wrong. `data.problem` is a whole sentence. */
  usage: (data: { problem: string }) => data.problem,
  /** A file or folder that the user named does not exist or cannot be read. */
  'path-unreadable': (data: { path: string; reason: string }) =>
    `Cannot read ${data.path}: ${data.reason}. Check the path and its permissions.`,
  /** The folder holds no landscape.yaml. */
  'landscape-missing': (data: { folder: string }) =>
    `There is no landscape.yaml in ${data.folder}. Run "groundrail init ${data.folder}" to write one from the files found there.`,
  /** landscape.yaml cannot be used at all; partly bad ones load with findings. */
  'landscape-invalid': (data: { path: string; line?: number; problem: string }) =>
    `${data.path}${data.line === undefined ? '' : `:${data.line}`}: ${data.problem}`,
  /** A search, describe or call needs an index and none was made. */
  'index-missing': (data: { store: string; landscape: string }) =>
    `There is no index at ${data.store}. Run "groundrail index ${data.landscape}" first, or name another landscape with -C.`,
  /** The index was written by a newer Groundrail. */
  'index-newer': (data: { store: string; found: number; supported: number }) =>
    `The index at ${data.store} has schema ${data.found}, this version reads up to ${data.supported}. Update groundrail, or index again into another --store.`,
  /** The index file is not one, or is damaged. */
  'index-damaged': (data: { store: string; reason: string }) =>
    `The index at ${data.store} cannot be read: ${data.reason}. If it is an index of groundrail, delete it and run "groundrail index" again; otherwise name another place with --store.`,
  /** The index was made by an earlier version whose search tables this one cannot use. */
  'index-outdated': (data: { store: string; landscape: string }) =>
    `The index at ${data.store} was made by another version of groundrail and cannot be searched by this one. Run "groundrail index ${data.landscape}" again.`,
  /** The embedder has the name of the one that made the index and gives other vectors. */
  'embedder-changed': (data: { store: string; embedder: string; indexed: string; found: string; landscape: string }) =>
    `The index at ${data.store} was made with another state of the embedder ${data.embedder} (${data.indexed}, not ${data.found}). Run "groundrail index ${data.landscape}" again.`,
  /** The index was made with another embedder than the one asked for. */
  'embedder-mismatch': (data: { store: string; indexed: string; requested: string }) =>
    `The index at ${data.store} was made with the embedder ${data.indexed}, not ${data.requested}. Search with --embedder ${data.indexed}, or index again with --embedder ${data.requested}.`,
  /** An embedder or language model cannot be used: unknown name, missing file, missing optional package. */
  'model-unavailable': (data: { model: string; reason: string; remedy: string }) =>
    `The model ${data.model} cannot be used: ${data.reason}. ${data.remedy}`,
  /** Writing failed: read-only or full disk, missing permission. What was there before is untouched. */
  'storage-unwritable': (data: { path: string; reason: string }) =>
    `Cannot write ${data.path}: ${data.reason}. The previous content is untouched; free space or name another place with --store.`,
  /** Another process holds the write lock of the index. */
  'index-locked': (data: { store: string }) =>
    `Another process is writing the index at ${data.store}. Wait until it has finished and run the command again.`,
  /** The database of traces, plans and approvals is damaged, newer than this version, or locked. It is never deleted. */
  'records-unusable': (data: { store: string; reason: string }) =>
    `The records at ${data.store} cannot be used: ${data.reason}. Keep the file; update groundrail, restore a backup, or name another place with --store.`,
  /** The landscape has no such service, EntitySet or operation; `nearest` are ids that look like it, best first. */
  'target-unknown': (data: { target: string; nearest: readonly string[] }) =>
    `There is no ${data.target} in this landscape. ${data.nearest.length === 0 ? 'Find the name with "groundrail search".' : `Did you mean ${data.nearest.join(', ')}?`}`,
  /** A remote system or database did not answer. */
  unreachable: (data: { target: string; reason: string }) =>
    `${data.target} cannot be reached: ${data.reason}. Check the address, the network and the credentials.`,
} as const;

/** Every code of the catalogue. */
export type ErrorCode = keyof typeof catalogue;

/** The data that belongs to a code. */
export type ErrorData<C extends ErrorCode> = Parameters<(typeof catalogue)[C]>[0];

/** Thrown when somebody must act. `code` is stable, `data` is typed per code, `cause` keeps the origin. */
export class GroundrailError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly data: ErrorData<C>;

  constructor(code: C, data: ErrorData<C>, options?: { cause?: unknown }) {
    const sentence = catalogue[code] as (data: ErrorData<C>) => string;
    super(sentence(data), options);
    this.name = 'GroundrailError';
    this.code = code;
    this.data = data;
  }
}

/** Narrows an unknown to a GroundrailError, of one code where given. */
export function isGroundrailError<C extends ErrorCode>(error: unknown, code?: C): error is GroundrailError<C> {
  return error instanceof GroundrailError && (code === undefined || error.code === code);
}
