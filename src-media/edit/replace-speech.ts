import type { MediaEngine } from '../media-engine.ts';
import type { ProjectContent, ProjectNarration, SpokenWord } from '../project-content.ts';
import { withScenes } from './place-scenes.ts';

/** How a scene sounds with another narrator. */
export interface NewSpeech {
  readonly speechFileId: string;
  readonly durationFrames: number;
  readonly words: readonly SpokenWord[];
  readonly presenterFileId: string | null;
}

/** The content read by another narrator: scenes are as long as they now take to be read. */
export function replaceSpeech(
  content: ProjectContent,
  narration: ProjectNarration,
  speech: ReadonlyMap<number, NewSpeech>,
  engine: Pick<MediaEngine, 'layOutCaptions'>,
): ProjectContent {
  const scenes = content.scenes.map((scene, index) => ({ ...scene, ...speech.get(index) }));
  return withScenes({ ...content, narration }, scenes, engine);
}
