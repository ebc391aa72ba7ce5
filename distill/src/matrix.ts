/** A dense matrix of float32, row after row. */
export class Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;

  constructor(rows: number, columns: number, values = new Float32Array(rows * columns)) {
    this.rows = rows;
    this.columns = columns;
    this.values = values;
  }

  /** A view of one row; writing to it writes to the matrix. */
  row(index: number): Float32Array {
    return this.values.subarray(index * this.columns, (index + 1) * this.columns);
  }

  /** The mean of all rows. */
  mean(): Float64Array {
    const mean = new Float64Array(this.columns);
    for (let r = 0; r < this.rows; r++) {
      const row = this.row(r);
      for (let c = 0; c < this.columns; c++) mean[c] = (mean[c] ?? 0) + (row[c] ?? 0) / this.rows;
    }
    return mean;
  }

  /** Takes a vector from every row, in place. */
  subtract(vector: ArrayLike<number>): this {
    for (let r = 0; r < this.rows; r++) {
      const row = this.row(r);
      for (let c = 0; c < this.columns; c++) row[c] = (row[c] ?? 0) - (vector[c] ?? 0);
    }
    return this;
  }

  /** This matrix times a list of column vectors: one column of the result each. */
  times(vectors: readonly Float64Array[]): Matrix {
    const result = new Matrix(this.rows, vectors.length);
    for (let r = 0; r < this.rows; r++) {
      const row = this.row(r);
      const out = result.row(r);
      for (const [v, vector] of vectors.entries()) {
        let sum = 0;
        for (let c = 0; c < this.columns; c++) sum += (row[c] ?? 0) * (vector[c] ?? 0);
        out[v] = sum;
      }
    }
    return result;
  }
}
