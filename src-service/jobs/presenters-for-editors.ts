import path from 'node:path';
import type { ClipTools } from '@dailies/media';
import type { ProjectContent } from '@dailies/media/project';
import { sizeOfFile } from '../store/disk/durable-files.ts';
import type { StageContext } from './job-kind.ts';
import type { FoundMedia } from './project-media.ts';
import { runTogether } from './run-together.ts';

/** A project's content with its media files by file id. */
interface ContentWithMedia {
  readonly content: ProjectContent;
  readonly media: ReadonlyMap<string, FoundMedia>;
}

/**
 * Converts presenters to MOV with alpha, because few editors import the WebM that players get. The new clips are as
 * long as their scenes and have their own ids.
 */
export async function presentersForEditors<Source extends ContentWithMedia>(
  clips: Pick<ClipTools, 'editorClip'>,
  { workFolder, signal, onProgress }: Pick<StageContext<unknown>, 'workFolder' | 'signal' | 'onProgress'>,
  source: Source,
): Promise<Source> {
  const { content, media } = source;
  const presenters = content.scenes.flatMap(({ sceneId, presenterFileId, durationFrames }) => {
    const found = presenterFileId === null ? undefined : media.get(presenterFileId);
    return found?.extension === '.webm' ? [{ sceneId, durationFrames, found }] : [];
  });
  const made = await runTogether(presenters, { signal, onProgress }, async (presenter, index, task) => {
    const { sceneId, durationFrames, found } = presenter;
    const outputPath = path.join(workFolder, `presenter-${index + 1}.mov`);
    await clips.editorClip({ inputPath: found.path, durationFrames, outputPath }, task);
    const sizeBytes = (await sizeOfFile(outputPath)) ?? 0;
    const fileId = `presenter-${sceneId}`;
    return { ...found, sceneId, fileId, path: outputPath, extension: '.mov', sizeBytes };
  });
  const idOf = new Map(made.map(({ sceneId, fileId }) => [sceneId, fileId]));
  const scenes = content.scenes.map((scene) => ({
    ...scene,
    presenterFileId: idOf.get(scene.sceneId) ?? scene.presenterFileId,
  }));
  const added = made.map((clip) => [clip.fileId, clip] as const);
  return { ...source, content: { ...content, scenes }, media: new Map([...media, ...added]) };
}
