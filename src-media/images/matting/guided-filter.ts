/** Returns the mean within a square around each position, by running sums. */
export function boxMean(values: Float32Array, width: number, height: number, radius: number): Float32Array {
  const rows = new Float32Array(values.length);
  for (let y = 0; y < height; y += 1) runningMean(values, rows, y * width, 1, width, radius);
  const result = new Float32Array(values.length);
  for (let x = 0; x < width; x += 1) runningMean(rows, result, x, width, height, radius);
  return result;
}

function runningMean(
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  count: number,
  radius: number,
): void {
  let sum = 0;
  let members = 0;
  for (let index = -radius; index < count; index += 1) {
    const enters = index + radius;
    if (enters < count) {
      sum += from[start + enters * step] ?? 0;
      members += 1;
    }
    const leaves = index - radius - 1;
    if (leaves >= 0) {
      sum -= from[start + leaves * step] ?? 0;
      members -= 1;
    }
    if (index >= 0) to[start + index * step] = sum / members;
  }
}

/** A linear model for each neighbourhood: `slope × guide + offset` approximates its values. */
export interface GuidedLines {
  readonly slopes: Float32Array;
  readonly offsets: Float32Array;
}

/**
 * Fits values to a guide, so that their edges follow the guide's edges (guided filter of He, Sun and Tang).
 *
 * @param smoothness squared strength that an edge of the guide must have
 */
export function fitToGuide(
  guide: Float32Array,
  values: Float32Array,
  size: { readonly width: number; readonly height: number },
  { radius, smoothness }: { readonly radius: number; readonly smoothness: number },
): GuidedLines {
  const mean = (list: Float32Array) => boxMean(list, size.width, size.height, radius);
  const guideMean = mean(guide);
  const valueMean = mean(values);
  const products = mean(guide.map((own, index) => own * (values[index] ?? 0)));
  const squares = mean(guide.map((own) => own * own));
  const slopes = guide.map((_, index) => {
    const own = guideMean[index] ?? 0;
    const variance = (squares[index] ?? 0) - own * own;
    return ((products[index] ?? 0) - own * (valueMean[index] ?? 0)) / (variance + smoothness);
  });
  const offsets = slopes.map((slope, index) => (valueMean[index] ?? 0) - slope * (guideMean[index] ?? 0));
  return { slopes: mean(slopes), offsets: mean(offsets) };
}
