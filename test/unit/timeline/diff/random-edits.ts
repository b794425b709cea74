import fc from 'fast-check';
import { itemsOfPlacements } from '../../../../src-timeline/model/placement.ts';
import type { Caption, Clip, MediaReference, Timeline } from '../../../../src-timeline/model/timeline.ts';
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

/** Edits of a scene; `gap` moves it and everything after it. */
export const editKinds = [
  'removed',
  'added',
  'moved',
  'trimmed',
  'slipped',
  'split',
  'joined',
  'replaced',
  'retimed',
  'level',
  'motion',
  'transition',
  'caption',
  'disabled',
  'marker',
  'gap',
  'effect',
] as const;

export interface Scene {
  readonly number: number;
  pictures: Clip[];
  voice: Clip | null;
  hasLogo: boolean;
  hole: number;
  text: string;
  marker: string;
}

/** Initial form of a scene, and the edit to apply to it. */
export interface Plan {
  readonly edit: (typeof editKinds)[number] | 'none';
  readonly isVideo: boolean;
  readonly tens: number;
  readonly amount: 10 | 20;
  readonly isLifted: boolean;
  readonly atHead: boolean;
  readonly hasLogo: boolean;
  readonly repeats: number;
  readonly target: number;
}

/** Two cuts, and the edits that turn one into the other. */
export interface EditedCut {
  readonly before: Timeline;
  readonly after: Timeline;
  readonly sceneStarts: readonly number[];
  /** Edits, formatted as by `sameness` in the test. */
  readonly expected: readonly string[];
  readonly moves: number;
  readonly repeatsMedia: boolean;
  readonly kinds: readonly string[];
}

export const needVideo = new Set(['slipped', 'split', 'joined', 'retimed']);
export const needVoice = new Set(['level', 'disabled']);

export const plan: fc.Arbitrary<Plan> = fc.record({
  edit: fc.oneof(
    { weight: 60, arbitrary: fc.constant('none' as const) },
    { weight: 60, arbitrary: fc.constantFrom(...editKinds) },
    // Extra weight, because some transitions cannot be made at their place.
    { weight: 1, arbitrary: fc.constant('transition' as const) },
  ),
  isVideo: fc.boolean(),
  tens: fc.integer({ min: 6, max: 14 }),
  amount: fc.constantFrom(10 as const, 20 as const),
  isLifted: fc.boolean(),
  atHead: fc.boolean(),
  hasLogo: fc.boolean(),
  repeats: fc.nat(),
  target: fc.nat(),
});

export class Studio {
  readonly media = new Map<string, MediaReference>();
  readonly logo = this.#add(stillMedia('logo'));
  readonly music = this.#add(audioMedia('music', 100_000, 2));

  #add<M extends MediaReference>(media: M): M {
    this.media.set(media.mediaId, media);
    return media;
  }

  still(id: string): MediaReference {
    return this.#add(stillMedia(id));
  }

  video(id: string): MediaReference {
    return this.#add(videoMedia(id, 5000));
  }

  speech(id: string, frames: number): MediaReference {
    return this.#add(audioMedia(id, frames, 1));
  }
}

function sceneOf(
  one: Plan,
  index: number,
  studio: Studio,
  repeated: MediaReference | null,
  use: number,
): Scene {
  const number = index + 1;
  const frames = one.tens * 20;
  const isVideo = repeated ? repeated.kind === 'video' : one.isVideo || needVideo.has(one.edit);
  const id = `picture-${String(number)}`;
  const media = repeated ?? (isVideo ? studio.video(id) : studio.still(id));
  const linkId = `scene ${String(number)}`;
  const more = { linkId, sourceStartFrame: isVideo ? 100 + use * 35 : 0 };
  const whole = clip(media, frames, more);
  const isCut = one.edit === 'joined';
  const half = frames / 2;
  return {
    number,
    pictures: isCut
      ? [
          { ...whole, durationFrames: half },
          { ...whole, durationFrames: half, sourceStartFrame: whole.sourceStartFrame + half, linkId: null },
        ]
      : [whole],
    voice:
      one.edit === 'retimed' || isCut || (!needVoice.has(one.edit) && one.tens % 3 === 0)
        ? null
        : clip(studio.speech(`voice-${String(number)}`, frames + 100), frames, {
            ...more,
            sourceStartFrame: 40,
          }),
    hasLogo: one.hasLogo,
    hole: 0,
    text: `These are the words of scene ${String(number)}`,
    marker: `Scene ${String(number)}`,
  };
}

