import fc from 'fast-check';
import type { Change } from '../../../../src-timeline/changes/change.ts';
import { withoutImpossibleTransitions } from '../../../../src-timeline/model/check-timeline.ts';
import { itemsOfPlacements } from '../../../../src-timeline/model/placement.ts';
import type { Clip, MediaReference, Timeline } from '../../../../src-timeline/model/timeline.ts';
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

/** Form of a scene as the service makes it. */
interface Form {
  readonly isVideo: boolean;
  readonly tens: number;
  readonly hasVoice: boolean;
  readonly isAudible: boolean;
  readonly hasTransition: boolean;
  readonly hasLogo: boolean;
  readonly isMoving: boolean;
}

const form: fc.Arbitrary<Form> = fc.record({
  isVideo: fc.boolean(),
  tens: fc.integer({ min: 4, max: 12 }),
  hasVoice: fc.nat(3).map((part) => part > 0),
  isAudible: fc.boolean(),
  hasTransition: fc.boolean(),
  hasLogo: fc.nat(3).map((part) => part === 0),
  isMoving: fc.boolean(),
});

/** Builds a cut of scenes: picture, own sound, voice, words, marker and sometimes a logo each, and music under all. */
export function cutOfForms(forms: readonly Form[]): Timeline {
  const media: MediaReference[] = [];
  const keep = <M extends MediaReference>(one: M): M => {
    media.push(one);
    return one;
  };
  let cursor = 0;
  const scenes = forms.map((one, index) => {
    const number = String(index + 1);
    const frames = one.tens * 10;
    const start = cursor;
    cursor += frames;
    const isAudible = one.isVideo && one.isAudible;
    const file = keep(
      one.isVideo
        ? videoMedia(`picture-${number}`, frames + 30, isAudible ? { audioChannels: 2 } : {})
        : stillMedia(`picture-${number}`),
    );
    const linkId = one.hasVoice || isAudible ? `link-${number}` : null;
    const motion = [
      { frame: 0, scale: 1, x: 0, y: 0 },
      { frame: frames - 1, scale: 1.2, x: 0, y: 0 },
    ];
    const picture = clip(file, frames, {
      linkId,
      ...(one.hasTransition && index > 0 && { transition: { style: 'PAN', durationFrames: 10 } }),
      ...(one.isMoving && !one.isVideo && { motion }),
    });
    const voice = one.hasVoice
      ? clip(keep(audioMedia(`voice-${number}`, frames - 5, 1)), frames - 5, { linkId })
      : null;
    const own = isAudible ? clip(file, frames, { linkId }) : null;
    return { number, start, frames, picture, voice, own, hasLogo: one.hasLogo };
  });
  const logo = keep(stillMedia('logo'));
  const music = keep(audioMedia('music', 5000, 2));
  const onTrack = (clipOf: (scene: (typeof scenes)[number]) => Clip | null, later = 0) =>
    itemsOfPlacements(
      scenes.flatMap((scene) => {
        const one = clipOf(scene);
        return one ? [{ startFrame: scene.start + later, clip: one }] : [];
      }),
    );
  const tracks = [
    videoTrack('Pictures', ...onTrack(({ picture }) => picture)),
    videoTrack('Logo', ...onTrack(({ hasLogo }) => (hasLogo ? clip(logo, 20) : null), 5)),
    audioTrack('Speech', 'dialogue', ...onTrack(({ voice }) => voice)),
    audioTrack('Clip sound', 'effects', ...onTrack(({ own }) => own)),
    audioTrack('Music', 'music', clip(music, cursor)),
  ];
  return timelineOf({
    media,
    tracks: withoutImpossibleTransitions(tracks, media),
    captionTracks: [
      {
        languageCode: 'en',
        captions: scenes.flatMap(({ number, start, frames }) => [
          caption(start + 1, 10, `First words of ${number}`),
          caption(start + 15, frames - 20, `Last words of ${number}`),
        ]),
      },
    ],
    markers: scenes.map(({ number, start }) => ({ frame: start, name: `Scene ${number}`, note: '' })),
  });
}

