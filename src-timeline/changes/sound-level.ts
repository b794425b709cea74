import { keyframesFrom, keyframesOfLevels, keyframesUntil, silenceDb, valuesAt } from '../model/keyframes.ts';
import type { LevelPoint } from '../model/timeline.ts';
import type { ChangeOf } from './change.ts';
import type { Scene, SceneClip } from './scene.ts';

type SoundKind = ChangeOf<'level'>['sound'];

/** Frames in which music fades to its level in a scene, if another scene is beside it. */
const rampFrames = 8;

/** Levels of a sound without any. */
export const asRecorded: readonly LevelPoint[] = [{ frame: 0, levelDb: 0 }];

/** Frames of a sound in a scene, counted from the clip's first. It has its level there from `head` to `tail`. */
interface LevelSpan {
  readonly first: number;
  readonly head: number;
  readonly tail: number;
  readonly last: number;
}

export function levelSpanOf(
  scene: Pick<Scene, 'startFrame' | 'durationFrames'>,
  { startFrame, clip }: Pick<SceneClip, 'startFrame' | 'clip'>,
  kind: SoundKind,
): LevelSpan {
  const end = clip.durationFrames - 1;
  if (kind !== 'music') return { first: 0, head: 0, tail: end, last: end };
  const first = Math.max(0, scene.startFrame - startFrame);
  const last = Math.min(end, scene.startFrame + scene.durationFrames - startFrame - 1);
  const ramp = Math.min(rampFrames, Math.floor((last - first) / 2));
  return { first, head: first === 0 ? first : first + ramp, tail: last === end ? last : last - ramp, last };
}

/** Returns the level at the loudest point between two frames. */
export function loudestIn(
  levels: readonly LevelPoint[],
  { head, tail }: Pick<LevelSpan, 'head' | 'tail'>,
): number {
  const heard = keyframesUntil(keyframesFrom(keyframesOfLevels(levels), head), tail);
  return heard.reduce((loudest, { values: [level = 0] }) => Math.max(loudest, level), -Infinity);
}

/** Returns how loud a sound is in a scene. Muted music has the level that it fades from. */
export function levelIn(
  scene: Scene,
  sound: SceneClip,
  kind: SoundKind,
): Pick<ChangeOf<'level'>, 'levelDb' | 'isMuted' | 'fades'> {
  const { levels = asRecorded, isDisabled = false, fades = { inFrames: 0, outFrames: 0 } } = sound.clip;
  const span = levelSpanOf(scene, sound, kind);
  const [around = 0] = valuesAt(keyframesOfLevels(levels), span.first);
  const loudest = loudestIn(levels, span);
  const isSilent = loudest <= silenceDb;
  const usual = around > silenceDb ? around : 0;
  return {
    levelDb: Math.min(24, isSilent ? usual : loudest),
    isMuted: isDisabled || isSilent,
    fades,
  };
}
