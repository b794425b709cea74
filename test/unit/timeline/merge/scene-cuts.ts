import { itemsOfPlacements } from '../../../../src-timeline/model/placement.ts';
import type { Clip, Timeline } from '../../../../src-timeline/model/timeline.ts';
import {
  audioMedia,
  audioTrack,
  caption,
  clip,
  stillMedia,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../formats/sample-timelines.ts';

/** Scene of a cut; omitted fields are as delivered. */
export interface Scene {
  readonly id: string;
  readonly frames?: number;
  readonly picture?: string;
  /** Empty for no voice. */
  readonly voice?: string;
  /** Length of the voice; by default that of the picture. */
  readonly voiceFrames?: number;
  readonly voiceOffset?: number;
  readonly words?: string;
  readonly more?: Partial<Clip>;
  readonly voiceMore?: Partial<Clip>;
  readonly hole?: number;
  /** Frames by which the voice, the words and the marker start before the picture, as a transition does. */
  readonly lead?: number;
}

const files = [
  ...['a', 'b', 'c', 'd', 'e', 'a2', 'b2', 'x', 'logo'].map((id) => stillMedia(id)),
  videoMedia('film', 400),
  videoMedia('film2', 400),
  videoMedia('short', 60),
  ...['a', 'b', 'c', 'd', 'e', 'a2', 'b2', 'x'].map((id) => audioMedia(`voice-${id}`, 300, 1)),
  audioMedia('music', 9000, 2),
  audioMedia('music2', 9000, 2),
];
const file = (id: string) => files.find(({ mediaId }) => mediaId === id) ?? stillMedia(id);

/** Returns a cut of scenes with a picture, a voice, words and a marker each, and music under all. */
export function cutOf(
  scenes: readonly Scene[],
  music: Partial<Clip> = {},
  logo: number | null = null,
): Timeline {
  let cursor = 0;
  const placed = scenes.map((scene) => {
    const startFrame = cursor + (scene.hole ?? 0);
    cursor = startFrame + (scene.frames ?? 100);
    return { scene, startFrame };
  });
  const tracks = [
    videoTrack(
      'Pictures',
      ...itemsOfPlacements(
        placed.map(({ scene, startFrame }) => {
          const { id, picture = id, frames = 100, more } = scene;
          return { startFrame, clip: clip(file(picture), frames, { linkId: `link-${id}`, ...more }) };
        }),
      ),
    ),
    ...(logo === null
      ? []
      : [videoTrack('Logo', ...itemsOfPlacements([{ startFrame: logo, clip: clip(file('logo'), 20) }]))]),
    audioTrack(
      'Speech',
      'dialogue',
      ...itemsOfPlacements(
        placed.flatMap(({ scene, startFrame }) => {
          if (scene.voice === '') return [];
          const { id, voice = id, voiceFrames = scene.frames ?? 100, voiceOffset = 0, voiceMore } = scene;
          const link = { linkId: `link-${id}`, ...voiceMore };
          return {
            startFrame: startFrame + voiceOffset - (scene.lead ?? 0),
            clip: clip(file(`voice-${voice}`), voiceFrames, link),
          };
        }),
      ),
    ),
    audioTrack('Music', 'music', clip(file('music'), cursor, music)),
  ];
  const used = new Set(
    tracks.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'clip' ? [item.mediaId] : []))),
  );
  return timelineOf({
    media: files.filter(({ mediaId }) => used.has(mediaId)),
    tracks,
    captionTracks: [
      {
        languageCode: 'en',
        captions: placed.map(({ scene, startFrame }) =>
          caption(startFrame + 5 - (scene.lead ?? 0), 40, scene.words ?? `Words of ${scene.id}`),
        ),
      },
    ],
    markers: placed.map(({ scene, startFrame }) => ({
      frame: startFrame - (scene.lead ?? 0),
      name: `Scene ${scene.id}`,
      note: '',
    })),
  });
}
