import path from 'node:path';
import type { MediaEngine } from '@dailies/media';
import { fitOf, type ProjectContent, type ProjectScene } from '@dailies/media/project';
import type { InterchangeFormat } from '../../src-shared/api/projects.ts';
import { sizeOfFile } from '../store/disk/durable-files.ts';
import { findMedia, type FoundMedia, type ProjectMediaDeps } from './project-media.ts';

interface OriginalsDeps extends ProjectMediaDeps {
  readonly engine: Pick<MediaEngine, 'conformStill'>;
}

interface OriginalStills {
  readonly content: ProjectContent;
  /** The added media, by file id. */
  readonly media: ReadonlyMap<string, FoundMedia>;
  /** File ids of the backdrops under scene pictures, by scene id. */
  readonly backdrops: ReadonlyMap<string, string>;
}

/** Returns the file a user's still was fitted from, if it can replace the fitted picture; null for other pictures. */
async function originalOf(deps: OriginalsDeps, { picture }: ProjectScene): Promise<FoundMedia | null> {
  const { kind, fileId, fittedFileId, sourceFileId } = picture;
  if (kind !== 'still' || fittedFileId !== fileId || sourceFileId === undefined) return null;
  // The user may have deleted it meanwhile.
  const found = await findMedia(deps, sourceFileId).catch(() => null);
  return found?.size ? found : null;
}

/**
 * Replaces fitted stills by the user's originals in full size, so that an editor can crop them again. Pictures that
 * leave bars get a backdrop: a blurred one drawn into the work folder, or the fitted picture in documents that link to
 * media. OTIO cannot express framing, so there only originals of the frame's exact size are used.
 */
export async function withOriginalStills(
  deps: OriginalsDeps,
  content: ProjectContent,
  options: {
    readonly format: InterchangeFormat;
    /** Null if nothing can be drawn. */
    readonly workFolder: string | null;
    readonly signal: AbortSignal;
  },
): Promise<OriginalStills> {
  const { format, workFolder, signal } = options;
  const { width, height } = content;
  const media = new Map<string, FoundMedia>();
  const backdrops = new Map<string, string>();
  const scenes: ProjectScene[] = [];
  for (const scene of content.scenes) {
    const original = await originalOf(deps, scene);
    const size = original?.size;
    const isFilling = size?.width === width && size.height === height;
    if (!original || !size || (format === 'OTIO' && !isFilling)) {
      scenes.push(scene);
      continue;
    }
    media.set(original.fileId, original);
    scenes.push({ ...scene, picture: { ...scene.picture, fileId: original.fileId } });
    if (fitOf(size, content) === 'crop') continue;
    if (workFolder === null) {
      backdrops.set(scene.sceneId, scene.picture.fileId);
      continue;
    }
    const fileId = `backdrop-${scene.sceneId}`;
    const outputPath = path.join(workFolder, `${fileId}.jpg`);
    const request = { inputPath: original.path, width, height, outputPath, part: 'backdrop' } as const;
    await deps.engine.conformStill(request, { signal });
    const sizeBytes = (await sizeOfFile(outputPath)) ?? 0;
    const drawn = { fileId, path: outputPath, fileName: path.basename(outputPath), extension: '.jpg' };
    media.set(fileId, { ...drawn, sizeBytes, durationSeconds: null, size: { width, height } });
    backdrops.set(scene.sceneId, fileId);
  }
  return { content: { ...content, scenes }, media, backdrops };
}
