/** Reduces a ratio to the smallest whole numbers: `1920×1080` becomes `16:9`. */
export function formatAspectRatio(ratio: { readonly width: number; readonly height: number }): string {
  let a = ratio.width;
  let b = ratio.height;
  while (b !== 0) [a, b] = [b, a % b];
  const divisor = a === 0 ? 1 : a;
  return `${String(ratio.width / divisor)}:${String(ratio.height / divisor)}`;
}
