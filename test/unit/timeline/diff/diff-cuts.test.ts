import { expect, test } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../src-timeline/diff/sentences.ts';
import type {
  Caption,
  Clip,
  Timeline,
  TimelineFormat,
  UnreadPart,
} from '../../../../src-timeline/model/timeline.ts';
import {
  audioMedia,
  audioTrack,
  caption,
  clip,
  gap,
  longTimeline,
  rates,
  stillMedia,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../formats/sample-timelines.ts';

const lamp = stillMedia('lamp');
const quay = stillMedia('quay');
const boat = videoMedia('boat', 400, { audioChannels: 2 });
const other = stillMedia('lighthouse');
const voices = [1, 2, 3].map((number) => audioMedia(`voice-${String(number)}`, 200, 1));
const music = audioMedia('music', 2000, 2);
const media = [lamp, quay, boat, other, ...voices, music];
const voice = (number: number, frames: number, more: Partial<Clip> = {}): Clip =>
  clip(voices[number - 1] ?? music, frames, { linkId: `s${String(number)}`, ...more });

const delivered = timelineOf({
  media,
  tracks: [
    videoTrack(
      'Pictures',
      clip(lamp, 90, { linkId: 's1' }),
      clip(boat, 120, { linkId: 's2', sourceStartFrame: 30 }),
      clip(quay, 60, { linkId: 's3' }),
    ),
    audioTrack('Speech', 'dialogue', voice(1, 90), voice(2, 120), voice(3, 60)),
    audioTrack('Music', 'music', clip(music, 270)),
  ],
  captionTracks: [
    {
      languageCode: 'en',
      captions: [caption(0, 60, 'The old pier at night'), caption(90, 60, 'A boat comes in')],
    },
  ],
});

const sentences = (after: Timeline, before = delivered): readonly string[] =>
  diffCuts(before, after).edits.map(({ message }) => sentenceOf(message));

test('tells an editor’s work in sentences, a ripple once', () => {
  const returned: Timeline = {
    ...delivered,
    tracks: [
      videoTrack(
        'V1',
        clip(boat, 84, { linkId: 'x', sourceStartFrame: 30 }),
        clip(other, 60, { linkId: 'y' }),
      ),
      audioTrack('A1', 'dialogue', voice(2, 84), voice(3, 60)),
      audioTrack('A2', 'music', clip(music, 270, { levels: [{ frame: 0, levelDb: -3 }] })),
    ],
    captionTracks: [{ languageCode: 'en', captions: [caption(0, 60, 'A ferry comes in')] }],
  };
  expect(sentences(returned)).toEqual([
    'Scene 1 removed',
    'Sound “music.wav” 3 dB lower',
    'Scene 2 shortened by 1.2 s at its end',
    'Caption “A boat comes in” is now “A ferry comes in”',
    'Scene 3: picture “quay.png” replaced by “lighthouse.png”',
  ]);
});

test('puts first what most frames are affected by, and counts edits of one kind', () => {
  const returned: Timeline = {
    ...delivered,
    tracks: [
      videoTrack('V1', clip(other, 90), clip(boat, 120, { sourceStartFrame: 30 }), clip(lamp, 60)),
      ...delivered.tracks.slice(1),
    ],
    captionTracks: [{ languageCode: 'en', captions: [caption(0, 60, 'The old pier at dawn')] }],
  };
  const { summary } = diffCuts(delivered, returned);
  expect(summary.map(sentenceOf)).toContain('2 captions changed');
  expect(summary.length).toBeLessThanOrEqual(5);
});

test('tells where a picture and its sound no longer go together', () => {
  const [pictures, , bed] = delivered.tracks;
  const returned: Timeline = {
    ...delivered,
    tracks: [
      ...(pictures ? [pictures] : []),
      audioTrack('Speech', 'dialogue', voice(1, 90), gap(12), voice(2, 108), voice(3, 60)),
      ...(bed ? [bed] : []),
    ],
  };
  expect(sentences(returned)).toEqual([
    'Scene 2: sound “voice-2.wav” starts 12 frames later',
    'Scene 2: sound “voice-2.wav” shortened by 0.4 s at its end',
  ]);
});

test('lets what lies behind a picture put into the last one go along', () => {
  const [pictures, ...sounds] = delivered.tracks;
  const withWords = (startFrame: number): Pick<Timeline, 'captionTracks' | 'markers'> => ({
    captionTracks: [{ languageCode: 'en', captions: [caption(startFrame, 20, 'And it is gone')] }],
    markers: [{ frame: startFrame, name: 'Gone', note: '' }],
  });
  const before = { ...delivered, ...withWords(245) };
  const items = (pictures?.items ?? []).slice(0, 2);
  const returned: Timeline = {
    ...delivered,
    ...withWords(295),
    tracks: [
      videoTrack('Pictures', ...items, clip(quay, 30, { linkId: 's3' }), clip(other, 50), clip(quay, 30)),
      ...sounds,
    ],
  };
  expect(sentences(returned, before)).toEqual([
    'Scene 1: picture “quay.png” cut into 2 pieces',
    'Scene 1: picture “lighthouse.png” added',
  ]);
});

test('takes a cut through a clip that shows no difference for none', () => {
  const [pictures, ...rest] = delivered.tracks;
  const items = (pictures?.items ?? []).flatMap((item) =>
    item.kind === 'clip' && item.mediaId === 'boat'
      ? [
          { ...item, durationFrames: 50 },
          { ...item, durationFrames: 70, sourceStartFrame: 80 },
        ]
      : [item],
  );
  expect(sentences({ ...delivered, tracks: [videoTrack('Pictures', ...items), ...rest] })).toEqual([]);
});

const zoom = (...points: readonly (readonly [frame: number, scale: number])[]): Partial<Clip> => ({
  motion: points.map(([frame, scale]) => ({ frame, scale, x: 0, y: 0 })),
});

test.each([
  ['cut at its end', zoom([0, 1], [89, 1.89])],
  ['cut at its beginning', zoom([-30, 1], [59, 1.89])],
  ['whose move was taken into what is left', zoom([0, 1], [59, 1.89])],
])('takes the move of a still %s for the one it had', (_, move) => {
  const before = { ...delivered, tracks: [videoTrack('Pictures', clip(lamp, 90, zoom([0, 1], [89, 1.89])))] };
  const after = { ...delivered, tracks: [videoTrack('Pictures', clip(lamp, 60, move))] };
  expect(diffCuts(before, after).edits.map(({ kind }) => kind)).toEqual(['trimmed']);
});

test('tells a move that was changed, but not what of it is never seen', () => {
  const before = {
    ...delivered,
    tracks: [videoTrack('Pictures', clip(lamp, 90, zoom([-10, 0.9], [89, 1.89])))],
  };
  const kindsWith = (move: Partial<Clip>): readonly string[] =>
    diffCuts(before, { ...before, tracks: [videoTrack('Pictures', clip(lamp, 90, move))] }).edits.map(
      ({ kind }) => kind,
    );
  expect(kindsWith(zoom([0, 1], [89, 1.89]))).toEqual([]);
  expect(kindsWith(zoom([0, 1], [44, 1.89]))).toEqual(['motion']);
  expect(kindsWith(zoom([0, 1.89], [89, 1]))).toEqual(['motion']);
});

const effect = (format: TimelineFormat, name: string): UnreadPart => ({ format, name, source: `<${name}/>` });

test('tells the effects an editor added and took away, on a part of a clip too', () => {
  const cutWith = (...items: readonly Clip[]): Timeline => ({
    ...delivered,
    tracks: [videoTrack('Pictures', ...items)],
  });
  const blur = effect('KDENLIVE', 'Blur');
  const grade = effect('KDENLIVE', 'Lift/gamma/gain');
  const plain = cutWith(clip(boat, 120));
  expect(sentences(cutWith(clip(boat, 120, { unread: [blur, grade] })), plain)).toEqual([
    'Scene 1: picture “boat.mp4” now has the effect “Blur”, “Lift/gamma/gain”',
  ]);
  expect(
    sentences(
      cutWith(clip(boat, 120, { unread: [blur] })),
      cutWith(clip(boat, 120, { unread: [blur, grade, blur] })),
    ),
  ).toEqual(['Scene 1: picture “boat.mp4” no longer has the effect “Lift/gamma/gain”, “Blur”']);
  const rest = clip(boat, 60, { sourceStartFrame: 60, unread: [grade] });
  expect(sentences(cutWith(clip(boat, 60), rest), plain)).toEqual([
    'Scene 1: picture “boat.mp4” cut into 2 pieces',
    'Scene 1: picture “boat.mp4” now has the effect “Lift/gamma/gain”',
  ]);
});

test('takes an effect for removed only where its format puts it back', () => {
  const before = (part: UnreadPart): Timeline => ({
    ...delivered,
    tracks: [videoTrack('Pictures', clip(lamp, 90, { unread: [part] }))],
  });
  const after = { ...delivered, tracks: [videoTrack('Pictures', clip(lamp, 90))] };
  const kindsBy = (part: UnreadPart, format: TimelineFormat): readonly string[] =>
    diffCuts(before(part), after, { formats: [format] }).edits.map(({ kind }) => kind);
  expect(kindsBy(effect('KDENLIVE', 'Blur'), 'KDENLIVE')).toEqual(['effect']);
  expect(kindsBy(effect('KDENLIVE', 'Blur'), 'SHOTCUT')).toEqual(['format-loss']);
  expect(kindsBy(effect('FCPXML', 'Blur'), 'FCPXML')).toEqual(['format-loss']);
});

test('takes what the format does not carry for a loss', () => {
  const rich: Timeline = {
    ...delivered,
    tracks: [
      videoTrack('Pictures', clip(lamp, 90, { motion: [{ frame: 0, scale: 2, x: 0, y: 0 }] })),
      audioTrack('Music', 'music', clip(music, 90, { levels: [{ frame: 0, levelDb: -6 }] })),
    ],
  };
  const plain: Timeline = {
    ...rich,
    tracks: [videoTrack('V', clip(lamp, 80)), audioTrack('A', 'dialogue', clip(music, 90))],
    captionTracks: [],
  };
  const kinds = diffCuts(rich, plain, { formats: ['EDL'] }).edits.map((edit) =>
    edit.kind === 'format-loss' ? edit.loss : edit.kind,
  );
  expect(kinds.toSorted()).toEqual(['CAPTIONS', 'LEVELS', 'MOTION', 'trimmed']);
});

test('tells an edit of one frame at any rate, but lets places differ by one where xmeml is rounded', () => {
  const at = (frames: number): Timeline =>
    timelineOf({
      frameRate: rates[23.976],
      media,
      tracks: [videoTrack('V', clip(boat, frames), clip(lamp, 50))],
    });
  const kindsWith = (frames: number, formats: readonly TimelineFormat[]): readonly string[] =>
    diffCuts(at(100), at(frames), { formats }).edits.map(({ kind }) => kind);
  expect(kindsWith(101, ['FCPXML'])).toEqual(['trimmed']);
  expect(kindsWith(101, ['PREMIERE_XML'])).toEqual([]);
  expect(kindsWith(103, ['PREMIERE_XML'])).toEqual(['trimmed']);
});

test('compares a cut that came back at twice the rate', () => {
  const at50 = timelineOf({
    frameRate: rates[50],
    media,
    tracks: [videoTrack('V', clip(lamp, 100), clip(boat, 160))],
  });
  const at25 = timelineOf({
    frameRate: rates[25],
    media,
    tracks: [videoTrack('V', clip(lamp, 50), clip(boat, 100))],
  });
  expect(sentences(at50, at25)).toEqual(['Frame rate 50, was 25', 'Scene 2 shortened by 0.8 s at its end']);
});

test('knows media that were moved, renamed or converted', () => {
  const renamed = delivered.media.map((one, index) => ({
    ...one,
    mediaId: `r${String(index)}`,
    location: `/Volumes/Edit/${one.fileName}`,
    fileName: one === boat ? 'BOAT.mov' : one === lamp ? 'renamed.png' : one.fileName,
  }));
  const ids = new Map(delivered.media.map(({ mediaId }, index) => [mediaId, `r${String(index)}`]));
  const tracks = delivered.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) =>
      item.kind === 'clip' ? { ...item, mediaId: ids.get(item.mediaId) ?? '' } : item,
    ),
  }));
  const { edits } = diffCuts(
    delivered,
    { ...delivered, media: renamed, tracks },
    { hashesBefore: new Map([['lamp', 'abc']]), hashesAfter: new Map([['r0', 'abc']]) },
  );
  expect(edits).toEqual([]);
});

