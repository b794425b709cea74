import type { ChangeOf } from '../../../../src-timeline/changes/change.ts';
import type { Scene, SceneClip } from '../../../../src-timeline/changes/scene.ts';

/** Levels at or below this are silence. */
const silenceDb = -96;

/** Returns how loud a sound is in a scene, at its loudest point. */
export function levelIn(
  { startFrame, durationFrames }: Scene,
  sound: SceneClip | null,
): Pick<ChangeOf<'level'>, 'levelDb' | 'isMuted' | 'fades'> {
  const { levels = [], isDisabled = false, fades } = sound?.clip ?? {};
  const from = startFrame - (sound?.startFrame ?? 0);
  const within = levels.filter(({ frame }) => frame >= from && frame < from + durationFrames);
  const before = levels.findLast(({ frame }) => frame < from) ?? levels[0];
  const heard = (within.length > 0 ? within : before ? [before] : []).map(({ levelDb }) => levelDb);
  const loudest = heard.length > 0 ? Math.max(...heard) : 0;
  return {
    levelDb: Math.max(silenceDb, Math.min(24, loudest)),
    isMuted: isDisabled || loudest <= silenceDb,
    fades: { inFrames: fades?.inFrames ?? 0, outFrames: fades?.outFrames ?? 0 },
  };
}
