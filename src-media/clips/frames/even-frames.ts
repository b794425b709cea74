import type { ClipDecoder, DecodedFrame } from '../../av/clip-decoder.ts';
import type { ClipSound } from '../../av/clip-sound.ts';
import type { FrameRate } from '../../av/picture-encoder.ts';

/** Encoders pad their last block: sound that is longer than the pictures by no more than this is padding. */
const paddingSeconds = 0.05;

/**
 * Yields the pictures of a clip at a constant rate. Repeats the previous picture for a missing one and drops surplus
 * ones. Holds the last picture until the sound ends.
 *
 * @param convert copies what the caller needs from a decoded frame, which is valid only until the next one
 * @param sound the sound that the caller writes along with the pictures
 */
export function* evenFrames(
  decoder: ClipDecoder,
  convert: (decoded: DecodedFrame) => Buffer,
  { num, den }: FrameRate,
  sound: Pick<ClipSound, 'endSeconds' | 'isOver'> | null,
): Generator<{ readonly picture: Buffer; readonly isNew: boolean }> {
  let last: Buffer | null = null;
  let index = 0;
  for (let decoded = decoder.next(); decoded; decoded = decoder.next()) {
    const due = Math.round((decoded.seconds * num) / den);
    for (; last && index < due; index += 1) yield { picture: last, isNew: false };
    if (due < index) continue;
    last = convert(decoded);
    yield { picture: last, isNew: true };
    index += 1;
  }
  const soundFrames = ((sound?.endSeconds ?? 0) * num) / den;
  if (!last || soundFrames - index <= (paddingSeconds * num) / den) return;
  // A file may state a longer duration than it has.
  for (; index < soundFrames && !sound?.isOver; index += 1) yield { picture: last, isNew: false };
}
