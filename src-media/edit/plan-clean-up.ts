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
import { findFillers } from './filler-words.ts';

/** A pause that is cut leaves this much of itself, so that words do not run into each other. */
const maxRestSeconds = 0.2;
const minRestSeconds = 0.06;
/** Shorter silences are inside of words. */
const shortestPauseSeconds = 0.12;
const leastSceneFrames = 9;

/** The sound of a scene as measured: its length in samples and where nobody speaks. */
export interface SceneSound {
  readonly sampleCount: number;
  readonly quiet: readonly SoundRange[];
}

export interface CleanUpWishes {
  /** Words and phrases to leave out, each as its plain words; none to keep them all. */
  readonly phrases: readonly (readonly string[])[];
  /** Pauses at least this long are shortened; null keeps them. */
  readonly minPauseSeconds: number | null;
}

/** What becomes of one scene. */
export interface SceneCleanUp {
  readonly sceneIndex: number;
  /** Ranges of its sound to leave out, in order, apart from each other. */
  readonly cuts: readonly SoundRange[];
  /** 0 when nothing is left and the scene goes too. */
  readonly durationFrames: number;
  readonly text: string;
  readonly words: readonly SpokenWord[];
}

function wordsOf({ text, words }: ProjectScene): string[] {
  return words.map((word) => text.slice(word.textStart, word.textEnd));
}

/** From the beginning of a removed word to the next one; the last one ends with itself. */
function fillerCuts(scene: ProjectScene, removed: ReadonlySet<number>): SoundRange[] {
  return [...removed].flatMap((index) => {
    const word = scene.words[index];
    if (!word) return [];
    const next = scene.words[index + 1];
    return [{ start: word.startSample, end: Math.max(word.endSample, next?.startSample ?? word.endSample) }];
  });
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

/** Silence at the end of one scene and at the beginning of the next are one pause. */
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

/** What is left must still fill the shortest of scenes. */
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
 * Which stretches of the spoken sound to leave out, and what the scenes are then. Scenes without sound stay as they
 * are. A scene of nothing but fillers goes, unless that would leave none. Pure.
 * @param sounds by the index of the scene
 */
export function planCleanUp(
  content: ProjectContent,
  sounds: ReadonlyMap<number, SceneSound>,
  wishes: CleanUpWishes,
): SceneCleanUp[] {
  const pauses = wishes.minPauseSeconds === null ? null : pausesOf(wishes.minPauseSeconds);
  const plan = content.scenes.flatMap((scene, sceneIndex) => {
    const sound = sounds.get(sceneIndex);
    if (!sound) return [];
    const removed = findFillers(wordsOf(scene), wishes.phrases);
    const ranges = fillerCuts(scene, removed);
    if (pauses) ranges.push(...pauseCuts(sounds, sceneIndex, pauses));
    return cleanUpScene(scene, sceneIndex, sound.sampleCount, removed, ranges) ?? [];
  });
  const gone = plan.filter(({ durationFrames }) => durationFrames === 0).length;
  return gone < content.scenes.length ? plan : [];
}
