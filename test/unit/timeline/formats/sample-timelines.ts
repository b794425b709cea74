import type { FrameRate } from '../../../../src-timeline/model/rational-time.ts';
import type {
  Caption,
  Clip,
  Gap,
  ItemWithoutMedia,
  MediaReference,
  Timeline,
  Track,
} from '../../../../src-timeline/model/timeline.ts';

export const rates = {
  23.976: { numerator: 24_000, denominator: 1001 },
  24: { numerator: 24, denominator: 1 },
  25: { numerator: 25, denominator: 1 },
  29.97: { numerator: 30_000, denominator: 1001 },
  30: { numerator: 30, denominator: 1 },
  50: { numerator: 50, denominator: 1 },
  59.94: { numerator: 60_000, denominator: 1001 },
  60: { numerator: 60, denominator: 1 },
} as const satisfies Record<number, FrameRate>;

const fullHd = { width: 1920, height: 1080 };

export function stillMedia(mediaId: string, size = fullHd): MediaReference {
  const fileName = `${mediaId}.png`;
  return {
    mediaId,
    fileName,
    location: `media/${fileName}`,
    kind: 'still',
    durationFrames: null,
    startFrame: 0,
    size,
    audioChannels: null,
  };
}

export function videoMedia(
  mediaId: string,
  durationFrames: number,
  more: Partial<MediaReference> = {},
): MediaReference {
  const fileName = `${mediaId}.mp4`;
  return {
    mediaId,
    fileName,
    location: `media/${fileName}`,
    kind: 'video',
    durationFrames,
    startFrame: 0,
    size: fullHd,
    audioChannels: null,
    ...more,
  };
}

export function audioMedia(mediaId: string, durationFrames: number, audioChannels: 1 | 2): MediaReference {
  const fileName = `${mediaId}.wav`;
  return {
    mediaId,
    fileName,
    location: `media/${fileName}`,
    kind: 'audio',
    durationFrames,
    startFrame: 0,
    size: null,
    audioChannels,
  };
}

export function clip(media: MediaReference, durationFrames: number, more: Partial<Clip> = {}): Clip {
  return {
    kind: 'clip',
    name: media.fileName,
    mediaId: media.mediaId,
    sourceStartFrame: 0,
    durationFrames,
    linkId: null,
    note: null,
    ...more,
  };
}

export function gap(durationFrames: number): Gap {
  return { kind: 'gap', durationFrames };
}

export function videoTrack(name: string, ...items: (Clip | Gap)[]): Track {
  return { kind: 'video', name, role: 'video', items };
}

export function audioTrack(name: string, role: Track['role'], ...items: (Clip | Gap)[]): Track {
  return { kind: 'audio', name, role, items };
}

export function caption(startFrame: number, durationFrames: number, ...lines: string[]): Caption {
  return { startFrame, durationFrames, lines };
}

/** Returns an item of 75 frames on a track of its own, changed by `parts`. */
export function itemWithoutMedia(parts: Partial<ItemWithoutMedia>): ItemWithoutMedia {
  return {
    kind: 'other',
    name: '',
    words: null,
    source: null,
    trackKind: 'video',
    trackIndex: null,
    startFrame: 0,
    durationFrames: 75,
    ...parts,
  };
}

/** Returns a timeline with default values, changed by `parts`. */
export function timelineOf(parts: Partial<Timeline>): Timeline {
  return {
    name: 'Harbour lights v003',
    frameRate: rates[30],
    ...fullHd,
    startFrame: 0,
    isDropFrame: false,
    audioRate: 48_000,
    media: [],
    tracks: [],
    captionTracks: [],
    ...parts,
  };
}

/** Texts that break careless writers: markup, right-to-left, CJK, emoji with joiners, controls, line separators. */
export const awkwardTexts: readonly string[] = [
  'Salt & pepper <b>"quoted"</b> \'single\' > less ]]> end',
  'مرحبا بالعالم، هذا نص من اليمين إلى اليسار',
  'שלום עולם 123',
  '港の灯り、夜の海',
  '👩‍👩‍👧‍👦 family 🇯🇵 flag é composed é decomposed',
  'control \u0000\u0001\u0008\u000b\u001f characters',
  'separators \u2028 and \u2029 and \u0085 next line',
  'lone \ud800 surrogate \udfff and \uffff \ufffe',
];

