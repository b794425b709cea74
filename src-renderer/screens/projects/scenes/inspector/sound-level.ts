import type { ChangeOf } from '../../../../../src-timeline/changes/change.ts';
import type { Scene, SceneClip } from '../../../../../src-timeline/changes/scene.ts';

/** Levels at or below this are silence. */
const silenceDb = -96;

/** Returns how loud a sound is in a scene, at its loudest point. */
export function levelIn(
  scene: Scene,
  sound: SceneClip | null,
): Pick<ChangeOf<'level'>, 'levelDb' | 'isMuted' | 'fades'> {
  const { isDisabled = false, fades = { inFrames: 0, outFrames: 0 } } = sound?.clip ?? {};
  const loudest = sound ? loudestIn(scene, sound) : 0;
  return {
    levelDb: Math.max(silenceDb, Math.min(24, loudest)),
    isMuted: isDisabled || loudest <= silenceDb,
    fades,
  };
}

function loudestIn(
  { startFrame, durationFrames }: Scene,
  { startFrame: soundStart, clip }: SceneClip,
): number {
  const { levels = [] } = clip;
  const from = startFrame - soundStart;
  const within = levels.filter(({ frame }) => frame >= from && frame < from + durationFrames);
  const before = levels.findLast(({ frame }) => frame < from) ?? levels[0];
  const heard = within.length > 0 ? within : before ? [before] : [];
  return heard.length > 0 ? Math.max(...heard.map(({ levelDb }) => levelDb)) : 0;
}