test('takes another part of the same media for another clip', () => {
  const cutOf = (sourceStartFrame: number): Timeline =>
    timelineOf({ media, tracks: [videoTrack('V', clip(lamp, 50), clip(boat, 60, { sourceStartFrame }))] });
  const { edits } = diffCuts(cutOf(0), cutOf(300));
  expect(edits.map(({ kind }) => kind)).toEqual(['replaced']);
});

test('tells uses of one still apart by the words that go with them', () => {
  const cutOf = (...captions: Timeline['captionTracks'][number]['captions']): Timeline =>
    timelineOf({
      media,
      tracks: [videoTrack('V', ...captions.map(() => clip(lamp, 50)), clip(quay, 50))],
      captionTracks: [{ languageCode: 'en', captions }],
    });
  const before = cutOf(caption(0, 40, 'One'), caption(50, 40, 'Two'), caption(100, 40, 'Three'));
  expect(sentences(cutOf(caption(0, 40, 'Two'), caption(50, 40, 'Three')), before)).toEqual([
    'Scene 1 removed',
  ]);
});

test('tells uses of one sound apart by their time', () => {
  const click = audioMedia('click', 10, 1);
  const cutOf = (...starts: readonly number[]): Timeline =>
    timelineOf({
      media: [lamp, click],
      tracks: [
        videoTrack('V', clip(lamp, 900)),
        audioTrack(
          'Effects',
          'effects',
          ...starts.flatMap((start, index) => [
            gap(start - (starts[index - 1] ?? -10) - 10),
            clip(click, 10),
          ]),
        ),
      ],
    });
  const { edits } = diffCuts(cutOf(100, 230, 370, 520), cutOf(100, 370, 520));
  expect(edits.map(({ kind, before }) => [kind, before?.startFrame])).toEqual([['removed', 230]]);
});

