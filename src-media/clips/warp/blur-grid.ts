/** Blurs a grid with a box filter applied twice, which is nearly a Gaussian. Returns a copy. */
export function blurGrid(values: Float32Array, columns: number, rows: number, radius: number): Float32Array {
  let blurred = values;
  for (let round = 0; round < 2; round += 1) {
    blurred = blurLines(blurred, { count: rows, length: columns, step: 1, stride: columns }, radius);
    blurred = blurLines(blurred, { count: columns, length: rows, step: columns, stride: 1 }, radius);
  }
  return blurred;
}

interface Lines {
  readonly count: number;
  readonly length: number;
  /** Offset between values of a line, and offset between lines. */
  readonly step: number;
  readonly stride: number;
}

function blurLines(
  values: Float32Array,
  { count, length, step, stride }: Lines,
  radius: number,
): Float32Array {
  const blurred = new Float32Array(values.length);
  for (let line = 0; line < count; line += 1) {
    const start = line * stride;
    const valueAt = (index: number): number =>
      values[start + Math.max(0, Math.min(length - 1, index)) * step] ?? 0;
    let sum = 0;
    for (let index = -radius; index < radius; index += 1) sum += valueAt(index);
    for (let index = 0; index < length; index += 1) {
      sum += valueAt(index + radius);
      blurred[start + index * step] = sum / (2 * radius + 1);
      sum -= valueAt(index - radius);
    }
  }
  return blurred;
}