/** Builds the cut of some scenes: pictures in sequence, everything else at the place of its scene. */
export function cutOf(scenes: readonly Scene[], studio: Studio): Timeline {
  const placed = scenes.flatMap((scene, index) => {
    const framesOf = ({ pictures, hole }: Scene): number =>
      pictures.reduce((sum, { durationFrames }) => sum + durationFrames, hole);
    const start = scenes.slice(0, index).reduce((sum, one) => sum + framesOf(one), scene.hole);
    return [{ scene, start }];
  });
  const pictures = placed.flatMap(({ scene, start }) =>
    scene.pictures.map((one, index) => ({
      startFrame: scene.pictures
        .slice(0, index)
        .reduce((sum, { durationFrames }) => sum + durationFrames, start),
      clip: one,
    })),
  );
  const voices = placed.flatMap(({ scene, start }) =>
    scene.voice ? [{ startFrame: start, clip: scene.voice }] : [],
  );
  const logos = placed.flatMap(({ scene, start }) =>
    scene.hasLogo ? [{ startFrame: start + 5, clip: clip(studio.logo, 20) }] : [],
  );
  const captions = placed.flatMap(({ scene, start }): Caption[] =>
    scene.text === '' ? [] : [caption(start + 2, 30, scene.text)],
  );
  return timelineOf({
    media: [...studio.media.values()],
    tracks: [
      videoTrack('Pictures', ...itemsOfPlacements(pictures)),
      videoTrack('Logo', ...itemsOfPlacements(logos)),
      audioTrack('Speech', 'dialogue', ...itemsOfPlacements(voices)),
      audioTrack('Music', 'music', clip(studio.music, 3000)),
    ],
    captionTracks: [{ languageCode: 'en', captions }],
    markers: placed.flatMap(({ scene, start }) =>
      scene.marker === '' ? [] : [{ frame: start, name: scene.marker, note: '' }],
    ),
  });
}

/** Mutable parts of a timeline's scenes during the edits. */
export interface Edited {
  scenes: Scene[];
  readonly studio: Studio;
  readonly expected: string[];
}

type Apply = (scene: Scene, one: Plan, edited: Edited) => void;

const mainOf = (scene: Scene): Clip => {
  const [picture] = scene.pictures;
  if (!picture) throw new Error('A scene without a picture.');
  return picture;
};

const idOf = (scene: Scene, edited: Edited): string =>
  edited.studio.media.get(mainOf(scene).mediaId)?.kind === 'still'
    ? mainOf(scene).mediaId
    : `scene ${String(scene.number)}`;

function trim(scene: Scene, { amount, atHead }: Plan, edited: Edited): void {
  const isStill = edited.studio.media.get(mainOf(scene).mediaId)?.kind === 'still';
  const kinds = scene.voice ? 'video+audio' : 'video';
  const head = atHead && !isStill;
  const cut = (one: Clip): Clip => ({
    ...one,
    durationFrames: one.durationFrames - amount,
    sourceStartFrame: one.sourceStartFrame + (head ? amount : 0),
  });
  edited.expected.push(
    `trimmed ${idOf(scene, edited)} ${kinds} ${head ? `${String(amount)} 0` : `0 ${String(amount)}`}`,
  );
  scene.pictures = [cut(mainOf(scene))];
  scene.voice &&= cut(scene.voice);
}

const glow = {
  format: 'KDENLIVE',
  name: 'frei0r.glow',
  source: '<filter><property name="mlt_service">frei0r.glow</property></filter>',
} as const;

