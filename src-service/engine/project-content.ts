import type { CaptionStyle } from './captions/caption-style.ts';

/** Every draft is cut at this whole rate, so that sequence and media never disagree. */
export const framesPerSecond = 30;
/** All sound is at this rate; one frame is exactly 1,600 samples. */
export const samplesPerSecond = 48_000;
export const samplesPerFrame = samplesPerSecond / framesPerSecond;

/**
 * What a project is made of, as stored with its record. The interchange documents, the exports and the list of
 * scenes are all derived from this. Frames count from the first frame of the project.
 */
export interface ProjectContent {
  readonly formatVersion: 1;
  /** BCP 47 tag of what is spoken. */
  readonly languageCode: string;
  /** Pixels of the sequence; the short side is 1080. */
  readonly width: number;
  readonly height: number;
  readonly scenes: readonly ProjectScene[];
  readonly captions: readonly ProjectCaption[];
  /** Null hides the captions in exports; interchange always carries them. */
  readonly captionStyle: CaptionStyle | null;
}

export interface ProjectScene {
  readonly sceneId: string;
  /** What is spoken, word for word. */
  readonly text: string;
  readonly isHeading: boolean;
  readonly startFrame: number;
  readonly durationFrames: number;
  readonly picture: ScenePicture;
  /** A mono WAV exactly as long as the scene. */
  readonly speechFileId: string;
  readonly words: readonly SpokenWord[];
}

/** A still has no length of its own; a clip is conformed media at the project's size and rate, at least as long as the scene. */
type ScenePicture =
  | { readonly kind: 'still'; readonly fileId: string }
  | { readonly kind: 'clip'; readonly fileId: string; readonly durationFrames: number };

/** A word with its time in samples from the start of its scene, and its place in the scene's text. */
export interface SpokenWord {
  readonly startSample: number;
  readonly endSample: number;
  /** UTF-16 offsets into the scene's text; the range includes punctuation that clings to the word. */
  readonly textStart: number;
  readonly textEnd: number;
}

export interface ProjectCaption {
  readonly startFrame: number;
  readonly durationFrames: number;
  /** One or two lines. */
  readonly lines: readonly string[];
}
