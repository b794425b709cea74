import { join } from 'node:path';
import type { CaptionedWords } from '../captions/caption-overlays.ts';
import type { RenderMovieRequest, RenderScene } from '../media-engine.ts';
import { samplesPerFrame } from '../project-content.ts';
import type { ProjectCaption } from '../project-content.ts';
import type { EncodeSceneRequest } from './encode-scene.ts';
import { endScreenFrames } from './end-screen.ts';

/** The parts a movie is encoded in: one for each scene, and the end screen. */
export function planParts(
  request: RenderMovieRequest,
  size: { readonly width: number; readonly height: number },
  folder: string,
): EncodeSceneRequest[] {
  const shared = { ...size, captionStyle: request.captionStyle, languageCode: request.languageCode };
  const outputPath = (index: number): string => join(folder, `part-${String(index).padStart(5, '0')}`);
  let startFrame = 0;
  const parts = request.scenes.map((scene, index): EncodeSceneRequest => {
    const captions = captionsOf(request.captions, scene, startFrame);
    startFrame += scene.durationFrames;
    return {
      ...shared,
      picture: { kind: scene.pictureKind, path: scene.picturePath },
      durationFrames: scene.durationFrames,
      captions,
      hasWatermark: request.hasWatermark,
      outputPath: outputPath(index),
    };
  });
  if (!request.hasEndScreen) return parts;
  const endScreen: EncodeSceneRequest = {
    ...shared,
    picture: { kind: 'endScreen' },
    durationFrames: endScreenFrames,
    captions: [],
    hasWatermark: false,
    outputPath: outputPath(parts.length),
  };
  return [...parts, endScreen];
}

/** The captions that are seen in a scene, cut to it, with its words where they are known. */
function captionsOf(
  captions: readonly ProjectCaption[],
  scene: RenderScene,
  startFrame: number,
): CaptionedWords[] {
  const endFrame = startFrame + scene.durationFrames;
  return captions
    .filter(
      (caption) => caption.startFrame < endFrame && caption.startFrame + caption.durationFrames > startFrame,
    )
    .map((caption) => {
      const from = Math.max(caption.startFrame, startFrame) - startFrame;
      const to = Math.min(caption.startFrame + caption.durationFrames, endFrame) - startFrame;
      const words = (scene.words ?? []).filter((word) => {
        const frame = Math.floor(word.startSample / samplesPerFrame);
        return frame >= from && frame < to;
      });
      return { lines: caption.lines, startFrame: from, durationFrames: to - from, words };
    });
}
