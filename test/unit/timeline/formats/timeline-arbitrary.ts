import fc from 'fast-check';
import { problemOfTransition } from '../../../../src-timeline/model/check-timeline.ts';
import { clipExtras } from '../../../../src-timeline/model/clip-extras.ts';
import { canDropFrames } from '../../../../src-timeline/model/frame-rate.ts';
import type {
  Caption,
  CaptionTrack,
  Clip,
  Gap,
  MediaReference,
  Timeline,
  Track,
} from '../../../../src-timeline/model/timeline.ts';
import { audioMedia, awkwardTexts, clip, gap, rates, stillMedia, videoMedia } from './sample-timelines.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom(...awkwardTexts),
);

const size = fc.record({
  width: fc.integer({ min: 2, max: 8192 }),
  height: fc.integer({ min: 2, max: 8192 }),
});

const startFrame = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000_000 }));

const locations = (fileName: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    `media/${fileName}`,
    `file:///Volumes/My%20Disk/${fileName}`,
    `file:///C:/Users/Editor/${fileName}`,
    `file://server/share/${fileName}`,
    `https://media.example/${fileName}?sign=a%26b&x=%3Cy%3E`,
  );

function mediaArbitrary(index: number): fc.Arbitrary<MediaReference> {
  const id = `m${String(index)}`;
  const length = fc.integer({ min: 1, max: 4000 });
  const base = fc.oneof(
    fc.tuple(size, fc.boolean()).map(([pixels, isTransparent]) => ({
      ...stillMedia(id, pixels),
      ...(isTransparent && { isTransparent }),
    })),
    fc
      .record({ length, startFrame, size, audioChannels: fc.constantFrom(null, 1 as const, 2 as const) })
      .map(({ length: frames, ...more }) => videoMedia(id, frames, more)),
    fc
      .record({ length, startFrame, channels: fc.constantFrom(1 as const, 2 as const) })
      .map(({ length: frames, startFrame: start, channels }) => ({
        ...audioMedia(id, frames, channels),
        startFrame: start,
      })),
  );
  return base.chain((media) => locations(media.fileName).map((location) => ({ ...media, location })));
}

/** Generates places on a grid that every format can express exactly. */
const motion = (durationFrames: number): fc.Arbitrary<Clip['motion']> =>
  points(durationFrames, {
    scale: fc.integer({ min: 1, max: 32 }).map((eighths) => eighths / 8),
    x: fc.integer({ min: -20, max: 20 }).map((parts) => parts / 20),
    y: fc.integer({ min: -20, max: 20 }).map((parts) => parts / 20),
  });

const levels = (durationFrames: number): fc.Arbitrary<Clip['levels']> =>
  points(durationFrames, { levelDb: fc.integer({ min: -120, max: 24 }).map((halves) => halves / 2) });

function points<Values>(
  durationFrames: number,
  values: { [Key in keyof Values]: fc.Arbitrary<Values[Key]> },
): fc.Arbitrary<readonly (Values & { frame: number })[]> {
  const frames = fc.uniqueArray(fc.integer({ min: 1, max: Math.max(1, durationFrames - 1) }), {
    maxLength: 2,
  });
  return frames.chain((later) =>
    fc.tuple(
      ...[0, ...later.toSorted((a, b) => a - b)].map((frame) =>
        fc.record(values).map((value) => ({ ...(value as Values), frame })),
      ),
    ),
  );
}

const markersWithin = (durationFrames: number): fc.Arbitrary<Clip['markers']> =>
  fc
    .uniqueArray(fc.nat(durationFrames - 1), { minLength: 1, maxLength: 2 })
    .chain((frames) =>
      fc.tuple(...frames.map((frame) => fc.record({ frame: fc.constant(frame), name: text, note: text }))),
    );

const fades = (durationFrames: number): fc.Arbitrary<Clip['fades']> =>
  fc
    .tuple(fc.nat(durationFrames), fc.nat(durationFrames))
    .map(([inFrames, out]) => ({ inFrames, outFrames: Math.min(out, durationFrames - inFrames) }))
    .filter(({ inFrames, outFrames }) => inFrames + outFrames > 0);

/** Uses whole frames at the clip's speed, because fractions are a loss with its own test. */
function retimed(plain: Clip, one: MediaReference, speed: number, isReversed: boolean): Clip {
  const durationFrames = Math.floor(plain.durationFrames / Math.max(4, speed * 4)) * 4;
  if (one.kind === 'still' || durationFrames === 0) return plain;
  const sourceStartFrame = plain.sourceStartFrame - (plain.sourceStartFrame % 4);
  const own = isReversed && speed > 1 ? 1 : speed;
  return {
    ...plain,
    durationFrames,
    sourceStartFrame,
    ...(own !== 1 && { speed: own }),
    ...(isReversed && { isReversed }),
  };
}

