import type { PlannedScene } from './cut-script.ts';

/** Silence around the speech of a scene, in seconds. */
export interface ScenePauses {
  readonly beforeSeconds: number;
  readonly afterSeconds: number;
}

/** Returns pauses like a narrator's: longest around headings, then between paragraphs, then after sentences. */
export function pausesOf(scene: PlannedScene, speed: number): ScenePauses {
  const endsSentence = /[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}"'\s]*$/u.test(scene.text.trim());
  const endsClause = /[,;:，、；：،–—-]["'\p{Pf}\s]*$/u.test(scene.text.trim());
  const after = scene.isHeading ? 0.65 : endsSentence ? 0.34 : endsClause ? 0.16 : 0.1;
  const before = scene.isHeading || scene.startsParagraph ? 0.3 : 0.02;
  return { beforeSeconds: before / speed, afterSeconds: after / speed };
}
