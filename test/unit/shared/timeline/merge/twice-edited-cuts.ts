import fc from 'fast-check';
import { withoutImpossibleTransitions } from '../../../../../src-shared/timeline/check-timeline.ts';
import type { Timeline } from '../../../../../src-shared/timeline/timeline.ts';
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

/** Generates cuts in which either side, both or none edits each scene. */
export const twiceEditedCuts = (repeatsMedia: boolean): fc.Arbitrary<TwiceEditedCut> =>
  fc.array(fc.tuple(plan, plan), { minLength: 3, maxLength: 8 }).map((plans) => {
    const studio = new Studio();
    const first = withoutReplacements(plans.map(([one]) => one));
    const { scenes } = scenesOf(first, repeatsMedia, studio);
    const second = first.map((one, index) => {
      const [scene, other] = [scenes[index], plans[index]?.[1]];
      return scene && other ? secondPlan(one, other, scene, studio) : one;
    });
    const base = cutOf(scenes, studio);
    const sideOf = (side: readonly Plan[]): Timeline => {
      const edited: Edited = { scenes: scenes.map((scene) => ({ ...scene })), studio, expected: [] };
      editScenes(side, edited);
      const cut = cutOf(edited.scenes, studio);
      return { ...cut, tracks: withoutImpossibleTransitions(cut.tracks, cut.media) };
    };
    return { base, ours: sideOf(first), theirs: sideOf(withoutReplacements(second)) };
  });
