/*
 * The inner loop of dense search in WebAssembly, because its vector instructions take four components at a time where JavaScript takes one. Sums
 * are those of the loop in `dense-index.ts`, component by component in the same order, so both give the same bits. Made with wat2wasm from:
 *
 * (module
 *   (import "m" "m" (memory 0))
 *   (func (export "score") (param $query i32) (param $rows i32) (param $count i32) (param $bytes i32) (param $out i32)
 *     (local $end i32) (local $q i32) (local $row v128) (local $x v128) (local $y v128)
 *     (block $done (loop $next
 *       (br_if $done (i32.eqz (local.get $count)))
 *       (local.set $x (v128.const f64x2 0 0))
 *       (local.set $y (v128.const f64x2 0 0))
 *       (local.set $q (local.get $query))
 *       (local.set $end (i32.add (local.get $rows) (local.get $bytes)))
 *       (loop $four
 *         (local.set $row (v128.load (local.get $rows)))
 *         (local.set $x (f64x2.add (local.get $x)
 *           (f64x2.mul (v128.load (local.get $q)) (f64x2.promote_low_f32x4 (local.get $row)))))
 *         (local.set $y (f64x2.add (local.get $y)
 *           (f64x2.mul (v128.load offset=16 (local.get $q)) (f64x2.promote_low_f32x4
 *             (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $row) (local.get $row))))))
 *         (local.set $q (i32.add (local.get $q) (i32.const 32)))
 *         (br_if $four (i32.lt_u (local.tee $rows (i32.add (local.get $rows) (i32.const 16))) (local.get $end))))
 *       (f32.store (local.get $out) (f32.demote_f64 (f64.max (f64.const 0) (f64.add (f64.add (f64.add
 *         (f64x2.extract_lane 0 (local.get $x)) (f64x2.extract_lane 1 (local.get $x)))
 *         (f64x2.extract_lane 0 (local.get $y))) (f64x2.extract_lane 1 (local.get $y))))))
 *       (local.set $out (i32.add (local.get $out) (i32.const 4)))
 *       (local.set $count (i32.sub (local.get $count) (i32.const 1)))
 *       (br $next)))))
 */
const code =
  'AGFzbQEAAAABCQFgBX9/f39/AAIIAQFtAW0CAAADAgEABwkBBXNjb3JlAAAK2AEB1QECAn8DewJAA0AgAkUNAf0MAAAAAAAAAAAAAAAAAAAAACEI/QwAAAAAAAAAAAAAAAAA' +
  'AAAAIQkgACEGIAEgA2ohBQNAIAH9AAQAIQcgCCAG/QAEACAH/V/98gH98AEhCCAJIAb9AAQQIAcgB/0NCAkKCwwNDg8ICQoLDA0OD/1f/fIB/fABIQkgBkEgaiEGIAFBEGoi' +
  'ASAFSQ0ACyAERAAAAAAAAAAAIAj9IQAgCP0hAaAgCf0hAKAgCf0hAaCltjgCACAEQQRqIQQgAkEBayECDAALCws=';

const pageBytes = 65_536;
let compiled: WebAssembly.Module | undefined;

/** Rows of float32 in a memory of their own, compared with a query all at once. */
export class DenseKernel {
  /** Where the rows go, one after another. */
  readonly rows: Float32Array;
  readonly #query: Float64Array;
  readonly #scores: Float32Array;
  readonly #run: () => void;

  /** `dimensions` must be a positive multiple of four. Throws a RangeError where there is no room for such a memory. */
  constructor(count: number, dimensions: number) {
    const rowsAt = 8 * dimensions;
    const scoresAt = rowsAt + 4 * dimensions * count;
    const memory = new WebAssembly.Memory({ initial: Math.ceil((scoresAt + 4 * count) / pageBytes) });
    compiled ??= new WebAssembly.Module(Buffer.from(code, 'base64'));
    const { exports } = new WebAssembly.Instance(compiled, { m: { m: memory } });
    const score = exports.score as (query: number, rows: number, count: number, bytes: number, out: number) => void;
    this.#query = new Float64Array(memory.buffer, 0, dimensions);
    this.rows = new Float32Array(memory.buffer, rowsAt, dimensions * count);
    this.#scores = new Float32Array(memory.buffer, scoresAt, count);
    this.#run = () => score(0, rowsAt, count, 4 * dimensions, scoresAt);
  }

  /** The inner product of every row with the query, at least 0; valid until the next call. */
  score(query: Float32Array): Float32Array {
    this.#query.set(query);
    this.#run();
    return this.#scores;
  }
}
