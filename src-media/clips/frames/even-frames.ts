import type { ClipDecoder, DecodedFrame } from '../../av/clip-decoder.ts';
import type { ClipSound } from '../../av/clip-sound.ts';
import type { FrameRate } from '../../av/picture-encoder.ts';

/** Encoders fill up their last block: so much more sound than pictures is no sound of its own. */
const paddingSeconds = 0.05;

/**
 * The pictures of a clip at a constant rate: one that was missing is the one before again, one too many is left
 * out. The last one stays as long as there is sound.
 *
 * @param convert what is kept of a decoded frame, which is gone when the next one comes
 * @param sound what the caller writes under the pictures as they come
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
  // A file may promise more than it has.
  for (; index < soundFrames && !sound?.isOver; index += 1) yield { picture: last, isNew: false };
}
