import { GroundrailError } from '../../base/index.ts';

/** A tensor as onnxruntime makes and returns it. */
export interface OnnxTensor {
  readonly data: unknown;
  readonly dims: readonly number[];
}

/** A loaded model. */
export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, OnnxTensor>): Promise<Record<string, OnnxTensor>>;
}

/** What is used of the optional package onnxruntime-node. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(
      path: string,
      options: { intraOpNumThreads?: number; logSeverityLevel?: 0 | 1 | 2 | 3 | 4 },
    ): Promise<OnnxSession>;
  };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => OnnxTensor;
}

const optionalPackage = 'onnxruntime-node';

/** The installed runtime; throws `model-unavailable` with the command that installs it. */
export async function importOnnxRuntime(model: string): Promise<OnnxRuntime> {
  try {
    const imported: { default?: OnnxRuntime } & OnnxRuntime = await import(optionalPackage);
    return imported.default ?? imported;
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    const reason = missing
      ? `the optional package ${optionalPackage} is not installed`
      : `the optional package ${optionalPackage} does not load (${error instanceof Error ? error.message : String(error)})`;
    const remedy = `Run "ONNXRUNTIME_NODE_INSTALL=skip npm install ${optionalPackage}@1.30.0", or use the embedder "static", which needs nothing.`;
    throw new GroundrailError('model-unavailable', { model, reason, remedy }, { cause: error });
  }
}
