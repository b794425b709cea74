import { withPartOf } from '../merge/clip-changes.ts';
import { clipExtras } from '../model/clip-extras.ts';
import {
  type Keyframe,
  keyframesFrom,
  keyframesOfLevels,
  keyframesUntil,
  levelsOfKeyframes,
  silenceDb,
  valuesAt,
} from '../model/keyframes.ts';
import type { Clip, LevelPoint, Timeline } from '../model/timeline.ts';
import type { ChangeOf } from './change.ts';
import type { ArrangedCut, ArrangedScene } from './scene-cut.ts';
import { isClipSound, isVoice, musicUnder, soundsOf } from './scene-sounds.ts';

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

const asRecorded = [{ frame: 0, levelDb: 0 }] as const;

function withLevel(clip: Clip, { levelDb, isMuted, fades }: ChangeOf<'level'>): Clip {
  const { levels = asRecorded } = clip;
  const byDb = levelDb - loudestOf(levels, 0, clip.durationFrames - 1);
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

function loudestOf(levels: readonly LevelPoint[], first: number, last: number): number {
  const heard = keyframesUntil(keyframesFrom(keyframesOfLevels(levels), first), last);
  return heard.reduce((loudest, { values: [level = 0] }) => Math.max(loudest, level), -Infinity);
}

/** Frames in which music fades to its level in a scene, if another scene is beside it. */
const rampFrames = 8;

/** Sets the level of the music within a scene alone. */
function withMusicLevel(
  arranged: ArrangedCut,
  scene: ArrangedScene,
  { levelDb, isMuted }: ChangeOf<'level'>,
): Timeline {
  const changed = musicUnder(scene, arranged).map(({ event }): [Clip, Clip] => {
    const { clip, startFrame } = event;
    const points = keyframesOfLevels(clip.levels ?? asRecorded);
    const first = Math.max(0, scene.startFrame - startFrame);
    const last = Math.min(clip.durationFrames, scene.endFrame - startFrame) - 1;
    const loudest = loudestOf(levelsOfKeyframes(points), first, last);
    const byDb = (isMuted ? silenceDb : levelDb) - loudest;
    const ramp = Math.min(rampFrames, Math.floor((last - first) / 2));
    const head = first === 0 ? first : first + ramp;
    const tail = last === clip.durationFrames - 1 ? last : last - ramp;
    const inner = points.filter(({ frame }) => frame >= head && frame <= tail);
    const edges = [head, tail].map((frame) => ({ frame, values: valuesAt(points, frame) }));
    const within = [...inner, ...edges].map(({ frame, values: [level = 0] }) => ({
      frame,
      values: [Math.max(silenceDb, level + byDb)],
    }));
    const sides = [first, last].map((frame) => ({ frame, values: valuesAt(points, frame) }));
    const outside = [...points, ...sides].filter(({ frame }) => frame <= first || frame >= last);
    const all = byFrame([...outside.filter(({ frame }) => frame < head || frame > tail), ...within]);
    return [clip, { ...clip, levels: levelsOfKeyframes(all) }];
  });
  return withClips(arranged.cut, new Map(changed));
}

/** Sorts keyframes, and keeps one of each frame. */
function byFrame(points: readonly Keyframe[]): readonly Keyframe[] {
  return [...new Map(points.map((point) => [point.frame, point])).values()].toSorted(
    (a, b) => a.frame - b.frame,
  );
}