const speeds = fc.record({ speed: fc.constantFrom(0.25, 0.5, 1, 2, 4), isReversed: fc.boolean() });

/** Generates optional properties of a clip on a track of pictures or of sound. */
function withExtras(plain: Clip, one: MediaReference, isPicture: boolean): fc.Arbitrary<Clip> {
  return fc.option(speeds, { freq: 4 }).chain((speed) => {
    const timed = speed ? retimed(plain, one, speed.speed, speed.isReversed) : plain;
    const { durationFrames } = timed;
    const some = { freq: 2, nil: undefined };
    return fc
      .record({
        motion: isPicture ? fc.option(motion(durationFrames), some) : fc.constant(undefined),
        levels: isPicture ? fc.constant(undefined) : fc.option(levels(durationFrames), some),
        fades: fc.option(fades(durationFrames), { ...some, freq: 4 }),
        markers: fc.option(markersWithin(durationFrames), { ...some, freq: 4 }),
        isDisabled: fc.option(fc.constant(true), { ...some, freq: 5 }),
      })
      .map((extras) => ({ ...timed, ...clipExtras(extras) }));
  });
}

function clipArbitrary(media: readonly MediaReference[], isPicture: boolean): fc.Arbitrary<Clip> {
  return plainClipArbitrary(media).chain((plain) => {
    const one = media.find(({ mediaId }) => mediaId === plain.mediaId);
    return one === undefined ? fc.constant(plain) : withExtras(plain, one, isPicture);
  });
}

function plainClipArbitrary(media: readonly MediaReference[]): fc.Arbitrary<Clip> {
  return fc
    .record({
      one: fc.constantFrom(...media),
      start: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 1, max: 400 }),
      note: fc.option(text, { freq: 3 }),
      name: text,
    })
    .map(({ one, start, length, note, name }) => {
      const available = one.durationFrames ?? length;
      const durationFrames = Math.min(length, available);
      const sourceStartFrame = one.kind === 'still' ? 0 : Math.floor(start * (available - durationFrames));
      return clip(one, durationFrames, { sourceStartFrame, note, name });
    });
}

/** Adds transitions between clips at normal speed, wherever the media has enough frames. */
function withTransitions(
  items: readonly (Clip | Gap)[],
  media: readonly MediaReference[],
  wanted: readonly (Clip['transition'] | null)[],
): readonly (Clip | Gap)[] {
  const mediaById = new Map(media.map((one) => [one.mediaId, one]));
  const isPlain = (item: Clip | Gap | undefined): boolean =>
    item?.kind === 'clip' && item.speed === undefined && item.isReversed !== true;
  const changed = [...items];
  for (const [index, item] of items.entries()) {
    const transition = wanted[index];
    if (item.kind !== 'clip' || !transition || !isPlain(item) || !isPlain(items[index - 1])) continue;
    const kept = changed.slice();
    changed[index] = { ...item, transition };
    const track: Track = { kind: 'video', name: '', role: 'video', items: changed };
    const isSound = changed.every((_, at) => problemOfTransition(track, at, mediaById) === null);
    if (!isSound) changed.splice(0, changed.length, ...kept);
  }
  return changed;
}

const transitions: fc.Arbitrary<readonly (Clip['transition'] | null)[]> = fc.array(
  fc.option(
    fc
      .record({
        style: fc.constantFrom('FADE', 'RISE', 'PAN', 'POP', 'WIPE'),
        durationFrames: fc.integer({ min: 1, max: 30 }),
        before: fc.constantFrom(0, 0.5, 1, 0.3),
      })
      .map(({ style, durationFrames, before }): Clip['transition'] => {
        const framesBeforeCut = Math.floor(durationFrames * before);
        return { style, durationFrames, ...(framesBeforeCut > 0 && { framesBeforeCut }) };
      }),
    { freq: 2 },
  ),
  { minLength: 8, maxLength: 8 },
);

function itemsArbitrary(
  media: readonly MediaReference[],
  isPicture: boolean,
): fc.Arbitrary<readonly (Clip | Gap)[]> {
  const gaps: fc.Arbitrary<Clip | Gap> = fc.integer({ min: 1, max: 300 }).map(gap);
  if (media.length === 0) return fc.array(gaps, { maxLength: 2 });
  const clips = clipArbitrary(media, isPicture);
  const items = fc.array(fc.oneof({ weight: 3, arbitrary: clips }, { weight: 1, arbitrary: gaps }), {
    maxLength: 6,
  });
  if (!isPicture) return items;
  return fc.tuple(items, transitions).map(([plain, wanted]) => withTransitions(plain, media, wanted));
}

/** Picture whose sound, if any, lies below it on a track of sound: its own or that of other media. */
interface Scene {
  readonly picture: Clip | Gap;
  readonly sound: Clip | Gap;
}

