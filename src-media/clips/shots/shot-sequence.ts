import type { YuvPicture } from '../../video/yuv-picture.ts';
import type { Shot } from './shot.ts';

/** Length of a dissolve between shots. */
const dissolveFrames = 16;

/** A shot and its start frame; consecutive shots overlap by their dissolve. */
export interface PlacedShot {
  readonly startFrame: number;
  /** Opens the shot when its time comes. */
  readonly open: () => Shot | Promise<Shot>;
}

/** Divides the length of a clip among shots. @returns the start frame and length of each */
export function shareFrames(
  count: number,
  durationFrames: number,
): { startFrame: number; durationFrames: number }[] {
  const overlap = count > 1 ? Math.min(dissolveFrames, Math.floor(durationFrames / count / 2)) : 0;
  const length = (durationFrames + overlap * (count - 1)) / count;
  return Array.from({ length: count }, (_, index) => {
    const startFrame = Math.round(index * (length - overlap));
    const end = index === count - 1 ? durationFrames : Math.round(index * (length - overlap) + length);
    return { startFrame, durationFrames: Math.max(1, end - startFrame) };
  });
}

/** Plays several shots in order, with a dissolve between them. */
export class ShotSequence implements Disposable {
  readonly #placed: readonly PlacedShot[];
  readonly #spare: YuvPicture;
  #current: Shot | null = null;
  #next: Shot | null = null;
  #turn = 0;
  #frame = 0;

  constructor(placed: readonly PlacedShot[], frame: { readonly width: number; readonly height: number }) {
    this.#placed = placed;
    this.#spare = { ...frame, data: Buffer.alloc((frame.width * frame.height * 3) / 2) };
  }

  async drawNext(target: YuvPicture): Promise<void> {
    this.#current ??= (await this.#placed[0]?.open()) ?? null;
    const following = this.#placed[this.#turn + 1];
    if (following && this.#frame >= following.startFrame) {
      this.#next ??= await following.open();
      this.#dissolve(target, this.#frame - following.startFrame + 1, this.#overlapOf(following));
    } else this.#current?.drawNext(target);
    this.#frame += 1;
  }

  #overlapOf(following: PlacedShot): number {
    const room = following.startFrame - (this.#placed[this.#turn]?.startFrame ?? 0);
    return Math.max(1, Math.min(dissolveFrames, room));
  }

  #dissolve(target: YuvPicture, step: number, overlap: number): void {
    this.#current?.drawNext(target);
    this.#next?.drawNext(this.#spare);
    const share = Math.min(1, step / (overlap + 1));
    blendInto(target.data, this.#spare.data, Math.round(256 * share * share * (3 - 2 * share)));
    if (step < overlap) return;
    this.#current?.[Symbol.dispose]();
    [this.#current, this.#next] = [this.#next, null];
    this.#turn += 1;
  }

  [Symbol.dispose](): void {
    this.#current?.[Symbol.dispose]();
    this.#next?.[Symbol.dispose]();
  }
}

/** @param weight weight of the other picture, in 256ths */
function blendInto(target: Buffer, other: Buffer, weight: number): void {
  for (let index = 0; index < target.length; index += 1) {
    const own = target[index] as number;
    target[index] = own + ((((other[index] as number) - own) * weight + 128) >> 8);
  }
}
