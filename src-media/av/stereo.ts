/** Two channels at 48 kHz of equal length, from -1 to 1. */
export interface StereoBlock {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Sound that is read in blocks from its beginning. */
export interface SoundSource extends Disposable {
  /** Returns the next `count` samples; silence after the end. */
  read(count: number): StereoBlock;
}

export function silence(count: number): StereoBlock {
  return { left: new Float32Array(count), right: new Float32Array(count) };
}

/** Makes a source from sound that is completely in memory. */
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

/** Mixes a sound into another from a sample on, with a gain. Drops samples past the target's end. */
export function addSound(target: StereoBlock, sound: StereoBlock, startSample: number, gain: number): void {
  const count = Math.min(sound.left.length, target.left.length - startSample);
  for (let index = 0; index < count; index += 1) {
    const at = startSample + index;
    target.left[at] = (target.left[at] ?? 0) + gain * (sound.left[index] ?? 0);
    target.right[at] = (target.right[at] ?? 0) + gain * (sound.right[index] ?? 0);
  }
}
