import type { Caption, Clip, ClipTransition } from '../model/timeline.ts';

/** A clip of a scene beside its pictures. */
export interface SceneClip {
  readonly trackIndex: number;
  /** Frames from the first frame of the sequence. */
  readonly startFrame: number;
  readonly clip: Clip;
}

/** A caption that begins in a scene; `index` counts those of its language in the scene. */
export interface SceneCaption extends Caption {
  readonly languageCode: string;
  readonly index: number;
}

export interface SceneNote {
  /** Frames from the first frame of the scene. */
  readonly frame: number;
  readonly text: string;
  readonly author: string | null;
  readonly isDone: boolean;
}

/** A scene of a cut: consecutive pictures of the primary track that have one link, and all that belongs to them. */
export interface Scene {
  readonly sceneId: string;
  /** First frame of its first picture, from the first frame of the sequence. */
  readonly startFrame: number;
  /** Length of its pictures. */
  readonly durationFrames: number;
  /** At least one: the picture, then its last frame if that is held, or the other pictures of the scene. */
  readonly pictures: readonly [Clip, ...Clip[]];
  /** Frames of its length in which the last frame is held; 0 if its media is long enough. */
  readonly heldFrames: number;
  readonly voice: SceneClip | null;
  /** The clip's own sound. */
  readonly clipSound: SceneClip | null;
  /** The first music heard in it, which other scenes have too. */
  readonly music: SceneClip | null;
  /** Its captions of the first language, else the words that the document states. */
  readonly words: string;
  /** What the voice was last given to say in a change; null for a delivered voice or a recording. */
  readonly spokenText: string | null;
  readonly captions: readonly SceneCaption[];
  readonly notes: readonly SceneNote[];
  /** Into the scene; null for a plain cut. */
  readonly transition: ClipTransition | null;
}
