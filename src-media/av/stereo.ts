/** Two channels at 48 kHz of equal length, from -1 to 1. */
export interface StereoBlock {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Sound that is asked for piece by piece, from its beginning. */
export interface SoundSource extends Disposable {
  /** The next `count` samples; silence behind the end. */
  read(count: number): StereoBlock;
}

export function silence(count: number): StereoBlock {
  return { left: new Float32Array(count), right: new Float32Array(count) };
}

/** Sound that is in the memory as a whole. */
export function sourceOf({ left, right }: StereoBlock): SoundSource {
  let at = 0;
  return {
    read(count) {
      const block = silence(count);
      block.left.set(left.subarray(at, at + count));
      block.right.set(right.subarray(at, at + count));
      at += count;
      return block;
    },
    [Symbol.dispose]: () => undefined,
  };
}

/** Adds a sound to another from a sample on, at a gain; what reaches beyond its end is left out. */
export function addSound(target: StereoBlock, sound: StereoBlock, startSample: number, gain: number): void {
  const count = Math.min(sound.left.length, target.left.length - startSample);
  for (let index = 0; index < count; index += 1) {
    const at = startSample + index;
    target.left[at] = (target.left[at] ?? 0) + gain * (sound.left[index] ?? 0);
    target.right[at] = (target.right[at] ?? 0) + gain * (sound.right[index] ?? 0);
  }
}