/** Returns the sound of the picture's own file, at the same speed. */
function ownSound(picture: Clip, partner: number): Clip {
  const sound = { ...picture };
  Reflect.deleteProperty(sound, 'motion');
  Reflect.deleteProperty(sound, 'markers');
  return partner % 2 === 0 ? sound : { ...sound, levels: [{ frame: 0, levelDb: -6 }] };
}

function sceneArbitrary(media: readonly MediaReference[], index: number): fc.Arbitrary<Scene> {
  const linkId = `scene ${String(index)}`;
  const pictures = media.filter(({ size: pixels }) => pixels !== null);
  const sounds = media.filter(({ audioChannels }) => audioChannels !== null);
  if (pictures.length === 0) return fc.constant({ picture: gap(7), sound: gap(7) });
  return fc
    .record({ picture: clipArbitrary(pictures, true), partner: fc.nat(), isLinked: fc.boolean() })
    .map(({ picture, partner, isLinked }) => {
      const source = media.find(({ mediaId }) => mediaId === picture.mediaId);
      const other = sounds[partner % Math.max(1, sounds.length)];
      const link = isLinked ? { linkId } : {};
      if (partner % 3 === 0 && (source?.audioChannels ?? null) !== null)
        return { picture: { ...picture, ...link }, sound: { ...ownSound(picture, partner), ...link } };
      if (partner % 3 === 1 && other !== undefined && (other.durationFrames ?? 0) >= picture.durationFrames)
        return { picture: { ...picture, ...link }, sound: clip(other, picture.durationFrames, link) };
      return { picture, sound: gap(picture.durationFrames) };
    });
}

function captionTrackArbitrary(languageCode: string): fc.Arbitrary<CaptionTrack> {
  const cue = fc.record({
    hole: fc.integer({ min: 0, max: 50 }),
    durationFrames: fc.integer({ min: 1, max: 200 }),
    lines: fc.array(text, { minLength: 1, maxLength: 2 }),
  });
  return fc.array(cue, { maxLength: 6 }).map((cues) => {
    const captions: Caption[] = [];
    let cursor = 0;
    for (const { hole, durationFrames, lines } of cues) {
      captions.push({ startFrame: cursor + hole, durationFrames, lines });
      cursor += hole + durationFrames;
    }
    return { languageCode, captions };
  });
}

function tracksArbitrary(media: readonly MediaReference[]): fc.Arbitrary<readonly Track[]> {
  const pictures = media.filter(({ size: pixels }) => pixels !== null);
  const sounds = media.filter(({ audioChannels }) => audioChannels !== null);
  const scenes = fc
    .nat({ max: 6 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => sceneArbitrary(media, index))));
  return fc
    .record({
      scenes,
      overlays: fc.array(itemsArbitrary(pictures, true), { maxLength: 2 }),
      beds: fc.array(
        fc.tuple(fc.constantFrom('dialogue', 'music', 'effects'), itemsArbitrary(sounds, false)),
        { maxLength: 3 },
      ),
      wanted: transitions,
    })
    .map(({ scenes: found, overlays, beds, wanted }) => [
      {
        kind: 'video',
        name: 'Pictures',
        role: 'video',
        items: withTransitions(
          found.map(({ picture }) => picture),
          media,
          wanted,
        ),
      },
      ...overlays.map((items, index): Track => ({
        kind: 'video',
        name: `Overlay ${String(index)}`,
        role: 'video',
        items,
      })),
      { kind: 'audio', name: 'Speech', role: 'dialogue', items: found.map(({ sound }) => sound) },
      ...beds.map(([role, items], index): Track => ({
        kind: 'audio',
        name: `Bed ${String(index)}`,
        role,
        items,
      })),
    ]);
}

/** Generates timelines of all kinds that follow the rules of `checkTimeline`. */
export const timelineArbitrary: fc.Arbitrary<Timeline> = fc
  .integer({ min: 0, max: 6 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => mediaArbitrary(index))))
  .chain((media) =>
    fc.record({
      name: text,
      frameRate: fc.constantFrom(...Object.values(rates)),
      width: fc.integer({ min: 2, max: 8192 }),
      height: fc.integer({ min: 2, max: 8192 }),
      startFrame,
      wantsDropFrame: fc.boolean(),
      audioRate: fc.constantFrom(44_100, 48_000, 96_000),
      media: fc.constant(media),
      tracks: tracksArbitrary(media),
      captionTracks: fc.tuple(captionTrackArbitrary('en-GB'), captionTrackArbitrary('zh-Hant')),
      markers: fc.array(fc.record({ frame: fc.nat(100_000), name: text, note: text }), { maxLength: 3 }),
    }),
  )
  .map(({ wantsDropFrame, markers, ...timeline }) => ({
    ...timeline,
    ...(markers.length > 0 && { markers }),
    isDropFrame: wantsDropFrame && canDropFrames(timeline.frameRate),
  }));
