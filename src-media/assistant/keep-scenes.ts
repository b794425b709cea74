import type { ProjectScene } from '../project-content.ts';
import { rankSentences } from '../text/rank-sentences.ts';
import { readText } from '../text/read-text.ts';

/**
 * Returns the indices, in order, of the scenes to keep when a project is shortened: the first scene, then the
 * highest-ranking ones that fit.
 */
export function scenesToKeep(scenes: readonly ProjectScene[], ratio: number): number[] {
  const total = scenes.reduce((sum, scene) => sum + scene.durationFrames, 0);
  const kept = new Set<number>(scenes.length > 0 ? [0] : []);
  let length = scenes[0]?.durationFrames ?? 0;
  for (const index of rankScenes(scenes)) {
    const next = scenes[index];
    if (!next || kept.has(index) || length + next.durationFrames > total * ratio) continue;
    kept.add(index);
    length += next.durationFrames;
  }
  return [...kept].toSorted((left, right) => left - right);
}

/** Ranks scenes by importance, highest first. Each scene counts as one sentence of the whole text. */
function rankScenes(scenes: readonly ProjectScene[]): number[] {
  const sentences = scenes.map(({ text }) => text.replaceAll(/\s+/gu, ' ').trim());
  const read = { ...readText(sentences.join(' ')), sentences };
  return rankSentences(read, scenes.length);
}
