import type { VisualPacing } from '../../src-shared/api/common.ts';
import { cutScript, maxScriptScenes, type PlannedScene } from '../../src-shared/script/cut-script.ts';
import { estimateSpeechSeconds } from '../../src-shared/script/estimate-speech.ts';
import { pausesOf } from '../../src-shared/script/scene-pauses.ts';

const writtenWithoutSpaces = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]/u;

/** Counts words. Text without spaces is segmented by the rules of its language. */
export function countWords(text: string): number {
  if (!writtenWithoutSpaces.test(text)) return text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)?.length ?? 0;
  let count = 0;
  for (const segment of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (segment.isWordLike === true) count += 1;
  }
  return count;
}

/** How a script will be spoken. */
export interface Speaking {
  readonly pacing: VisualPacing;
  /** Null: detected from the script. */
  readonly languageCode: string | null;
  /** 1 is normal. */
  readonly speed: number;
}

/** One scene of a script with its estimated length. The real length is known once it is spoken. */
export interface SceneTime {
  readonly text: string;
  readonly isHeading: boolean;
  readonly seconds: number;
}

/** Cuts a script into scenes like the local service. Takes about 60 ms for the longest script. */
export function sceneTimes(script: string, { pacing, languageCode, speed }: Speaking): readonly SceneTime[] {
  const plan = cutScript(script, { pacing, languageCode, maxScenes: maxScriptScenes });
  return (plan?.scenes ?? []).map((scene) => ({
    text: scene.text,
    isHeading: scene.isHeading,
    seconds: estimateSpeechSeconds(scene.text) / speed + headingPauseSeconds(scene, speed),
  }));
}

/** Pauses around a heading. The estimate of speech counts those of sentences, and a heading ends without a full stop. */
function headingPauseSeconds(scene: PlannedScene, speed: number): number {
  if (!scene.isHeading) return 0;
  const { beforeSeconds, afterSeconds } = pausesOf(scene, speed);
  return beforeSeconds + afterSeconds;
}

/** Returns the position of a scene's text in the script, searched from an offset; null if markup interrupts it. */
export function placeOfScene(script: string, text: string, from: number): number | null {
  const [firstLine = ''] = text.split('\n');
  const place = script.indexOf(firstLine.slice(0, 60), from);
  return place === -1 ? null : place;
}
