import type { logoPositions } from '../src-shared/api/remix.ts';
import type { CaptionStyle } from './captions/caption-style.ts';

/** Frame rate of all drafts. A whole rate keeps sequence and media in agreement. */
export const framesPerSecond = 30;
/** Sample rate of all sound; one frame is exactly 1,600 samples. */
export const samplesPerSecond = 48_000;
export const samplesPerFrame = samplesPerSecond / framesPerSecond;
/** Duration of the end screen. */
export const endScreenFrames = 2 * framesPerSecond;

/**
 * The content of a project, as stored in its record. Interchange documents, exports and the list of scenes are derived
 * from it. Frames count from the start of the project.
 */
export interface ProjectContent {
  readonly formatVersion: 2;
  /** BCP 47 tag of the spoken language. */
  readonly languageCode: string;
  /** Pixels of the sequence; the short side is 1080. */
  readonly width: number;
  readonly height: number;
  readonly scenes: readonly ProjectScene[];
  readonly captions: readonly ProjectCaption[];
  /** Null hides the captions in exports; interchange always carries them. */
  readonly captionStyle: CaptionStyle | null;
  /** The captions' style before they were hidden, which is restored when they are shown again. */
  readonly hiddenCaptionStyle?: CaptionStyle | undefined;
  /** Music under the whole project, repeated or cut to its length and lowered during speech. */
  readonly music: { readonly fileId: string; /** 0 to 1. */ readonly volume: number } | null;
  readonly logo: ProjectLogo | null;
  /** Narrator of the scenes' texts; null if there is none, or if the user's own recording is used. */
  readonly narration: ProjectNarration | null;
  /** Absent without one, and in projects made before it was stored. */
  readonly presenter?: ProjectPresenter | undefined;
  /** Look of drawn pictures, in the user's words. */
  readonly styleText: string;
}

export interface ProjectLogo {
  readonly fileId: string;
  readonly position: (typeof logoPositions)[number];
  /** Width in percent of the frame's width. */
  readonly sizePercent: number;
}

export interface ProjectNarration {
  /** Key in the engine's catalogue; null for the best voice of the language. */
  readonly voiceKey: string | null;
  /** 0.5 to 2. */
  readonly speed: number;
  /** The ACTOR entity shown speaking; null for a voice only. */
  readonly actorEntityId: string | null;
}

/** The ACTOR entity shown speaking, and the side of its square clips in pixels. */
export interface ProjectPresenter {
  readonly actorEntityId: string;
  readonly side: number;
}

export interface ProjectScene {
  readonly sceneId: string;
  /** Name that the user gave; absent for a number. */
  readonly title?: string | undefined;
  /** Spoken text, verbatim; empty in a silent scene. */
  readonly text: string;
  readonly isHeading: boolean;
  /** True if a section begins here: a paragraph, a slide, a scene of a storyboard. */
  readonly startsSection: boolean;
  readonly startFrame: number;
  readonly durationFrames: number;
  /** Requested length: shorter speech is padded to it. Absent if the speech determines the length. */
  readonly minDurationFrames?: number | undefined;
  readonly picture: ScenePicture;
  /** Transition from the previous scene; null for a cut. */
  readonly transition: SceneTransition | null;
  /** A mono WAV exactly as long as the scene; null for a scene without speech. */
  readonly speechFileId: string | null;
  readonly words: readonly SpokenWord[];
  /** Clip of the visible narrator with alpha, laid over the picture, as long as the scene. */
  readonly presenterFileId: string | null;
}

/** Origin of a picture: drawn by the engine, taken from the stock, or the user's own. */
export const pictureOrigins = ['drawn', 'stock', 'own'] as const;

interface PictureFacts {
  readonly fileId: string;
  readonly origin: (typeof pictureOrigins)[number];
  /** Index of the drawing variant; each shuffle increments it. */
  readonly variant: number;
  /** File from which the picture was conformed, in its original size and shape; absent if there is none. */
  readonly sourceFileId?: string | undefined;
  /** Equals `fileId` if the picture is just its source fitted into the frame, which editors can do themselves. */
  readonly fittedFileId?: string | undefined;
  /** Style text of the drawing, if it differs from the project's. */
  readonly styleText?: string | undefined;
  /** Prompt of the picture, if it was not made from the scene's text. */
  readonly prompt?: string | undefined;
  /** Version with more pixels than the project's frame, for large movies; editors get the smaller one. */
  readonly largeFileId?: string | undefined;
}

/** A still has no length. A clip is conformed to the project's size and rate and at least as long as the scene. */
export type ScenePicture =
  | (PictureFacts & { readonly kind: 'still'; readonly zoom: StillZoom | null })
  | (PictureFacts & {
      readonly kind: 'clip';
      readonly durationFrames: number;
      /** True if the clip's own sound is audible. */
      readonly isAudible: boolean;
      /** Description of the motion of an animated still; absent for other clips, and where it was not stored. */
      readonly motionPrompt?: string | undefined;
    });

/** A slow zoom over a still, from its first frame to its last. */
export interface StillZoom {
  /** 1 shows the whole picture; 1.12 enlarges it by an eighth. */
  readonly fromScale: number;
  readonly toScale: number;
  /** Point the zoom moves towards, 0 to 1 from the left and from the top. */
  readonly centerX: number;
  readonly centerY: number;
}

/** Transition styles other than a cut. */
export const transitionStyles = ['FADE', 'RISE', 'PAN', 'POP', 'WIPE'] as const;

/**
 * A transition shows the outgoing picture for its length, from the incoming scene's first frame on. Scenes keep their
 * lengths. A still continues its zoom; a clip continues to play and then holds its last frame.
 */
export interface SceneTransition {
  readonly style: (typeof transitionStyles)[number];
  readonly durationFrames: number;
}

/** A word with its time in samples from the start of its scene, and its position in the scene's text. */
export interface SpokenWord {
  readonly startSample: number;
  readonly endSample: number;
  /** UTF-16 offsets into the scene's text; the range includes attached punctuation. */
  readonly textStart: number;
  readonly textEnd: number;
}

export interface ProjectCaption {
  readonly startFrame: number;
  readonly durationFrames: number;
  /** One or two lines. */
  readonly lines: readonly string[];
}