/** Stills with linked speech, a clip with its own sound, holes, an overlay, stereo music under all, captions. */
export function richTimeline(frameRate: FrameRate = rates[30], more: Partial<Timeline> = {}): Timeline {
  const harbour = stillMedia('harbour', { width: 2048, height: 1536 });
  const boat = videoMedia('boat', 200, { audioChannels: 2 });
  const camera = videoMedia('camera', 300, { startFrame: 107_892, size: { width: 3840, height: 2160 } });
  const speech = [audioMedia('speech-1', 90, 1), audioMedia('speech-2', 150, 1)] as const;
  const music = audioMedia('music', 2000, 2);
  return timelineOf({
    frameRate,
    media: [harbour, boat, camera, ...speech, music],
    tracks: [
      videoTrack(
        'Pictures',
        clip(harbour, 90, { linkId: 'scene-1', note: 'The harbour & its <lights>' }),
        gap(15),
        clip(boat, 60, { sourceStartFrame: 40, linkId: 'boat-own' }),
        clip(camera, 120, { sourceStartFrame: 7 }),
      ),
      videoTrack('Overlays', gap(100), clip(harbour, 30), gap(10), clip(boat, 25, { sourceStartFrame: 5 })),
      audioTrack(
        'Speech',
        'dialogue',
        clip(speech[0], 90, { linkId: 'scene-1' }),
        gap(15),
        clip(boat, 60, { sourceStartFrame: 40, linkId: 'boat-own' }),
        clip(speech[1], 120, { sourceStartFrame: 30 }),
      ),
      audioTrack('Music', 'music', clip(music, 400, { sourceStartFrame: 100 })),
      audioTrack('Effects', 'effects', gap(250), clip(boat, 20)),
    ],
    captionTracks: [
      {
        languageCode: 'en',
        captions: [
          caption(0, 60, 'The harbour at night,', 'and its lights.'),
          caption(60, 70, 'Across a cut & <more>'),
        ],
      },
      { languageCode: 'zh-Hans', captions: [caption(80, 30, '港口的灯光')] },
      { languageCode: 'ar', captions: awkwardTexts.map((text, index) => caption(index * 20, 20, text)) },
    ],
    markers: [
      { frame: 0, name: 'Scene 1', note: 'The harbour & its <lights>' },
      { frame: 105, name: 'Scene 2', note: awkwardTexts[4] ?? '' },
    ],
    ...more,
  });
}

/** Returns an upright timeline of one scene, a still with its speech. */
function singleClipTimeline(): Timeline {
  const still = stillMedia('portrait', { width: 1080, height: 1920 });
  const speech = audioMedia('speech', 45, 1);
  return timelineOf({
    width: 1080,
    height: 1920,
    media: [still, speech],
    tracks: [
      videoTrack('Pictures', clip(still, 45, { linkId: 'a' })),
      audioTrack('Speech', 'dialogue', clip(speech, 45, { linkId: 'a' })),
    ],
  });
}

/**
 * Returns five hundred scenes, each a still or a clip with linked speech, and a caption that extends into the next one.
 */
export function longTimeline(): Timeline {
  const scenes = Array.from({ length: 500 }, (_, index) => {
    const linkId = `scene-${String(index)}`;
    const durationFrames = 30 + (index % 17);
    const picture =
      index % 3 === 0 ? stillMedia(`still-${String(index)}`) : videoMedia(`video-${String(index)}`, 120);
    return {
      linkId,
      durationFrames,
      picture,
      speech: audioMedia(`speech-${String(index)}`, durationFrames, 1),
    };
  });
  const starts = scenes.map((_, index) =>
    scenes.slice(0, index).reduce((sum, scene) => sum + scene.durationFrames, 0),
  );
  return timelineOf({
    media: scenes.flatMap(({ picture, speech }) => [picture, speech]),
    tracks: [
      videoTrack(
        'Pictures',
        ...scenes.map(({ picture, durationFrames, linkId }) => clip(picture, durationFrames, { linkId })),
      ),
      audioTrack(
        'Speech',
        'dialogue',
        ...scenes.map(({ speech, durationFrames, linkId }) => clip(speech, durationFrames, { linkId })),
      ),
    ],
    captionTracks: [
      {
        languageCode: 'en',
        captions: starts.map((start, index) => caption(start + 10, 30, `Caption ${String(index)}`)),
      },
    ],
  });
}

/** Timelines for every writer, by their special feature. */
export const sampleTimelines: Readonly<Record<string, () => Timeline>> = {
  'everything at 30': () => richTimeline(),
  'drop-frame from one hour': () => richTimeline(rates[29.97], { isDropFrame: true, startFrame: 107_892 }),
  'film rate from a day': () => richTimeline(rates[23.976], { startFrame: 86_400 }),
  'everything at 25': () => richTimeline(rates[25], { startFrame: 90_000 }),
  'everything at 59.94 drop-frame': () =>
    richTimeline(rates[59.94], { isDropFrame: true, startFrame: 215_784 }),
  'one upright clip': singleClipTimeline,
  'five hundred scenes': longTimeline,
  'nothing at all': () => timelineOf({}),
  'sound only': () => {
    const music = audioMedia('music', 500, 2);
    return timelineOf({
      media: [music],
      tracks: [audioTrack('Music', 'music', gap(10), clip(music, 300, { sourceStartFrame: 20 }))],
      captionTracks: [{ languageCode: 'en', captions: [caption(295, 40, 'After the sound')] }],
    });
  },
  'signed addresses': () => {
    const remote = {
      ...stillMedia('remote'),
      location: 'https://media.example/a.png?X-Sign=a%2Fb&X-Date=1&q="x"',
    };
    return timelineOf({ media: [remote], tracks: [videoTrack('Pictures', clip(remote, 30))] });
  },
};
