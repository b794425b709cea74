import fc from 'fast-check';
import { canDropFrames } from '../../../../src-shared/timeline/frame-rate.ts';
import type {
  Caption,
  CaptionTrack,
  Clip,
  Gap,
  MediaReference,
  Timeline,
  Track,
} from '../../../../src-shared/timeline/timeline.ts';
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
    size.map((pixels) => stillMedia(id, pixels)),
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

function clipArbitrary(media: readonly MediaReference[]): fc.Arbitrary<Clip> {
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

function itemsArbitrary(media: readonly MediaReference[]): fc.Arbitrary<readonly (Clip | Gap)[]> {
  const gaps: fc.Arbitrary<Clip | Gap> = fc.integer({ min: 1, max: 300 }).map(gap);
  if (media.length === 0) return fc.array(gaps, { maxLength: 2 });
  return fc.array(fc.oneof({ weight: 3, arbitrary: clipArbitrary(media) }, { weight: 1, arbitrary: gaps }), {
    maxLength: 6,
  });
}

/** Pictures whose sound, where they have one, lies beneath them on a track of sound: their own or other media's. */
interface Scene {
  readonly picture: Clip | Gap;
  readonly sound: Clip | Gap;
}

function sceneArbitrary(media: readonly MediaReference[], index: number): fc.Arbitrary<Scene> {
  const linkId = `scene ${String(index)}`;
  const pictures = media.filter(({ size: pixels }) => pixels !== null);
  const sounds = media.filter(({ audioChannels }) => audioChannels !== null);
  if (pictures.length === 0) return fc.constant({ picture: gap(7), sound: gap(7) });
  return fc
    .record({ picture: clipArbitrary(pictures), partner: fc.nat(), isLinked: fc.boolean() })
    .map(({ picture, partner, isLinked }) => {
      const source = media.find(({ mediaId }) => mediaId === picture.mediaId);
      const other = sounds[partner % Math.max(1, sounds.length)];
      const link = isLinked ? { linkId } : {};
      if (partner % 3 === 0 && (source?.audioChannels ?? null) !== null)
        return { picture: { ...picture, ...link }, sound: { ...picture, ...link } };
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
      overlays: fc.array(itemsArbitrary(pictures), { maxLength: 2 }),
      beds: fc.array(fc.tuple(fc.constantFrom('dialogue', 'music', 'effects'), itemsArbitrary(sounds)), {
        maxLength: 3,
      }),
    })
    .map(({ scenes: found, overlays, beds }) => [
      { kind: 'video', name: 'Pictures', role: 'video', items: found.map(({ picture }) => picture) },
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

/** Timelines that keep the rules of `checkTimeline`, in all their variety. */
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