export const bases: fc.Arbitrary<Timeline> = fc.array(form, { minLength: 2, maxLength: 6 }).map(cutOfForms);

const pictureFile = fc
  .tuple(fc.boolean(), fc.nat(2), fc.integer({ min: 20, max: 200 }))
  .map(([isVideo, file, frames]): MediaReference =>
    isVideo
      ? videoMedia(
          `take-${String(file)}-${String(frames)}`,
          frames,
          frames % 2 === 0 ? { audioChannels: 2 } : {},
        )
      : stillMedia(`take-${String(file)}`, { width: 1000, height: 500 }),
  );

const voiceFile = fc
  .integer({ min: 10, max: 200 })
  .map((frames) => audioMedia(`take-voice-${String(frames)}`, frames, 1));

const place = fc.record({
  scale: fc.constantFrom(1, 1.5, 2),
  x: fc.constantFrom(-0.2, 0, 0.1),
  y: fc.constantFrom(0, 0.1),
});

const sceneId = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 7 }).map(String) },
  { weight: 2, arbitrary: fc.constantFrom('n-1', 'n-2', 'n-3') },
);
const newSceneId = fc.constantFrom('n-1', 'n-2', 'n-3', 'n-4');
const frames = fc.integer({ min: 1, max: 160 });

/** Any change, of a scene that there may be. */
export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('replacePicture' as const),
    sceneId,
    media: pictureFile,
    sourceStartFrame: fc.constantFrom(0, 15),
  }),
  fc.record({ kind: fc.constant('frame' as const), sceneId, from: fc.option(place), to: fc.option(place) }),
  fc.record({ kind: fc.constant('retime' as const), sceneId, speed: fc.constantFrom(0.5, 1, 2, 4) }),
  fc.record({
    kind: fc.constant('trim' as const),
    sceneId,
    edge: fc.constantFrom('start' as const, 'end' as const),
    durationFrames: frames,
  }),
  fc.record({ kind: fc.constant('move' as const), sceneId, afterSceneId: fc.option(sceneId) }),
  fc.record({ kind: fc.constant('remove' as const), sceneId }),
  fc.record({
    kind: fc.constant('add' as const),
    sceneId: newSceneId,
    afterSceneId: fc.option(sceneId),
    media: pictureFile,
    durationFrames: frames,
  }),
  fc.record({ kind: fc.constant('duplicate' as const), sceneId, newSceneId }),
  fc.record({ kind: fc.constant('split' as const), sceneId, newSceneId, frame: frames }),
  fc.record({ kind: fc.constant('join' as const), sceneId }),
  fc.record({
    kind: fc.constant('revoice' as const),
    sceneId,
    media: voiceFile,
    spokenText: fc.option(fc.constant('Respelled')),
  }),
  fc.record({
    kind: fc.constant('caption' as const),
    sceneId,
    languageCode: fc.constantFrom('en', 'de'),
    index: fc.nat(2),
    text: fc.constantFrom('', 'Other words', 'Two\nlines'),
  }),
  fc.record({
    kind: fc.constant('level' as const),
    sceneId,
    sound: fc.constantFrom('voice' as const, 'music' as const, 'clip' as const),
    levelDb: fc.constantFrom(-20, -6, 0, 3),
    isMuted: fc.boolean(),
    fades: fc.record({ inFrames: fc.constantFrom(0, 10), outFrames: fc.constantFrom(0, 300) }),
  }),
  fc.record({
    kind: fc.constant('transition' as const),
    sceneId,
    transition: fc.option(
      fc.record({ style: fc.constantFrom('FADE' as const, 'WIPE' as const), durationFrames: frames }),
    ),
  }),
  fc.record({
    kind: fc.constant('note' as const),
    sceneId,
    frame: fc.nat(40),
    oldText: fc.option(fc.constantFrom('Too dark', 'Too loud'), { freq: 2 }),
    text: fc.constantFrom('', 'Too dark', 'Too loud'),
    author: fc.option(fc.constant('Ada')),
    isDone: fc.boolean(),
  }),
);

export const changeLists = fc.array(anyChange, { minLength: 1, maxLength: 8 });
