import { join } from 'node:path';
import type { CaptionedWords } from '../captions/time-caption-words.ts';
import type { RenderMovieRequest, RenderScene } from '../media-engine.ts';
import { endScreenFrames, type ProjectCaption, samplesPerFrame } from '../project-content.ts';
import type { EncodeSceneRequest, OutgoingPicture } from './encode-scene.ts';
import type { PictureSource } from './scene-pictures.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the parts in which a movie is encoded: one for each scene, and the end screen. */
export function planParts(request: RenderMovieRequest, size: Size, folder: string): EncodeSceneRequest[] {
  const { captionStyle, languageCode, hasWatermark, logo = null, scenes } = request;
  const shared = { ...size, captionStyle, languageCode };
  const outputPath = (index: number): string => join(folder, `part-${String(index).padStart(5, '0')}`);
  let startFrame = 0;
  const parts = scenes.map((scene, index): EncodeSceneRequest => {
    const captions = captionsOf(request.captions, scene, startFrame);
    startFrame += scene.durationFrames;
    return {
      ...shared,
      picture: pictureOf(scenes, index),
      transition: transitionInto(scenes, index),
      presenterPath: scene.presenterPath ?? null,
      durationFrames: scene.durationFrames,
      captions,
      logo,
      hasWatermark,
      outputPath: outputPath(index),
    };
  });
  return request.hasEndScreen ? [...parts, endScreenPart(shared, outputPath(parts.length))] : parts;
}

function endScreenPart(
  shared: Pick<EncodeSceneRequest, 'width' | 'height' | 'captionStyle' | 'languageCode'>,
  outputPath: string,
): EncodeSceneRequest {
  return {
    ...shared,
    picture: { kind: 'endScreen' },
    transition: null,
    presenterPath: null,
    durationFrames: endScreenFrames,
    captions: [],
    logo: null,
    hasWatermark: false,
    outputPath,
  };
}

/** Returns the number of frames of a scene in which the previous one is still visible. */
function transitionFrames(scene: RenderScene | undefined): number {
  return Math.min(scene?.transition?.durationFrames ?? 0, scene?.durationFrames ?? 0);
}

/** Returns a scene's picture. A zoom continues until its still is no longer visible. */
function pictureOf(scenes: readonly RenderScene[], index: number): PictureSource {
  const scene = scenes[index];
  if (!scene) throw new RangeError(`There is no scene ${index}.`);
  const { picturePath: path, zoom = null, durationFrames } = scene;
  if (scene.pictureKind === 'clip') return { kind: 'clip', path };
  const moveFrames = zoom ? durationFrames + transitionFrames(scenes[index + 1]) : durationFrames;
  return { kind: 'still', path, zoom, moveFrames };
}

function transitionInto(scenes: readonly RenderScene[], index: number): OutgoingPicture | null {
  const before = scenes[index - 1];
  const style = scenes[index]?.transition?.style;
  const durationFrames = transitionFrames(scenes[index]);
  if (!before || !style || durationFrames === 0) return null;
  return { style, durationFrames, picture: pictureOf(scenes, index - 1), firstFrame: before.durationFrames };
}

/** Returns the captions visible in a scene, clipped to it, with its words if known. */
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
