import path from 'node:path';
import { z } from 'zod';
import { exportQualitySchema } from '../../src-shared/api/projects.ts';
import type { Clock } from '../clock.ts';
import type { MediaEngine, RenderScene } from '../engine/media-engine.ts';
import { framesPerSecond } from '../engine/project-content.ts';
import type { ProjectContent } from '../engine/project-content.ts';
import { mediaLinkExpiry } from '../link-lifetimes.ts';
import { sizeOfFile } from '../store/durable-files.ts';
import type { StoredFile } from '../store/stored-file.ts';
import type { StageContext } from './job-kind.ts';
import { madeFile } from './made-file.ts';
import { findMedia, readProject } from './project-media.ts';
import type { ProjectMediaDeps } from './project-media.ts';

const renderShare = 0.97;
const thumbnailSide = 480;

/** What an export's options come to under the caller's plan. */
export const movieOptionsSchema = z.object({
  quality: exportQualitySchema,
  hasWatermark: z.boolean(),
  hasEndScreen: z.boolean(),
});
export type MovieOptions = z.output<typeof movieOptionsSchema>;

export interface MovieMakerDeps extends ProjectMediaDeps {
  readonly engine: MediaEngine;
  readonly clock: Clock;
}

async function renderScenes(deps: MovieMakerDeps, content: ProjectContent): Promise<RenderScene[]> {
  const scenes: RenderScene[] = [];
  for (const scene of content.scenes) {
    const picture = await findMedia(deps, scene.picture.fileId);
    const speech = await findMedia(deps, scene.speechFileId);
    scenes.push({
      pictureKind: scene.picture.kind,
      picturePath: picture.path,
      speechPath: speech.path,
      durationFrames: scene.durationFrames,
    });
  }
  return scenes;
}

/** Renders a project's movie and takes it into the file store. The record is the caller's to insert. */
export async function makeMovie(
  deps: MovieMakerDeps,
  projectId: string,
  options: MovieOptions,
  context: Pick<StageContext<unknown>, 'workFolder' | 'signal' | 'onProgress' | 'takeIn'>,
): Promise<StoredFile> {
  const { signal } = context;
  const { project, content } = readProject(deps, projectId);
  const moviePath = path.join(context.workFolder, 'movie.mp4');
  const thumbnailPath = path.join(context.workFolder, 'movie.jpg');
  const rendered = await deps.engine.renderMovie(
    {
      ...options,
      scenes: await renderScenes(deps, content),
      captions: content.captions,
      captionStyle: content.captionStyle,
      languageCode: content.languageCode,
      width: content.width,
      height: content.height,
      outputPath: moviePath,
    },
    { signal, onProgress: (fraction) => context.onProgress(fraction * renderShare) },
  );
  await deps.engine.makeThumbnail(moviePath, thumbnailPath, thumbnailSide, { signal });
  const fileId = await context.takeIn('movie.mp4', moviePath);
  await context.takeIn('thumbnail.jpg', thumbnailPath, fileId);
  const expiresAt = mediaLinkExpiry(deps.clock);
  return madeFile({
    fileId,
    teamId: project.teamId,
    userId: project.userId,
    projectId: project.projectId,
    shelf: 'export',
    scope: 'EXPORT',
    type: 'VIDEO',
    displayName: project.title,
    isHidden: project.isHidden,
    durationSeconds: rendered.durationFrames / framesPerSecond,
    download: {
      fileName: 'movie.mp4',
      mimeType: 'video/mp4',
      sizeBytes: rendered.sizeBytes,
      width: rendered.width,
      height: rendered.height,
      expiresAt,
    },
    thumbnail: {
      fileName: 'thumbnail.jpg',
      mimeType: 'image/jpeg',
      sizeBytes: (await sizeOfFile(thumbnailPath)) ?? 0,
      expiresAt,
    },
  });
}
