import fc from 'fast-check';
import { withoutImpossibleTransitions } from '../../../../src-timeline/model/check-timeline.ts';
import { itemsOfPlacements } from '../../../../src-timeline/model/placement.ts';
import { type Timeline, type Track, trackDurationFrames } from '../../../../src-timeline/model/timeline.ts';
import {
  cutOf,
  type Edited,
  editScenes,
  needVideo,
  needVoice,
  plan,
  type Plan,
  type Scene,
  scenesOf,
  Studio,
  withoutReplacements,
} from '../diff/random-edits.ts';
import { itemWithoutMedia } from '../formats/sample-timelines.ts';

/** Adds a title beside the marker of every second scene. */
function withTitles(cut: Timeline): Timeline {
  const marked = (cut.markers ?? []).filter(({ name }) => /[02468]$/.test(name));
  const itemsWithoutMedia = marked.map(({ frame, name }) =>
    itemWithoutMedia({ kind: 'title', words: `Title of ${name}`, startFrame: frame + 4, durationFrames: 12 }),
  );
  return { ...cut, itemsWithoutMedia };
}

/** Delivered cut, and the cuts that an editor and the project each made of it. */
export interface TwiceEditedCut {
  readonly base: Timeline;
  readonly ours: Timeline;
  readonly theirs: Timeline;
}

/** Returns a second edit of a scene built for another one, or none if the scene lacks the material. */
function secondPlan(one: Plan, second: Plan, { pictures, voice }: Scene, studio: Studio): Plan {
  const isVideo = pictures.every(({ mediaId }) => studio.media.get(mediaId)?.kind === 'video');
  const isImpossible =
    second.edit === 'joined' ||
    // Only editors make effects, not projects.
    second.edit === 'effect' ||
    (second.edit === 'retimed' && voice !== null) ||
    (needVideo.has(second.edit) && !isVideo) ||
    (needVoice.has(second.edit) && !voice) ||
    (pictures.length > 1 && !['caption', 'marker', 'moved', 'gap'].includes(second.edit));
  return { ...one, ...second, edit: isImpossible ? 'none' : second.edit };
}

/** Lets the music of a cut play from a frame to the end of the pictures. */
function withMusicFrom(startFrame: number, cut: Timeline): Timeline {
  const [pictures] = cut.tracks;
  const frames = (pictures ? trackDurationFrames(pictures) : 0) - startFrame;
  const tracks = cut.tracks.map((track): Track => {
    const [music] = track.items;
    if (track.role !== 'music' || music?.kind !== 'clip' || frames <= 0) return track;
    return {
      ...track,
      items: itemsOfPlacements([{ startFrame, clip: { ...music, durationFrames: frames } }]),
    };
  });
  return { ...cut, tracks };
}

/** Gives the new files of a project places of their own, because the editor has others of the same names. */
function withOwnFiles(cut: Timeline): Timeline {
  const isDelivered = (id: string): boolean => !id.startsWith('new-') && !id.startsWith('other-');
  const media = cut.media.map((one) =>
    isDelivered(one.mediaId) ? one : { ...one, location: `project/${one.location}` },
  );
  return { ...cut, media };
}

/** Gives a scene a longer narration with new words, and a longer picture. */
function narrateAnew(scene: Scene, studio: Studio): void {
  const { voice, pictures, number } = scene;
  const last = pictures.at(-1);
  if (!voice || !last) return;
  const durationFrames = voice.durationFrames + 20;
  const { mediaId, fileName } = studio.speech(`spoken-${String(number)}`, durationFrames);
  scene.voice = { ...voice, mediaId, name: fileName, sourceStartFrame: 0, durationFrames };
  scene.pictures = [...pictures.slice(0, -1), { ...last, durationFrames: last.durationFrames + 20 }];
  scene.text = `These are the spoken words of scene ${String(number)}`;
}

/**
 * Generates cuts in which either side, both or none edits each scene. The editor may let the music start later;
 * the project may have new narrations.
 */
export const twiceEditedCuts = (repeatsMedia: boolean): fc.Arbitrary<TwiceEditedCut> =>
  fc
    .tuple(fc.array(fc.tuple(plan, plan), { minLength: 3, maxLength: 8 }), fc.constantFrom(0, 50))
    .map(([plans, musicFrom]) => {
      const studio = new Studio();
      const first = withoutReplacements(plans.map(([one]) => one));
      const { scenes } = scenesOf(first, repeatsMedia, studio);
      const second = first.map((one, index) => {
        const scene = scenes[index];
        const other = plans[index]?.[1];
        return scene && other ? secondPlan(one, other, scene, studio) : one;
      });
      const base = withTitles(withMusicFrom(0, cutOf(scenes, studio)));
      const edited = (side: readonly Plan[]): Edited => {
        const copy: Edited = { scenes: scenes.map((scene) => ({ ...scene })), studio, expected: [] };
        editScenes(side, copy);
        return copy;
      };
      const cutFrom = (startFrame: number, side: Edited): Timeline => {
        const cut = withTitles(withMusicFrom(startFrame, cutOf(side.scenes, studio)));
        return { ...cut, tracks: withoutImpossibleTransitions(cut.tracks, cut.media) };
      };
      const project = edited(withoutReplacements(second));
      for (const scene of project.scenes)
        if ((plans[scene.number - 1]?.[1].target ?? 1) % 4 === 0) narrateAnew(scene, studio);
      return { base, ours: cutFrom(musicFrom, edited(first)), theirs: withOwnFiles(cutFrom(0, project)) };
    });
