/** `1920×1080` as `16:9`: the ratio in smallest whole numbers. */
export function formatAspectRatio(ratio: { readonly width: number; readonly height: number }): string {
  let [a, b] = [ratio.width, ratio.height];
  while (b !== 0) [a, b] = [b, a % b];
  const divisor = a === 0 ? 1 : a;
  return `${String(ratio.width / divisor)}:${String(ratio.height / divisor)}`;
}