test('finds the one clip taken out of a thousand', () => {
  const long = longTimeline();
  const [pictures, ...rest] = long.tracks;
  const items = (pictures?.items ?? []).filter((_, index) => index !== 250);
  const { edits } = diffCuts(long, { ...long, tracks: [videoTrack('Pictures', ...items), ...rest] });
  expect(edits.filter(({ kind }) => kind === 'removed').map(({ scene }) => scene)).toEqual([251]);
});

test('a scene whose picture is late by half a dissolve is one with its sound', () => {
  const cut = (isWhole: boolean): Timeline => ({
    ...delivered,
    tracks: [
      videoTrack(
        'Pictures',
        clip(lamp, 97, { linkId: 's1' }),
        clip(boat, 121, {
          linkId: 's2',
          sourceStartFrame: 30,
          transition: { style: 'FADE', durationFrames: 14, framesBeforeCut: 7 },
        }),
        ...(isWhole
          ? [
              clip(quay, 52, {
                linkId: 's3',
                transition: { style: 'FADE', durationFrames: 16, framesBeforeCut: 8 },
              }),
            ]
          : []),
      ),
      audioTrack('Speech', 'dialogue', voice(1, 90), voice(2, 120), ...(isWhole ? [voice(3, 60)] : [])),
    ],
  });
  expect(sentences(cut(false), cut(true))).toEqual(['Scene 3 removed']);
  // Its own sound alone is still described together with the scene of its picture.
  const silent = cut(true);
  const [pictures, speech] = silent.tracks;
  if (!pictures || !speech) throw new Error('The cut has no tracks.');
  const spoken = { ...speech, items: [...speech.items.slice(0, 1), gap(120), ...speech.items.slice(2)] };
  expect(sentences({ ...silent, tracks: [pictures, spoken] }, cut(true))).toEqual([
    'Scene 2: sound “voice-2.wav” removed',
  ]);
});

