import { withPartOf } from '../merge/clip-changes.ts';
import { clipExtras } from '../model/clip-extras.ts';
import {
  keyframesOfLevels,
  levelsOfKeyframes,
  orderedKeyframes,
  silenceDb,
  valuesAt,
} from '../model/keyframes.ts';
import type { Clip, Timeline } from '../model/timeline.ts';
import type { ChangeOf } from './change.ts';
import type { ArrangedCut, ArrangedScene } from './scene-cut.ts';
import { lengthOfScene } from './scene-layout.ts';
import { isClipSound, isVoice, musicUnder, soundsOf } from './scene-sounds.ts';
import { asRecorded, levelSpanOf, loudestIn } from './sound-level.ts';

/** Returns a cut with some clips exchanged for others of the same length. */
export function withClips(cut: Timeline, changed: ReadonlyMap<Clip, Clip>): Timeline {
  const tracks = cut.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) => (item.kind === 'clip' ? (changed.get(item) ?? item) : item)),
  }));
  return { ...cut, tracks };
}

/** Sets how loud a sound is in a scene. */
export function setLevel(arranged: ArrangedCut, scene: ArrangedScene, change: ChangeOf<'level'>): Timeline {
  const { cut } = arranged;
  if (change.sound === 'music') return withMusicLevel(arranged, scene, change);
  const sounds = soundsOf(scene, arranged).filter((sound) =>
    change.sound === 'clip' ? isClipSound(sound, scene) : isVoice(sound, scene, cut),
  );
  const changed = sounds.map(({ event: { clip } }): [Clip, Clip] => [clip, withLevel(clip, change)]);
  return withClips(cut, new Map(changed));
}

function withLevel(clip: Clip, { levelDb, isMuted, fades }: ChangeOf<'level'>): Clip {
  const { levels = asRecorded } = clip;
  const byDb = levelDb - loudestIn(levels, { head: 0, tail: clip.durationFrames - 1 });
  const louder = levels.map((point) => ({ ...point, levelDb: point.levelDb + byDb }));
  const isAsRecorded = louder.every((point) => point.levelDb === 0);
  const inFrames = Math.min(fades.inFrames, clip.durationFrames);
  const extras = clipExtras({
    levels: isAsRecorded ? null : louder,
    isDisabled: isMuted,
    fades: { inFrames, outFrames: Math.min(fades.outFrames, clip.durationFrames - inFrames) },
  });
  return withPartOf(clip, extras, ['levels', 'isDisabled', 'fades']);
}

/** Sets the level of the music within a scene alone. */
function withMusicLevel(
  arranged: ArrangedCut,
  scene: ArrangedScene,
  { levelDb, isMuted }: ChangeOf<'level'>,
): Timeline {
  const span = { startFrame: scene.startFrame, durationFrames: lengthOfScene(scene) };
  const changed = musicUnder(scene, arranged).map(({ event }): [Clip, Clip] => {
    const { clip } = event;
    const { levels = asRecorded } = clip;
    const points = keyframesOfLevels(levels);
    const { first, head, tail, last } = levelSpanOf(span, event, 'music');
    const byDb = (isMuted ? silenceDb : levelDb) - loudestIn(levels, { head, tail });
    const inner = points.filter(({ frame }) => frame >= head && frame <= tail);
    const edges = [head, tail].map((frame) => ({ frame, values: valuesAt(points, frame) }));
    const within = [...inner, ...edges].map(({ frame, values: [level = 0] }) => ({
      frame,
      values: [Math.max(silenceDb, level + byDb)],
    }));
    const sides = [first, last].map((frame) => ({ frame, values: valuesAt(points, frame) }));
    const outside = [...points, ...sides].filter(({ frame }) => frame <= first || frame >= last);
    const all = orderedKeyframes([...outside.filter(({ frame }) => frame < head || frame > tail), ...within]);
    return [clip, { ...clip, levels: levelsOfKeyframes(all) }];
  });
  return withClips(arranged.cut, new Map(changed));
}
