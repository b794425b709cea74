import type { logoPositions } from '../src-shared/api/remix.ts';
import type { CaptionStyle } from './captions/caption-style.ts';

/** Every draft is cut at this whole rate, so that sequence and media never disagree. */
export const framesPerSecond = 30;
/** All sound is at this rate; one frame is exactly 1,600 samples. */
export const samplesPerSecond = 48_000;
export const samplesPerFrame = samplesPerSecond / framesPerSecond;
/** How long the end screen is shown after a movie that has one. */
export const endScreenFrames = 2 * framesPerSecond;

/**
 * What a project is made of, as stored with its record. The interchange documents, the exports and the list of
 * scenes are all derived from this. Frames count from the first frame of the project.
 */
export interface ProjectContent {
  readonly formatVersion: 2;
  /** BCP 47 tag of what is spoken. */
  readonly languageCode: string;
  /** Pixels of the sequence; the short side is 1080. */
  readonly width: number;
  readonly height: number;
  readonly scenes: readonly ProjectScene[];
  readonly captions: readonly ProjectCaption[];
  /** Null hides the captions in exports; interchange always carries them. */
  readonly captionStyle: CaptionStyle | null;
  /** The style captions had when they were hidden; they get it back when they are shown again. */
  readonly hiddenCaptionStyle?: CaptionStyle | undefined;
  /** Runs under the whole project, repeated or cut to its length, and lower while somebody speaks. */
  readonly music: { readonly fileId: string; /** 0 to 1. */ readonly volume: number } | null;
  readonly logo: ProjectLogo | null;
  /** Who reads the texts of the scenes. Null: nobody does, or somebody's own recording does. */
  readonly narration: ProjectNarration | null;
  /** How drawn pictures look, in the user's words. */
  readonly styleText: string;
}

export interface ProjectLogo {
  readonly fileId: string;
  readonly position: (typeof logoPositions)[number];
  /** Width in percent of the frame's. */
  readonly sizePercent: number;
}

export interface ProjectNarration {
  /** Of the engine's catalogue; null for the best voice of the language. */
  readonly voiceKey: string | null;
  /** 0.5 to 2. */
  readonly speed: number;
  /** The ACTOR entity that is seen speaking; null for a voice alone. */
  readonly actorEntityId: string | null;
}

export interface ProjectScene {
  readonly sceneId: string;
  /** What is spoken, word for word; empty in a silent scene. */
  readonly text: string;
  readonly isHeading: boolean;
  /** Whether a section begins here: a paragraph, a slide, a scene of a storyboard. */
  readonly startsSection: boolean;
  readonly startFrame: number;
  readonly durationFrames: number;
  /** The length that was asked for: speech that is shorter is padded to it. Absent where the speech decides. */
  readonly minDurationFrames?: number | undefined;
  readonly picture: ScenePicture;
  /** How the scene before goes over into this one; null for a cut. */
  readonly transition: SceneTransition | null;
  /** A mono WAV exactly as long as the scene; null when nobody speaks in it. */
  readonly speechFileId: string | null;
  readonly words: readonly SpokenWord[];
  /** The narrator as seen: a clip with alpha over the picture, as long as the scene. */
  readonly presenterFileId: string | null;
}

/** Where a picture comes from: drawn here, taken from the stock, or the user's own. */
export const pictureOrigins = ['drawn', 'stock', 'own'] as const;

interface PictureFacts {
  readonly fileId: string;
  readonly origin: (typeof pictureOrigins)[number];
  /** Which of the possible drawings it is; counts up when it is shuffled. */
  readonly variant: number;
  /** The file it was conformed from, in its own size and shape; absent when the picture itself is all there is. */
  readonly sourceFileId?: string | undefined;
  /** Equal to `fileId` as long as the picture is its source itself, only fitted into the frame, which editors can do. */
  readonly fittedFileId?: string | undefined;
  /** The words it was drawn with, where they are not the project's. */
  readonly styleText?: string | undefined;
  /** What it was made from in words, where that was not the scene's text. */
  readonly prompt?: string | undefined;
  /** The same picture with more pixels than the project's frame has, for large movies; editors get the other one. */
  readonly largeFileId?: string | undefined;
}

/** A still has no length of its own; a clip is conformed media at the project's size and rate, at least as long as the scene. */
export type ScenePicture =
  | (PictureFacts & { readonly kind: 'still'; readonly zoom: StillZoom | null })
  | (PictureFacts & {
      readonly kind: 'clip';
      readonly durationFrames: number;
      /** Whether the clip's own sound is heard. */
      readonly isAudible: boolean;
    });

/** A slow move over a still from its first frame to its last. */
export interface StillZoom {
  /** 1 shows the whole picture, 1.12 an eighth less of it. */
  readonly fromScale: number;
  readonly toScale: number;
  /** The point moved towards, 0 to 1 from the left and from the top. */
  readonly centerX: number;
  readonly centerY: number;
}

/** Ways for one picture to follow another that are more than a cut. */
export const transitionStyles = ['FADE', 'RISE', 'PAN', 'POP', 'WIPE'] as const;

/**
 * The scenes keep their lengths: for so many frames from the incoming scene's first on, the outgoing picture is still
 * seen. A still goes on with its move, a clip goes on playing as far as it has frames and then holds its last.
 */
export interface SceneTransition {
  readonly style: (typeof transitionStyles)[number];
  readonly durationFrames: number;
}

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
