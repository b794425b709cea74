import type { MediaEngine } from '../media-engine.ts';
import type { ProjectContent, ProjectNarration, SpokenWord } from '../project-content.ts';
import { withScenes } from './place-scenes.ts';

/** Speech of a scene by another narrator. */
export interface NewSpeech {
  readonly speechFileId: string;
  readonly durationFrames: number;
  readonly words: readonly SpokenWord[];
  readonly presenterFileId: string | null;
}

/** Replaces the narration. Scenes get the length of the new speech. */
export function replaceSpeech(
  content: ProjectContent,
  narration: ProjectNarration,
  speech: ReadonlyMap<number, NewSpeech>,
  engine: Pick<MediaEngine, 'layOutCaptions'>,
): ProjectContent {
  const scenes = content.scenes.map((scene, index) => ({ ...scene, ...speech.get(index) }));
  return withScenes({ ...content, narration }, scenes, engine);
}