const applied: Readonly<Record<(typeof editKinds)[number], Apply>> = {
  removed: (scene, { isLifted }, edited) => {
    edited.expected.push(`removed ${idOf(scene, edited)} ${scene.voice ? 'video+audio' : 'video'}`);
    if (scene.hasLogo) edited.expected.push('removed logo video');
    const next = edited.scenes[edited.scenes.indexOf(scene) + 1];
    if (isLifted && next) next.hole += mainOf(scene).durationFrames;
    edited.scenes = edited.scenes.filter((other) => other !== scene);
    edited.expected.push(`marker removed ${scene.marker}`);
  },
  added: (scene, { tens }, edited) => {
    const media = edited.studio.still(`new-${String(scene.number)}`);
    scene.pictures = [...scene.pictures, clip(media, tens * 10)];
    edited.expected.push(`added ${media.mediaId} video`);
  },
  moved: (scene, { target }, edited) => {
    const others = edited.scenes.filter((other) => other !== scene);
    others.splice(target % (others.length + 1), 0, scene);
    edited.scenes = others;
  },
  trimmed: trim,
  slipped: (scene, { amount }, edited) => {
    scene.pictures = [{ ...mainOf(scene), sourceStartFrame: mainOf(scene).sourceStartFrame + amount }];
    edited.expected.push(`slipped ${idOf(scene, edited)} video ${String(amount)}`);
  },
  split: (scene, _, edited) => {
    const whole = mainOf(scene);
    const half = whole.durationFrames / 2;
    const media = edited.studio.still(`new-${String(scene.number)}`);
    scene.pictures = [
      { ...whole, durationFrames: half },
      clip(media, 50),
      { ...whole, durationFrames: half, sourceStartFrame: whole.sourceStartFrame + half },
    ];
    edited.expected.push(`split ${idOf(scene, edited)} video 2`, `added ${media.mediaId} video`);
  },
  joined: (scene, _, edited) => {
    edited.expected.push(`joined ${idOf(scene, edited)} video 2`);
    scene.pictures = [{ ...mainOf(scene), durationFrames: mainOf(scene).durationFrames * 2 }];
  },
  replaced: (scene, _, edited) => {
    const media = edited.studio.still(`other-${String(scene.number)}`);
    edited.expected.push(`replaced ${idOf(scene, edited)} ${media.fileName}`);
    scene.pictures = [{ ...mainOf(scene), mediaId: media.mediaId, sourceStartFrame: 0 }];
  },
  retimed: (scene, _, edited) => {
    edited.expected.push(`retimed ${idOf(scene, edited)} 1 2`);
    scene.pictures = [{ ...mainOf(scene), durationFrames: mainOf(scene).durationFrames / 2, speed: 2 }];
  },
  level: (scene, { amount }, edited) => {
    edited.expected.push(`level voice-${String(scene.number)} ${String(-amount)}`);
    scene.voice &&= { ...scene.voice, levels: [{ frame: 0, levelDb: -amount }] };
  },
  motion: (scene, _, edited) => {
    edited.expected.push(`motion ${idOf(scene, edited)}`);
    scene.pictures = [{ ...mainOf(scene), motion: [{ frame: 0, scale: 1.5, x: 0, y: 0.1 }] }];
  },
  // Applied last, to a picture that directly follows another.
  transition: (scene, _, edited) => {
    if (scene.hole > 0 || edited.scenes[0] === scene) return;
    edited.expected.push(`transition ${idOf(scene, edited)} FADE`);
    scene.pictures = [
      { ...mainOf(scene), transition: { style: 'FADE', durationFrames: 8, framesBeforeCut: 4 } },
    ];
  },
  caption: (scene, _, edited) => {
    const text = scene.text.replace('words', 'lines');
    edited.expected.push(`caption ${text}`);
    scene.text = text;
  },
  disabled: (scene, _, edited) => {
    edited.expected.push(`disabled voice-${String(scene.number)} true`);
    scene.voice &&= { ...scene.voice, isDisabled: true };
  },
  marker: (scene, { isLifted }, edited) => {
    edited.expected.push(`marker ${isLifted ? 'removed' : 'renamed'} ${scene.marker}`);
    scene.marker = isLifted ? '' : `Was scene ${String(scene.number)}`;
  },
  effect: (scene, _, edited) => {
    edited.expected.push(`effect ${idOf(scene, edited)} added Glow`);
    scene.pictures = [{ ...mainOf(scene), unread: [glow] }];
  },
  gap: (scene, { amount }, edited) => {
    edited.expected.push('shifted 3');
    scene.hole += amount + 3;
  },
};

/**
 * Returns media to reuse. At most one use of the same media is edited, because two changed uses are indistinguishable.
 */
