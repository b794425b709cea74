import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { readSrt } from '../../../../../src-timeline/formats/captions/srt.ts';
import { readFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { clipsOfTracks } from '../../../../../src-timeline/model/placement.ts';
import type { Caption, Clip, MediaReference, Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { openKeeping, placeVersion } from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import {
  audioMedia,
  audioTrack,
  caption,
  clip,
  gap,
  rates,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../../../timeline/formats/sample-timelines.ts';

const at = <Media extends MediaReference>(media: Media, fileName: string): Media => ({
  ...media,
  fileName,
  location: `media/${fileName}`,
});
const film = (name: string, frames: number): MediaReference =>
  at(videoMedia(name.replace('.', '-'), frames), name);
const sound = (name: string): MediaReference => at(audioMedia(name.replace('.', '-'), 500, 2), name);

/** Returns a delivered cut of clips that play each file's first frames, unless `more` states other ones. */
function cutOf(
  media: readonly MediaReference[],
  clips: readonly Clip[],
  more: Partial<Timeline> = {},
): Timeline {
  return timelineOf({
    name: 'Harbour',
    frameRate: rates[25],
    media,
    tracks: [videoTrack('Pictures', ...clips)],
    ...more,
  });
}

/** Returns a cut of films of 40 s, each shown for its first 4 s. */
function films(names: readonly string[], more: Partial<Timeline> = {}): Timeline {
  const media = names.map((name) => film(name, 1000));
  return cutOf(
    media,
    media.map((one) => clip(one, 100)),
    more,
  );
}

const harbour = films(['pier.mov', 'boat.mov']);
/** A cut that starts at one hour, as decision lists do. */
const listed = films(['pier.mov', 'boat.mov', 'lamp.mov'], { startFrame: 90_000 });
const twoSounds = [sound('pier.wav'), sound('boat.wav')];

const withSound = (cut: Timeline, sounds: readonly MediaReference[]): Timeline => ({
  ...cut,
  media: [...cut.media, ...sounds],
  tracks: [...cut.tracks, audioTrack('Sound', 'dialogue', ...sounds.map((one) => clip(one, 100)))],
});

function ofOtio(frames: number, from: number): Timeline {
  const pier = film('pier.mov', 960);
  const boat = film('boat.mov', 960);
  const clips = [clip(pier, 96), ...(frames === 0 ? [] : [clip(boat, frames, { sourceStartFrame: from })])];
  return cutOf(frames === 0 ? [pier] : [pier, boat], clips, { frameRate: rates[24] });
}

function ofKdenlive(gapFrames: number): Timeline {
  const pier = film('pier.mp4', 250);
  const boat = film('boat.mp4', 250);
  const between = gapFrames > 0 ? [gap(gapFrames)] : [];
  return cutOf([pier, boat], [], {
    tracks: [videoTrack('Pictures', clip(pier, 100, { sourceStartFrame: 10 }), ...between, clip(boat, 75))],
  });
}

function twoHalfHours(): Timeline {
  const pier = film('pier.mov', 86_400);
  return cutOf([pier], [clip(pier, 43_200), clip(pier, 43_200, { sourceStartFrame: 43_200 })], {
    frameRate: rates[23.976],
    startFrame: 86_400,
  });
}

function twoAngles(): Timeline {
  const pier = film('pier.mov', 1000);
  const boat = film('boat.mov', 1000);
  const later = clip(boat, 100, { sourceStartFrame: 150 });
  return cutOf([pier, boat], [clip(pier, 100, { sourceStartFrame: 50 }), later]);
}

function fadedEnd(): Timeline {
  const pier = film('pier.mov', 500);
  return cutOf([pier], [clip(pier, 125)], { startFrame: 90_000 });
}

const captioned = (languageCode: string, ...captions: Caption[]): Timeline => ({
  ...harbour,
  captionTracks: [{ languageCode, captions }],
});

/** Returns the cut in the folder's own `delivered` document, with its media in the version. */
async function deliveredIn(folder: string): Promise<Timeline> {
  const cut = readFcpxml(await readFile(oraclePath(`reports/${folder}/delivered.fcpxml`), 'utf8'));
  return { ...cut, media: cut.media.map((one) => at(one, one.fileName)) };
}

async function deliveredCaptions(): Promise<Timeline> {
  const text = await readFile(oraclePath('reports/captions-retimed/delivered.srt'), 'utf8');
  return { ...harbour, captionTracks: [readSrt(text, rates[25], 'en')] };
}

type Row = readonly [
  report: string,
  delivered: Timeline | (() => Promise<Timeline>),
  sentences: readonly string[],
];

const noChange: readonly string[] = [];

const described: readonly Row[] = [
  ['items-not-told/title-at-end.fcpxml', harbour, ['Title “The end” added at 0:08, 4 s']],
  ['items-not-told/title-over-picture.xml', harbour, ['Title “Harbour master” added at 0:00, 2.4 s']],
  ['items-not-told/text-generator.otio', ofOtio(0, 0), ['Title “The end” added at 0:04, 2 s']],
  [
    'items-not-told/colour-card-between.kdenlive',
    ofKdenlive(0),
    ['Color clip “Chapter card” added at 0:04, 1 s'],
  ],
  ['captions-retimed/all-one-second-later.srt', deliveredCaptions, ['All captions 1 s later']],
  [
    'captions-retimed/second-starts-later.srt',
    deliveredCaptions,
    ['Caption “The boat leaves.” starts 1.2 s later'],
  ],
  [
    'clip-markers-not-told/client-note-on-boat.fcpxml',
    () => deliveredIn('clip-markers-not-told'),
    ['Marker “client: brighter” added'],
  ],
  [
    'sequence-settings-not-told/now-upright.fcpxml',
    () => deliveredIn('sequence-settings-not-told'),
    ['Frame size 1080 × 1920, was 1920 × 1080'],
  ],
  ['edl-event-not-understood/reel-with-space.edl', listed, noChange],
  ['edl-event-not-understood/text-after-times.edl', listed, noChange],
  [
    'edl-event-not-understood/no-transition-letter.edl',
    listed,
    ['Scene 2: picture “boat.mov” has a transition (FADE) now'],
  ],
  ['edl-picture-only/picture-only.edl', withSound(listed, twoSounds), ['Not carried by the format: sound']],
  ['edl-of-markers/resolve-markers.edl', listed, ['Marker “Marker 1” added', 'Marker “Marker 2” added']],
  ['edl-fade-to-black/at-end.edl', fadedEnd(), ['Scene 1: picture “pier.mov” has a transition (FADE) now']],
  ['edl-key/logo-keyed-over.edl', listed, ['Scene 2: picture “logo.mov” added']],
  ['edl-names/from-file.edl', listed, noChange],
  ['which-sequence/other-film-first.xml', harbour, noChange],
  ['fcpxml-multicam/angle-one-then-two.fcpxml', twoAngles(), noChange],
  ['xmeml-items-overlap/sound-overlaps-13-frames.xml', withSound(harbour, twoSounds), noChange],
  ['xmeml-number-forms/decimal-frames.xml', harbour, noChange],
  [
    'xmeml-number-forms/placeholder-without-rate.xml',
    harbour,
    ['Clip without media “.mov” added at 0:08, 1.2 s'],
  ],
  [
    'kdenlive-time-before-zero/fade-begins-one-frame-early.kdenlive',
    ofKdenlive(25),
    ['Scene 1: picture “pier.mp4” has a transition (FADE) now'],
  ],
  ['otio-number-forms/not-a-number.otio', ofOtio(0, 0), noChange],
  ['otio-range-outside-media/media-begins-at-one.otio', ofOtio(96, 10), noChange],
  ['otio-rate-23.98/two-half-hours.otio', twoHalfHours(), noChange],
  [
    'srt-forms/arrow-in-words.srt',
    captioned('en', caption(25, 38, 'Choose Export.'), caption(75, 25, 'Done.')),
    ['Caption “Choose Export.” is now “Choose File --> Export.”'],
  ],
  [
    'srt-forms/before-zero.srt',
    captioned('en', caption(10, 28, 'The gulls circle.'), caption(75, 25, 'The boat leaves.')),
    ['Caption “The gulls circle.” starts 0.4 s earlier'],
  ],
  [
    'srt-forms/whole-seconds.srt',
    captioned('en', caption(25, 25, 'The gulls circle.'), caption(75, 25, 'A boat leaves.')),
    ['Caption “A boat leaves.” is now “The boat leaves.”'],
  ],
  [
    'captions-in-old-encoding/chinese-gbk.srt',
    captioned('zh-Hans', caption(25, 38, '海鸥走了。')),
    ['Caption “海鸥走了。” is now “海鸥回来了。”'],
  ],
  [
    'cut-of-another-film/no-shared-media.fcpxml',
    harbour,
    ['This is another cut: it has none of the delivered media'],
  ],
];

const cutFor = async (delivered: Row[1]): Promise<Timeline> =>
  typeof delivered === 'function' ? delivered() : delivered;

/** Puts a report into the folder `Returns` of a version of a cut. */
async function returnReport(report: string, cut: Timeline) {
  const parts = await openKeeping(undefined, await placeVersion(await makeFolder('returns'), { cut }));
  await parts.save(`Returns/${basename(report)}`, await readFile(oraclePath(`reports/${report}`)));
  await parts.settle();
  return parts;
}

for (const [report, delivered, sentences] of described)
  test(`a return of ${report} says what changed and nothing else`, async (context) => {
    skipFor(reasonWithoutOracle(`reports/${report}`), context);
    const parts = await returnReport(report, await cutFor(delivered));
    expect(parts.all()).toMatchObject([{ state: 'described', error: null }]);
    expect(parts.sentences()).toEqual([sentences]);
  });

for (const [report, delivered, reason] of [
  ['edl-event-not-understood/letter-in-timecode.edl', listed, 'line 6: “00:00:0S:00” is not a timecode.'],
  ['captions-in-old-encoding/chinese-gbk.srt', captioned('en', caption(25, 38, 'Gulls.')), 'encoding'],
] as const)
  test(`a return of ${report} is refused with the reason`, async (context) => {
    skipFor(reasonWithoutOracle(`reports/${report}`), context);
    const { all } = await returnReport(report, delivered);
    const error = { code: 'document_unreadable', details: { reason } };
    expect(all()).toMatchObject([{ state: 'failed', error }]);
  });

for (const [report, delivered, frames] of [
  ['clip-markers-not-told/client-note-on-boat.fcpxml', () => deliveredIn('clip-markers-not-told'), [125]],
  ['edl-of-markers/resolve-markers.edl', listed, [50, 160]],
] as const)
  test(`a return of ${report} has its markers at their places`, async (context) => {
    skipFor(reasonWithoutOracle(`reports/${report}`), context);
    const { all, repository } = await returnReport(report, await cutFor(delivered));
    const { edits } = repository.partsOf(all()[0]?.returnId ?? '');
    expect(edits.map(({ after }) => after?.startFrame)).toEqual(frames);
  });

test('keeping a list of pictures keeps the delivered sound, and keeping a list of markers the cut', async (context) => {
  const delivered = withSound(listed, twoSounds);
  const shown = ({ tracks }: Timeline): readonly (readonly [string, number])[] =>
    clipsOfTracks(tracks).map(({ name, durationFrames }) => [name, durationFrames]);
  for (const report of ['edl-picture-only/picture-only.edl', 'edl-of-markers/resolve-markers.edl']) {
    skipFor(reasonWithoutOracle(`reports/${report}`), context);
    const parts = await returnReport(report, delivered);
    const { keptAs } = await parts.returns.keep(parts.all()[0]?.returnId ?? '');
    const name = keptAs?.versionName ?? '';
    const kept = await readFile(join(parts.projectFolder, name, `${name}.fcpxml`), 'utf8');
    expect(shown(readFcpxml(kept))).toEqual(shown(delivered));
  }
});