test('captions that start in a dissolve go with the scene after it', () => {
  const dissolve = { transition: { style: 'FADE', durationFrames: 16, framesBeforeCut: 8 } } as const;
  const cut = (items: readonly Clip[], ...captions: readonly Caption[]): Timeline => ({
    ...delivered,
    tracks: [videoTrack('Pictures', ...items)],
    captionTracks: [{ languageCode: 'en', captions }],
  });
  const one = clip(lamp, 98);
  const three = clip(quay, 82);
  const before = cut(
    [one, clip(boat, 120, { sourceStartFrame: 30, ...dissolve }), { ...three, ...dissolve }],
    caption(0, 60, 'The pier'),
    caption(90, 60, 'A boat'),
    caption(210, 60, 'The quay'),
  );
  const edits = (old: Timeline, now: Timeline): readonly string[] =>
    diffCuts(old, now).edits.map(({ scene, message }) => `${String(scene)}: ${sentenceOf(message)}`);
  const without = (...captions: readonly Caption[]): Timeline =>
    cut([one, three], caption(0, 60, 'The pier'), ...captions);
  expect(edits(before, without(caption(90, 60, 'The quay')))).toEqual(['2: Scene 2 removed']);
  expect(edits(before, without())).toEqual(['2: Scene 2 removed', '3: Caption removed: “The quay”']);
  expect(edits({ ...before, captionTracks: [] }, before).at(-1)).toBe('3: Caption added: “The quay”');
});
