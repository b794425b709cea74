import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { interchangeDeliverySchema, interchangeFormatSchema } from '../../src-shared/api/projects.ts';
import { safeMediaName } from '../../src-shared/timeline/media-name.ts';
import { buildTimeline, extensionOfName } from '../bundles/build-timeline.ts';
import type { TimelineMedia } from '../bundles/build-timeline.ts';
import { bundleDocuments, mainDocument } from '../bundles/timeline-documents.ts';
import { writeStoredZip } from '../bundles/write-stored-zip.ts';
import type { BundleEntry } from '../bundles/write-stored-zip.ts';
import type { Clock } from '../clock.ts';
import type { ProjectContent } from '../engine/project-content.ts';
import { mediaLinkExpiry } from '../link-lifetimes.ts';
import { sizeOfFile } from '../store/durable-files.ts';
import type { InterchangeRepository } from '../store/interchange-repository.ts';
import { defineJobKind } from './job-kind.ts';
import type { JobKind, StageContext } from './job-kind.ts';
import { madeFile } from './made-file.ts';
import { findMedia, readProject } from './project-media.ts';
import type { FoundMedia, ProjectMediaDeps } from './project-media.ts';

export const timelineInterchangeKind = 'timeline-interchange';

const stateSchema = z.object({
  projectId: z.string(),
  format: interchangeFormatSchema,
  mediaDelivery: interchangeDeliverySchema,
});
export type TimelineInterchangeState = z.output<typeof stateSchema>;

export interface TimelineInterchangeDeps extends ProjectMediaDeps {
  readonly interchanges: InterchangeRepository;
  /** The signed address of a file's bytes, ending in the name the documents use. */
  readonly linkTo: (fileId: string, mediaName: string, expiresAt: number) => string;
  readonly clock: Clock;
}

type Context = StageContext<TimelineInterchangeState>;
type MediaById = ReadonlyMap<string, FoundMedia>;

interface MadeDocument {
  readonly fileName: string;
  readonly mimeType: string;
  readonly path: string;
}

async function findAllMedia(deps: TimelineInterchangeDeps, content: ProjectContent): Promise<MediaById> {
  const media = new Map<string, FoundMedia>();
  for (const { picture, speechFileId } of content.scenes) {
    for (const fileId of [picture.fileId, speechFileId]) media.set(fileId, await findMedia(deps, fileId));
  }
  return media;
}

function timelineOf(
  title: string,
  content: ProjectContent,
  media: MediaById,
  locate: (item: TimelineMedia) => string,
) {
  const extensionOf = (fileId: string) => extensionOfName(media.get(fileId)?.fileName ?? '');
  return buildTimeline(title, content, { extensionOf, locate });
}

/** A single document whose media are links. */
async function makeDocument(
  deps: TimelineInterchangeDeps,
  { state, workFolder, onProgress }: Context,
  project: { title: string; safeTitle: string; content: ProjectContent },
): Promise<MadeDocument> {
  const expiresAt = mediaLinkExpiry(deps.clock);
  const media = await findAllMedia(deps, project.content);
  const locate = ({ fileId, mediaName }: TimelineMedia) => deps.linkTo(fileId, mediaName, expiresAt);
  const { timeline } = timelineOf(project.title, project.content, media, locate);
  const document = mainDocument(state.format, timeline);
  const documentPath = path.join(workFolder, 'document');
  await writeFile(documentPath, document.text, { mode: 0o600 });
  onProgress(1);
  return {
    fileName: `${project.safeTitle}${document.suffix}`,
    mimeType: document.mimeType,
    path: documentPath,
  };
}

/** A zip of the documents and, by relative path, every media file they speak of. */
async function makeBundle(
  deps: TimelineInterchangeDeps,
  { state, workFolder, signal, onProgress }: Context,
  project: { title: string; safeTitle: string; content: ProjectContent },
): Promise<MadeDocument> {
  const found = await findAllMedia(deps, project.content);
  const nameInBundle = ({ mediaName }: TimelineMedia) => `media/${mediaName}`;
  const { timeline, media } = timelineOf(project.title, project.content, found, nameInBundle);
  const documents = bundleDocuments(state.format, timeline).map(({ suffix, text }) => ({
    name: `${project.safeTitle}${suffix}`,
    text,
  }));
  const files = media.flatMap((item): BundleEntry[] => {
    const file = found.get(item.fileId);
    return file ? [{ name: nameInBundle(item), path: file.path, sizeBytes: file.sizeBytes }] : [];
  });
  const zipPath = path.join(workFolder, 'bundle.zip');
  const modifiedAt = new Date(deps.clock.nowMs());
  await writeStoredZip(zipPath, [...documents, ...files], { modifiedAt, signal, onProgress });
  return { fileName: `${project.safeTitle}.zip`, mimeType: 'application/zip', path: zipPath };
}

async function convert(deps: TimelineInterchangeDeps, context: Context) {
  const { state, jobId } = context;
  const { project, content } = readProject(deps, state.projectId);
  const safeTitle = safeMediaName(project.title, '', new Set());
  const make = state.mediaDelivery === 'BUNDLE' ? makeBundle : makeDocument;
  const made = await make(deps, context, { title: project.title, safeTitle, content });
  const storedName = `document${path.extname(made.fileName)}`;
  const fileId = await context.takeIn(storedName, made.path);
  const file = madeFile({
    fileId,
    teamId: project.teamId,
    userId: project.userId,
    projectId: project.projectId,
    shelf: 'export',
    scope: 'EXPORT',
    type: 'TEXT',
    displayName: made.fileName,
    isHidden: project.isHidden,
    durationSeconds: null,
    download: {
      fileName: storedName,
      mimeType: made.mimeType,
      sizeBytes: (await sizeOfFile(made.path)) ?? 0,
      expiresAt: mediaLinkExpiry(deps.clock),
    },
  });
  const record = () => {
    deps.files.insert(file);
    deps.interchanges.attachFile(jobId, fileId);
  };
  return { state, record };
}

/** Turns a project into documents for editors (specification §4.3). */
export function createTimelineInterchangeKind(deps: TimelineInterchangeDeps): JobKind {
  return defineJobKind({
    kind: timelineInterchangeKind,
    lane: 'short',
    stateSchema,
    stagesOf: () => [
      {
        name: 'documents',
        weight: 1,
        run: (context) => convert(deps, context),
        isIntact: async () => false,
      },
    ],
  });
}
