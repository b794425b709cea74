import path from 'node:path';
import type { MediaEngine, RenderMovieRequest, RenderScene } from '@dailies/media';
import { framesPerSecond, type ProjectContent, type ProjectScene } from '@dailies/media/project';
import { z } from 'zod';
import { exportQualitySchema } from '../../src-shared/api/projects.ts';
import type { Clock } from '../clock.ts';
import { mediaLinkExpiry } from '../link-lifetimes.ts';
import { factsOfProject, madeFile } from '../store/records/made-file.ts';
import type { StoredFile } from '../store/records/stored-file.ts';
import { takeInThumbnail } from './files/take-in-thumbnail.ts';
import type { StageContext } from './job-kind.ts';
import { findMedia, type ProjectMediaDeps, readProject } from './project-media.ts';

const renderShare = 0.97;

/** Export options resolved for the caller's plan. */
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

/** Returns the path of a project's file; null for no file. */
async function pathOf(deps: MovieMakerDeps, fileId: string | null): Promise<string | null> {
  return fileId === null ? null : (await findMedia(deps, fileId)).path;
}

async function renderScene(deps: MovieMakerDeps, scene: ProjectScene): Promise<RenderScene> {
  const { picture, transition, words, durationFrames } = scene;
  return {
    pictureKind: picture.kind,
    picturePath: (await findMedia(deps, picture.largeFileId ?? picture.fileId)).path,
    speechPath: await pathOf(deps, scene.speechFileId),
    presenterPath: await pathOf(deps, scene.presenterFileId),
    zoom: picture.kind === 'still' ? picture.zoom : null,
    isAudible: picture.kind === 'clip' && picture.isAudible,
    transition,
    words,
    durationFrames,
  };
}

/** Collects a project's content for rendering, with the paths of its files. */
async function renderContent(
  deps: MovieMakerDeps,
  content: ProjectContent,
): Promise<Pick<RenderMovieRequest, 'scenes' | 'music' | 'logo'>> {
  const { music, logo } = content;
  const scenes: RenderScene[] = [];
  for (const scene of content.scenes) scenes.push(await renderScene(deps, scene));
  return {
    scenes,
    music: music && { path: (await findMedia(deps, music.fileId)).path, volume: music.volume },
    logo: logo && {
      path: (await findMedia(deps, logo.fileId)).path,
      position: logo.position,
      sizePercent: logo.sizePercent,
    },
  };
}

/** Renders a project's movie and takes it into the file store. The caller must insert the record. */
export async function makeMovie(
  deps: MovieMakerDeps,
  projectId: string,
  options: MovieOptions,
  context: Pick<StageContext<unknown>, 'workFolder' | 'signal' | 'onProgress' | 'takeIn'>,
): Promise<StoredFile> {
  const { signal } = context;
  const { project, content } = readProject(deps, projectId);
  const moviePath = path.join(context.workFolder, 'movie.mp4');
  const rendered = await deps.engine.renderMovie(
    {
      ...options,
      ...(await renderContent(deps, content)),
      captions: content.captions,
      captionStyle: content.captionStyle,
      languageCode: content.languageCode,
      width: content.width,
      height: content.height,
      outputPath: moviePath,
    },
    { signal, onProgress: (fraction) => context.onProgress(fraction * renderShare) },
  );
  const fileId = await context.takeIn('movie.mp4', moviePath);
  const thumbnail = await takeInThumbnail(deps, context, { fileId, path: moviePath });
  const expiresAt = mediaLinkExpiry(deps.clock);
  return madeFile({
    fileId,
    ...factsOfProject(project),
    shelf: 'export',
    scope: 'EXPORT',
    type: 'VIDEO',
    displayName: project.title,
    durationSeconds: rendered.durationFrames / framesPerSecond,
    download: {
      fileName: 'movie.mp4',
      mimeType: 'video/mp4',
      sizeBytes: rendered.sizeBytes,
      width: rendered.width,
      height: rendered.height,
      expiresAt,
    },
    thumbnail,
  });
}
