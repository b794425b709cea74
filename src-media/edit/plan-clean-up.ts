import type { SoundRange } from '../audio/find-speech.ts';
import {
  type ProjectContent,
  type ProjectScene,
  samplesPerFrame,
  samplesPerSecond,
  type SpokenWord,
} from '../project-content.ts';
import { lengthOfRanges, mergeRanges } from './cut-ranges.ts';
import { cutWords } from './cut-words.ts';
import { cutConfirmedFillers, cutFillers, hasEstimatedTimes } from './filler-cuts.ts';
import { findFillers } from './filler-words.ts';

/** Length that remains of a shortened pause, so that words do not run together. */
const maxRestSeconds = 0.2;
const minRestSeconds = 0.06;
/** Shorter silences occur inside words. */
const shortestPauseSeconds = 0.12;
const leastSceneFrames = 9;

/** Measured sound of a scene: its length in samples and its silences. */
export interface SceneSound {
  readonly sampleCount: number;
  readonly quiet: readonly SoundRange[];
}

export interface CleanUpWishes {
  /** Words and phrases to remove, each as its plain words; empty keeps all. */
  readonly phrases: readonly (readonly string[])[];
  /** Minimum length of pauses to shorten; null keeps all pauses. */
  readonly minPauseSeconds: number | null;
}

/** Changes to one scene. */
export interface SceneCleanUp {
  readonly sceneIndex: number;
  /** Ranges of its sound to remove, in order and without overlaps. */
  readonly cuts: readonly SoundRange[];
  /** 0 if nothing remains and the scene is removed too. */
  readonly durationFrames: number;
  readonly text: string;
  readonly words: readonly SpokenWord[];
}

function wordsOf({ text, words }: ProjectScene): string[] {
  return words.map((word) => text.slice(word.textStart, word.textEnd));
}

interface Pauses {
  readonly least: number;
  readonly rest: number;
}

function pausesOf(minPauseSeconds: number): Pauses {
  const seconds = Math.max(shortestPauseSeconds, minPauseSeconds);
  const rest = Math.max(minRestSeconds, Math.min(maxRestSeconds, minPauseSeconds));
  return { least: seconds * samplesPerSecond, rest: Math.round(rest * samplesPerSecond) };
}

/** Returns the length of a pause. Silence at a scene's end and at the next one's start count as one pause. */
function pauseLengths(
  sounds: ReadonlyMap<number, SceneSound>,
  sceneIndex: number,
  range: SoundRange,
): number {
  const sound = sounds.get(sceneIndex);
  if (!sound) return 0;
  const before = range.start === 0 ? sounds.get(sceneIndex - 1) : undefined;
  const last = before?.quiet.at(-1);
  const lead = before && last && last.end >= before.sampleCount ? last.end - last.start : 0;
  const after = range.end >= sound.sampleCount ? sounds.get(sceneIndex + 1) : undefined;
  const first = after?.quiet[0];
  const trail = first?.start === 0 ? first.end : 0;
  return lead + range.end - range.start + trail;
}

function pauseCuts(
  sounds: ReadonlyMap<number, SceneSound>,
  sceneIndex: number,
  { least, rest }: Pauses,
): SoundRange[] {
  const sound = sounds.get(sceneIndex);
  if (!sound) return [];
  return sound.quiet
    .filter((range) => pauseLengths(sounds, sceneIndex, range) >= least)
    .map(({ start, end }) => {
      const half = rest >> 1;
      const from = start === 0 ? 0 : start + half;
      const to = end >= sound.sampleCount ? end : end - half;
      return { start: from, end: Math.max(from, to) };
    });
}

/** Plans one scene, at least as long as the shortest allowed one. Null if it would not change or get longer. */
function cleanUpScene(
  scene: ProjectScene,
  sceneIndex: number,
  sampleCount: number,
  removed: ReadonlySet<number>,
  ranges: readonly SoundRange[],
): SceneCleanUp | null {
  const cuts = mergeRanges(ranges.map(({ start, end }) => ({ start, end: Math.min(end, sampleCount) })));
  if (cuts.length === 0) return null;
  const isEmpty = scene.words.length > 0 && removed.size === scene.words.length;
  const left = sampleCount - lengthOfRanges(cuts);
  const durationFrames = isEmpty ? 0 : Math.max(leastSceneFrames, Math.ceil(left / samplesPerFrame));
  if (durationFrames > scene.durationFrames) return null;
  return { sceneIndex, cuts, durationFrames, ...cutWords(scene, removed, cuts) };
}

/**
 * Plans which ranges of the spoken sound to remove, and the resulting scenes. Scenes without sound stay unchanged.
 * Words whose times are only estimated are removed only where silences confirm them. Removes a scene of nothing but
 * fillers, unless no scene would remain. Pure.
 *
 * @param sounds by the index of the scene
 */
export function planCleanUp(
  content: ProjectContent,
  sounds: ReadonlyMap<number, SceneSound>,
  wishes: CleanUpWishes,
): SceneCleanUp[] {
  const pauses = wishes.minPauseSeconds === null ? null : pausesOf(wishes.minPauseSeconds);
  const isEstimated = hasEstimatedTimes(content);
  const plan = content.scenes.flatMap((scene, sceneIndex) => {
    const sound = sounds.get(sceneIndex);
    if (!sound) return [];
    const found = findFillers(wordsOf(scene), wishes.phrases);
    const { removed, ranges } = isEstimated
      ? cutConfirmedFillers(scene, found, sound.quiet)
      : cutFillers(scene, found);
    const all = pauses ? [...ranges, ...pauseCuts(sounds, sceneIndex, pauses)] : ranges;
    return cleanUpScene(scene, sceneIndex, sound.sampleCount, removed, all) ?? [];
  });
  const gone = plan.filter(({ durationFrames }) => durationFrames === 0).length;
  return gone < content.scenes.length ? plan : [];
}
