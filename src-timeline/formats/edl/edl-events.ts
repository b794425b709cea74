import { withCarriedItems } from '../../model/carried-items.ts';
import { nominalFramesPerSecond } from '../../model/frame-rate.ts';
import { headFramesOf, isHeldFrame, placementsOfTrack, sourceLengthOf } from '../../model/placement.ts';
import { formatTimecode } from '../../model/timecode.ts';
import type { Clip, MediaReference, Timeline } from '../../model/timeline.ts';
import { guideText } from '../own-document.ts';
import { cutComment } from './edl-event-group.ts';
import { type WrittenItem, writtenItem } from './edl-items.ts';
import { locatorColour } from './edl-markers.ts';
import { framesBeforeClip } from './edl-speed.ts';
import { reelsOf } from './media-list.ts';

/** The format has room for two digits. */
const maxHours = 100;

/** Puts text on one line. */
function inline(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** Returns the speed as the list states it. */
function speedOf(clip: Clip, kind: 'video' | 'audio'): number {
  if (kind === 'video' && isHeldFrame(clip)) return 0;
  return (clip.speed ?? 1) * (clip.isReversed === true ? -1 : 1);
}

/** A clip with its track's channel, extended at its beginning to the start of a dissolve into it. */
interface EdlEvent {
  readonly channel: string;
  readonly clip: Clip;
  readonly media: MediaReference;
  readonly before: Clip | null;
  /** Negative backwards, zero for a held frame. */
  readonly speed: number;
  readonly recordIn: number;
  readonly recordFrames: number;
  readonly sourceIn: number;
  readonly sourceFrames: number;
}

/** Returns `V`, `V2`, `V3` or `A`, `A2`, `A3`. Empty tracks count too. */
function channelOf(kind: 'video' | 'audio', index: number): string {
  return `${kind === 'video' ? 'V' : 'A'}${index === 0 ? '' : String(index + 1)}`;
}

function eventsOf(timeline: Timeline): readonly EdlEvent[] {
  const mediaById = new Map(timeline.media.map((media) => [media.mediaId, media]));
  const events = (['video', 'audio'] as const).flatMap((kind) =>
    timeline.tracks
      .filter((track) => track.kind === kind)
      .flatMap((track, index) => {
        const placements = placementsOfTrack(track);
        return placements.flatMap(({ startFrame, clip }, at): EdlEvent[] => {
          const media = mediaById.get(clip.mediaId);
          if (media === undefined) return [];
          const next = placements[at + 1]?.clip;
          const head = headFramesOf(clip);
          const nextHead = next === undefined ? 0 : headFramesOf(next);
          const isStill = media.kind === 'still';
          const before = clip.transition === undefined ? null : (placements[at - 1]?.clip ?? null);
          const speed = speedOf(clip, kind);
          const framesOfMedia = Math.round((head - nextHead) * Math.abs(speed));
          return [
            {
              channel: channelOf(kind, index),
              clip,
              media,
              before,
              speed,
              recordIn: startFrame - head,
              recordFrames: clip.durationFrames + head - nextHead,
              sourceIn: isStill
                ? 0
                : clip.sourceStartFrame -
                  framesBeforeClip({ speed, durationFrames: clip.durationFrames, head }),
              sourceFrames: Math.max(0, sourceLengthOf(clip) + framesOfMedia),
            },
          ];
        });
      }),
  );
  return events;
}

class EdlWriter {
  readonly #timeline: Timeline;
  readonly #reels: ReadonlyMap<string, string>;
  readonly #fileNames: ReadonlyMap<string, string>;
  readonly #startFrames: ReadonlyMap<string, number>;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
    this.#reels = reelsOf(timeline);
    this.#fileNames = new Map(timeline.media.map(({ mediaId, fileName }) => [mediaId, fileName]));
    this.#startFrames = new Map(timeline.media.map(({ mediaId, startFrame }) => [mediaId, startFrame]));
  }

  #timecode(frames: number): string {
    const { frameRate, isDropFrame } = this.#timeline;
    if (frames >= maxHours * 3600 * nominalFramesPerSecond(frameRate))
      throw new RangeError('Timecode of a decision list has no room for a hundred hours.');
    return formatTimecode(frames, frameRate, isDropFrame);
  }

  #line(number: number, event: EdlEvent, kind: string, times: readonly number[], reel: string): string {
    const { channel } = event;
    return this.#columns(
      number,
      { reel, channel },
      kind,
      times.map((frames) => this.#timecode(frames)),
    );
  }

  #columns(
    number: number,
    { reel, channel }: { readonly reel: string; readonly channel: string },
    kind: string,
    labels: readonly string[],
  ): string {
    const columns = [String(number).padStart(3, '0'), '', reel.padEnd(8), channel.padEnd(5), kind.padEnd(8)];
    return [...columns, ...labels].join(' ');
  }

  /** Writes the outgoing clip of a dissolve as an event of zero length before it. */
  #dissolveFrom(number: number, event: EdlEvent, record: number): readonly string[] {
    const { before } = event;
    if (before === null) return [];
    const reel = this.#reels.get(before.mediaId) ?? 'AX';
    const speed = speedOf(before, 'video');
    const rest = Math.round(headFramesOf(event.clip) * Math.abs(speed));
    // A held frame is the only one; backwards, the last frame seen is the media's first.
    const late = speed > 0 ? sourceLengthOf(before) - rest : speed < 0 ? rest : 0;
    const at = (this.#startFrames.get(before.mediaId) ?? 0) + before.sourceStartFrame + Math.max(0, late);
    return [this.#line(number, event, 'C', [at, at, record, record], reel)];
  }

  linesOf(event: EdlEvent, index: number): readonly string[] {
    const { clip, media, before, sourceIn, sourceFrames } = event;
    const number = index + 1;
    const reel = this.#reels.get(media.mediaId) ?? 'AX';
    const record = this.#timeline.startFrame + event.recordIn;
    const source = media.startFrame + sourceIn;
    const times = [source, source + sourceFrames, record, record + event.recordFrames];
    const frames = clip.transition?.durationFrames ?? 0;
    const kind = before === null ? 'C' : `D    ${String(frames).padStart(3, '0')}`;
    return [
      ...this.#dissolveFrom(number, event, record),
      this.#line(number, event, kind, times, reel),
      ...this.#speedLines(event, reel, source),
      ...this.#comments(event),
    ];
  }

  #speedLines({ speed }: EdlEvent, reel: string, source: number): readonly string[] {
    if (speed === 1) return [];
    const rate = speed * nominalFramesPerSecond(this.#timeline.frameRate);
    const [whole = '', decimals = '0'] = String(Number(Math.abs(rate).toFixed(4))).split('.');
    const played = `${rate < 0 ? '-' : ''}${whole.padStart(3, '0')}.${decimals}`;
    return [`M2   ${reel.padEnd(8)} ${played.padStart(11)}                ${this.#timecode(source)}`];
  }

  #comments({ clip, media, before }: EdlEvent): readonly string[] {
    const note = inline(clip.note ?? '');
    const noteLines = note === '' ? [] : [`* COMMENT: ${note}`];
    const name = inline(media.fileName);
    if (before === null) return [`* FROM CLIP NAME: ${name}`, ...noteLines];
    const head = headFramesOf(clip);
    const from = inline(this.#fileNames.get(before.mediaId) ?? '');
    const cutLines = head === 0 ? [] : [`* ${cutComment}: ${String(head)}`];
    return [`* FROM CLIP NAME: ${from}`, `* TO CLIP NAME: ${name}`, ...noteLines, ...cutLines];
  }

  /** Writes an item without media of another list at its place. */
  linesOfItem({ item, reel, labels, comments }: WrittenItem, index: number): readonly string[] {
    const { startFrame, tracks } = this.#timeline;
    const { trackKind, trackIndex } = item;
    const ofKind = tracks.flatMap(({ kind }, at) => (kind === trackKind ? [at] : []));
    const channel = channelOf(trackKind, trackIndex === null ? ofKind.length : ofKind.indexOf(trackIndex));
    const record = startFrame + item.startFrame;
    const times = [...labels, this.#timecode(record), this.#timecode(record + item.durationFrames)];
    return [this.#columns(index + 1, { reel, channel }, 'C', times), ...comments];
  }

  markerLines(): readonly string[] {
    const { markers = [], startFrame } = this.#timeline;
    return markers.map((marker) => {
      const colour = locatorColour(marker).padEnd(7);
      return `* LOC: ${this.#timecode(startFrame + marker.frame)} ${colour} ${inline(guideText(marker))}`;
    });
  }
}

/** Returns the lines of a list: title, kind of timecode, events in record order. */
export function edlLines(original: Timeline): readonly string[] {
  const timeline = withCarriedItems(original, 'EDL');
  const writer = new EdlWriter(timeline);
  const events = eventsOf(timeline).map((event) => ({
    recordIn: event.recordIn,
    linesAt: (index: number) => writer.linesOf(event, index),
  }));
  const items = (timeline.itemsWithoutMedia ?? [])
    .map(writtenItem)
    .filter((one) => one !== null)
    .map((one) => ({
      recordIn: one.item.startFrame,
      linesAt: (index: number) => writer.linesOfItem(one, index),
    }));
  const all = [...events, ...items].toSorted((a, b) => a.recordIn - b.recordIn);
  return [
    `TITLE: ${inline(timeline.name)}`,
    `FCM: ${timeline.isDropFrame ? '' : 'NON-'}DROP FRAME`,
    '',
    ...all.flatMap(({ linesAt }, index) => linesAt(index)),
    ...writer.markerLines(),
  ];
}
