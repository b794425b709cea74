/** Pixels of the frame between nodes of the mesh. */
export const meshStep = 16;

/**
 * Maps places of a frame to places in its source picture, with one node every `meshStep` pixels and interpolation
 * between. Places are shares of the source's width and height.
 */
export interface Mesh {
  readonly columns: number;
  readonly rows: number;
  readonly xs: Float32Array;
  readonly ys: Float32Array;
}

export function createMesh(width: number, height: number): Mesh {
  const columns = Math.ceil(width / meshStep) + 1;
  const rows = Math.ceil(height / meshStep) + 1;
  return {
    columns,
    rows,
    xs: new Float32Array(columns * rows),
    ys: new Float32Array(columns * rows),
  };
}