function repeatedMedia(plans: readonly Plan[], index: number, scenes: readonly Scene[], studio: Studio) {
  const one = plans[index];
  const first = one && index > 0 ? one.repeats % index : 0;
  const source = plans[first];
  const isFree = one !== undefined && (one.edit === 'none' || source?.edit === 'none');
  const scene = scenes[first];
  if (!isFree || !scene || index === 0 || one.repeats % 2 === 1) return null;
  const media = studio.media.get(mainOf(scene).mediaId);
  return needVideo.has(one.edit) && media?.kind === 'still' ? null : (media ?? null);
}

/** Keeps no holes of removed scenes if scenes are reordered, because such a hole could belong to any of them. */
function withoutMovedHoles(plans: readonly Plan[]): readonly Plan[] {
  const hasMoves = plans.some(({ edit }) => edit === 'moved');
  return plans.map((one) => (hasMoves && one.edit === 'removed' ? { ...one, isLifted: false } : one));
}

/** Drops removals beside additions, because they amount to replacements; only `replaced` makes those. */
export function withoutReplacements(plans: readonly Plan[]): readonly Plan[] {
  let isBesideNew = false;
  return plans.map((one) => {
    const { edit } = one;
    const kept: Plan = isBesideNew && edit === 'removed' ? { ...one, edit: 'none' } : one;
    isBesideNew = edit === 'added' || (isBesideNew && edit === 'moved');
    return kept;
  });
}

/** Returns the scenes of the delivered cut. Edits at most one use of repeated media. */
export function scenesOf(plans: readonly Plan[], repeatsMedia: boolean, studio: Studio): Begun {
  const scenes: Scene[] = [];
  const editedMedia = new Set<string>();
  const uses = new Map<string, number>();
  for (const [index, one] of plans.entries()) {
    const repeated = repeatsMedia ? repeatedMedia(plans, index, scenes, studio) : null;
    const isTaken = repeated !== null && one.edit !== 'none' && editedMedia.has(repeated.mediaId);
    const chosen = isTaken ? null : repeated;
    const scene = sceneOf(one, index, studio, chosen, chosen ? (uses.get(chosen.mediaId) ?? 0) : 0);
    const { mediaId } = mainOf(scene);
    uses.set(mediaId, (uses.get(mediaId) ?? 0) + 1);
    if (one.edit !== 'none') editedMedia.add(mediaId);
    scenes.push(scene);
  }
  return { scenes, hasRepeats: [...uses.values()].some((count) => count > 1) };
}

interface Begun {
  readonly scenes: readonly Scene[];
  readonly hasRepeats: boolean;
}

const turnOf = ({ edit }: Plan): number => ['moved', 'transition'].indexOf(edit) + 1;

/** Reorders scenes first, so that remains of removed ones lie in their final place. */
export function editScenes(plans: readonly Plan[], edited: Edited): void {
  const copies = [...edited.scenes];
  for (const turn of [1, 0, 2])
    for (const [index, one] of plans.entries()) {
      const scene = copies[index];
      if (scene && one.edit !== 'none' && turnOf(one) === turn) applied[one.edit](scene, one, edited);
    }
}

function build(given: readonly Plan[], repeatsMedia: boolean): EditedCut {
  const plans = withoutReplacements(withoutMovedHoles(given));
  const studio = new Studio();
  const { scenes, hasRepeats } = scenesOf(plans, repeatsMedia, studio);
  const before = cutOf(scenes, studio);
  const edited: Edited = { scenes: scenes.map((scene) => ({ ...scene })), studio, expected: [] };
  editScenes(plans, edited);
  const transitions = edited.expected.filter((line) => line.startsWith('transition'));
  const others = plans.map(({ edit }) => edit).filter((edit) => edit !== 'none' && edit !== 'transition');
  const kinds = [...others, ...transitions.map(() => 'transition')];
  return {
    before,
    after: cutOf(edited.scenes, studio),
    sceneStarts: (before.markers ?? []).map(({ frame }) => frame),
    expected: edited.expected.toSorted(),
    moves: kinds.filter((kind) => kind === 'moved').length,
    repeatsMedia: hasRepeats,
    kinds,
  };
}

/** Generates cuts with their edits, independently of the code that compares them. */
export const editedCuts: fc.Arbitrary<EditedCut> = fc
  .record({
    plans: fc.array(plan, { minLength: 3, maxLength: 10 }),
    repeatsMedia: fc.nat(3).map((part) => part > 0),
  })
  .map(({ plans, repeatsMedia }) => build(plans, repeatsMedia));
