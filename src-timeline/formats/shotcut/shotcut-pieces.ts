import type { FrameRate } from '../../model/rational-time.ts';
import type { ClipTransition } from '../../model/timeline.ts';
import { frameAttribute, type PlaylistEntry, propertiesOf, readEntries } from '../mlt/mlt-nodes.ts';
import { childrenNamed, type XmlNode } from '../xml/xml-reader.ts';
import { cutProperty } from './shotcut-tracks.ts';

/** A stretch of a producer on a track. */
interface Stretch {
  readonly producer: XmlNode;
  readonly startFrame: number;
  readonly inFrame: number;
  readonly lengthFrames: number;
}

/** A clip assembled from its plain entry and its parts in transitions. */
export interface PieceClip {
  /** Producer of its plain entry, else of a transition. */
  readonly producer: XmlNode;
  readonly startFrame: number;
  readonly durationFrames: number;
  /** First frame in the producer's time, at the cut. */
  readonly inFrame: number;
  readonly transition: ClipTransition | null;
}

interface OpenClip {
  producer: XmlNode;
  startFrame: number;
  inFrame: number;
  endFrame: number;
  /** Frame at which a continuation begins, in the producer's time. */
  nextFrame: number;
  transition: ClipTransition | null;
  /** True once it has a plain entry. */
  isPlain: boolean;
}

interface Mix {
  readonly before: Stretch;
  readonly after: Stretch;
  readonly framesBeforeCut: number;
}

const sourceOf = (producer: XmlNode): string => propertiesOf(producer).get('resource') ?? '';

/** Null for anything but a transition. */
function readMix(entry: Stretch, elements: ReadonlyMap<string, XmlNode>, rate: FrameRate): Mix | null {
  const { producer, startFrame, lengthFrames } = entry;
  if (producer.name !== 'tractor') return null;
  const stretches = childrenNamed(producer, 'track').flatMap((track): Stretch[] => {
    const found = elements.get(track.attributes.get('producer') ?? '');
    const inFrame = frameAttribute(track, 'in', rate) ?? 0;
    return found === undefined ? [] : [{ producer: found, startFrame, inFrame, lengthFrames }];
  });
  const [before, after] = stretches;
  if (before === undefined || after === undefined) return null;
  const kept = Number(propertiesOf(after.producer).get(cutProperty) ?? Number.NaN);
  const isInside = Number.isSafeInteger(kept) && kept >= 0 && kept <= lengthFrames;
  return { before, after, framesBeforeCut: isInside ? kept : Math.floor(lengthFrames / 2) };
}

/** Assembles the clips of a playlist. A transition holds the end of one clip and the beginning of the next. */
export class PieceReader {
  readonly #clips: OpenClip[] = [];
  readonly #unread: PlaylistEntry[] = [];

  /** Entries that are not understood or have no producer. */
  get unread(): readonly PlaylistEntry[] {
    return this.#unread;
  }

  read(playlist: XmlNode, elements: ReadonlyMap<string, XmlNode>, rate: FrameRate): readonly PieceClip[] {
    for (const entry of readEntries(playlist, elements, rate)) {
      const { producer, isReadable } = entry;
      const mix = isReadable && producer !== null ? readMix({ ...entry, producer }, elements, rate) : null;
      if (mix !== null) this.#addMix(mix);
      else if (isReadable && producer !== null) this.#addPlain({ ...entry, producer });
      else this.#unread.push(entry);
    }
    return this.#clips.flatMap(({ producer, startFrame, endFrame, inFrame, transition }) =>
      endFrame > startFrame
        ? [{ producer, startFrame, durationFrames: endFrame - startFrame, inFrame, transition }]
        : [],
    );
  }

  /** Returns the clip before, if a stretch continues it exactly. */
  #continued({ producer, startFrame, inFrame }: Stretch, endFrame = startFrame): OpenClip | null {
    const last = this.#clips.at(-1);
    const goesOn =
      last !== undefined &&
      last.endFrame === endFrame &&
      last.nextFrame === inFrame &&
      sourceOf(last.producer) === sourceOf(producer);
    return goesOn ? last : null;
  }

  #addPlain(stretch: Stretch): void {
    const { producer, startFrame, inFrame, lengthFrames } = stretch;
    const open = this.#continued(stretch);
    const end = { endFrame: startFrame + lengthFrames, nextFrame: inFrame + lengthFrames };
    if (open !== null && !open.isPlain) Object.assign(open, { producer, isPlain: true, ...end });
    else this.#clips.push({ producer, startFrame, inFrame, ...end, transition: null, isPlain: true });
  }

  #addMix({ before, after, framesBeforeCut }: Mix): void {
    const { startFrame, lengthFrames } = before;
    const cutFrame = startFrame + framesBeforeCut;
    const open = this.#continued(before);
    if (open !== null) Object.assign(open, { endFrame: cutFrame });
    else if (framesBeforeCut > 0)
      this.#clips.push({
        producer: before.producer,
        startFrame,
        inFrame: before.inFrame,
        isPlain: false,
        endFrame: cutFrame,
        nextFrame: before.inFrame + framesBeforeCut,
        transition: null,
      });
    this.#clips.push({
      producer: after.producer,
      startFrame: cutFrame,
      inFrame: after.inFrame + framesBeforeCut,
      endFrame: startFrame + lengthFrames,
      nextFrame: after.inFrame + lengthFrames,
      transition: {
        style: 'FADE',
        durationFrames: lengthFrames,
        ...(framesBeforeCut > 0 && { framesBeforeCut }),
      },
      isPlain: false,
    });
  }
}
