import { textColumns } from '../../src-shared/script/speakable.ts';
import type { CaptionLayoutOptions, CaptionedScene } from '../media-engine.ts';
import { framesPerSecond, type ProjectCaption, samplesPerFrame } from '../project-content.ts';
import { type Cue, cutIntoCues } from './cut-into-cues.ts';

const shortestFrames = Math.ceil(0.7 * framesPerSecond);
const longestFrames = 7 * framesPerSecond;
/** Time a caption stays after its last word. */
const lingerFrames = Math.round(0.4 * framesPerSecond);
/** A caption stays until the next one if the gap would be shorter than this. */
const flickerFrames = Math.round(0.5 * framesPerSecond);
const columnsPerSecond = 20;

/**
 * Lays out the captions of a whole project, timed to its spoken words. No caption crosses a scene boundary or overlaps
 * the next. Each letter of the scenes appears in exactly one caption.
 */
export function layOutCaptions(
  scenes: readonly CaptionedScene[],
  options: CaptionLayoutOptions,
): ProjectCaption[] {
  return scenes.flatMap((scene) => {
    const cues = cutIntoCues(scene, options);
    const starts = startFrames(scene, cues);
    return cues.map((cue, index): ProjectCaption => {
      const startFrame = starts[index] ?? scene.startFrame;
      const limit = starts[index + 1] ?? scene.startFrame + scene.durationFrames;
      return { startFrame, durationFrames: durationOf(scene, cue, startFrame, limit), lines: cue.lines };
    });
  });
}

/** Returns the start frame of each cue's first word. Starts increase strictly and stay inside the scene. */
function startFrames(scene: CaptionedScene, cues: readonly Cue[]): number[] {
  const starts: number[] = [];
  cues.forEach((cue, index) => {
    const spoken = Math.floor((scene.words[cue.firstWord]?.startSample ?? 0) / samplesPerFrame);
    const latest = scene.durationFrames - (cues.length - index);
    const earliest = (starts.at(-1) ?? scene.startFrame - 1) + 1;
    starts.push(Math.max(earliest, scene.startFrame + Math.max(0, Math.min(spoken, latest))));
  });
  return starts;
}

function durationOf(scene: CaptionedScene, cue: Cue, startFrame: number, limit: number): number {
  const lastWord = scene.words[cue.endWord - 1];
  const spokenEnd = scene.startFrame + Math.ceil((lastWord?.endSample ?? 0) / samplesPerFrame);
  const columns = cue.lines.reduce((sum, line) => sum + textColumns(line), 0);
  const readable = startFrame + Math.ceil((columns / columnsPerSecond) * framesPerSecond);
  let end = Math.max(spokenEnd + lingerFrames, startFrame + shortestFrames, readable);
  if (limit - end < flickerFrames) end = limit;
  return Math.max(1, Math.min(end, limit, startFrame + longestFrames) - startFrame);
}
