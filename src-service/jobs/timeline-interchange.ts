import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClipTools, MediaEngine } from '@dailies/media';
import { framesPerSecond, type ProjectContent } from '@dailies/media/project';
import { z } from 'zod';
import { interchangeDeliverySchema, interchangeFormatSchema } from '../../src-shared/api/projects.ts';
import { safeMediaName } from '../../src-timeline/model/media-name.ts';
import { buildTimeline } from '../bundles/build-timeline.ts';
import { latinTextsOf } from '../bundles/latin-texts.ts';
import { bundleDocuments, mainDocument } from '../bundles/timeline-documents.ts';
import type { TimelineMedia } from '../bundles/timeline-media.ts';
import { type BundleEntry, writeStoredZip } from '../bundles/write-stored-zip.ts';
import type { Clock } from '../clock.ts';
import { mediaLinkExpiry } from '../link-lifetimes.ts';
import { sizeOfFile } from '../store/disk/durable-files.ts';
import type { InterchangeRepository } from '../store/records/interchange-repository.ts';
import { factsOfProject, madeFile } from '../store/records/made-file.ts';
import { defineJobKind, type JobKind, type StageContext } from './job-kind.ts';
import { withOriginalStills } from './original-stills.ts';
import { presentersForEditors } from './presenters-for-editors.ts';
import { findMedia, type FoundMedia, type ProjectMediaDeps, readProject } from './project-media.ts';

export const timelineInterchangeKind = 'timeline-interchange';

/** Placeholder id of the drawn logo; real file ids have a prefix. */
const logoFrameId = 'logo-frame';
/** Share of a bundle's work spent on making media for editors. */
const mediaShare = 0.8;

const stateSchema = z.object({
  projectId: z.string(),
  format: interchangeFormatSchema,
  mediaDelivery: interchangeDeliverySchema,
});
export type TimelineInterchangeState = z.output<typeof stateSchema>;

export interface TimelineInterchangeDeps extends ProjectMediaDeps {
  readonly interchanges: InterchangeRepository;
  readonly engine: Pick<MediaEngine, 'conformStill' | 'drawLogoFrame' | 'romaniseJapanese'> & {
    readonly clips: Pick<ClipTools, 'editorClip'>;
  };
  /** Returns the signed address of a file's bytes, ending in the name the documents use. */
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

/** A project with everything its documents refer to. */
interface ProjectSource {
  readonly title: string;
  readonly safeTitle: string;
  readonly content: ProjectContent;
  readonly latinTexts: readonly string[];
  readonly media: MediaById;
  readonly backdrops: ReadonlyMap<string, string>;
}

async function findAllMedia(deps: TimelineInterchangeDeps, content: ProjectContent): Promise<MediaById> {
  const ofScenes = content.scenes.flatMap((scene) => [
    scene.picture.fileId,
    scene.speechFileId,
    scene.presenterFileId,
  ]);
  const media = new Map<string, FoundMedia>();
  for (const fileId of [...ofScenes, content.music?.fileId, content.logo?.fileId]) {
    if (fileId) media.set(fileId, await findMedia(deps, fileId));
  }
  return media;
}

function timelineOf(
  { title, content, latinTexts, media, backdrops }: ProjectSource,
  locate: (item: TimelineMedia) => string,
) {
  const seconds = media.get(content.music?.fileId ?? '')?.durationSeconds ?? null;
  return buildTimeline(title, content, {
    locate,
    extensionOf: (fileId) => media.get(fileId)?.extension ?? '',
    latinTexts,
    sizeOf: ({ fileId }) => media.get(fileId)?.size ?? null,
    backdrops,
    musicFrames: seconds === null ? null : Math.floor(seconds * framesPerSecond),
  });
}

/** Makes a single document that links to its media. Leaves out SVG logos, which editors cannot read. */
async function makeDocument(
  deps: TimelineInterchangeDeps,
  { state, workFolder, onProgress }: Context,
  source: ProjectSource,
): Promise<MadeDocument> {
  const expiresAt = mediaLinkExpiry(deps.clock);
  const locate = ({ fileId, mediaName }: TimelineMedia) => deps.linkTo(fileId, mediaName, expiresAt);
  const { timeline } = timelineOf(withReadableLogo(source), locate);
  const document = mainDocument(state.format, timeline);
  const documentPath = path.join(workFolder, 'document');
  await writeFile(documentPath, document.text, { mode: 0o600 });
  onProgress(1);
  return {
    fileName: `${source.safeTitle}${document.suffix}`,
    mimeType: document.mimeType,
    path: documentPath,
  };
}

function withReadableLogo(source: ProjectSource): ProjectSource {
  const logo = source.media.get(source.content.logo?.fileId ?? '');
  const isReadable = logo?.size !== null && logo?.extension !== '.svg';
  return isReadable ? source : { ...source, content: { ...source.content, logo: null } };
}

/** Replaces the logo by a picture of the frame's size with the logo in its place, which every editor shows alike. */
async function withLogoFrame(
  deps: TimelineInterchangeDeps,
  { workFolder, signal }: Context,
  source: ProjectSource,
): Promise<ProjectSource> {
  const { logo, width, height } = source.content;
  const found = source.media.get(logo?.fileId ?? '');
  if (!logo || !found) return source;
  const outputPath = path.join(workFolder, 'logo.png');
  const { position, sizePercent } = logo;
  const placed = { path: found.path, position, sizePercent };
  await deps.engine.drawLogoFrame({ logo: placed, width, height, outputPath }, { signal });
  const sizeBytes = (await sizeOfFile(outputPath)) ?? 0;
  const drawn = { path: outputPath, fileName: 'logo.png', extension: '.png', sizeBytes };
  const frame = { ...found, ...drawn, size: { width, height } };
  // Needs its own id, because a scene may show the same file unchanged.
  const content = { ...source.content, logo: { ...logo, fileId: logoFrameId } };
  return { ...source, content, media: new Map([...source.media, [logoFrameId, frame]]) };
}

/** Converts logo and presenters to forms that every editor imports. */
async function forEditors(
  deps: TimelineInterchangeDeps,
  context: Context,
  project: ProjectSource,
): Promise<ProjectSource> {
  const onProgress = (fraction: number) => context.onProgress(mediaShare * fraction);
  const source = await withLogoFrame(deps, context, project);
  return presentersForEditors(deps.engine.clips, { ...context, onProgress }, source);
}

/** Makes a zip of the documents and all media they refer to, by relative path. Captions refer to none. */
async function makeBundle(
  deps: TimelineInterchangeDeps,
  context: Context,
  project: ProjectSource,
): Promise<MadeDocument> {
  const { state, workFolder, signal, onProgress } = context;
  const isCaptionsOnly = state.format === 'SRT';
  const source = isCaptionsOnly ? project : await forEditors(deps, context, project);
  const nameInBundle = ({ mediaName }: TimelineMedia) => `media/${mediaName}`;
  const { timeline, media } = timelineOf(source, nameInBundle);
  const documents = bundleDocuments(state.format, timeline).map(({ suffix, text }) => ({
    name: `${source.safeTitle}${suffix}`,
    text,
  }));
  const referred = isCaptionsOnly ? [] : media;
  const files = referred.flatMap((item): BundleEntry[] => {
    const file = source.media.get(item.fileId);
    return file ? [{ name: nameInBundle(item), path: file.path, sizeBytes: file.sizeBytes }] : [];
  });
  const zipPath = path.join(workFolder, 'bundle.zip');
  const modifiedAt = new Date(deps.clock.nowMs());
  const onZipProgress = (fraction: number) => onProgress(mediaShare + (1 - mediaShare) * fraction);
  await writeStoredZip(zipPath, [...documents, ...files], { modifiedAt, signal, onProgress: onZipProgress });
  return { fileName: `${source.safeTitle}.zip`, mimeType: 'application/zip', path: zipPath };
}

async function convert(deps: TimelineInterchangeDeps, context: Context) {
  const { state, jobId } = context;
  const { project, content } = readProject(deps, state.projectId);
  const { title } = project;
  const [latinTitle = '', ...latinTexts] = await latinTextsOf(title, content, deps.engine, context.signal);
  const safeTitle = safeMediaName(latinTitle, '', new Set());
  const make = state.mediaDelivery === 'BUNDLE' ? makeBundle : makeDocument;
  const media = await findAllMedia(deps, content);
  const originals = await withOriginalStills(deps, content, {
    format: state.format,
    workFolder: state.mediaDelivery === 'BUNDLE' && state.format !== 'SRT' ? context.workFolder : null,
    signal: context.signal,
  });
  const made = await make(deps, context, {
    title,
    safeTitle,
    latinTexts,
    content: originals.content,
    backdrops: originals.backdrops,
    media: new Map([...media, ...originals.media]),
  });
  const storedName = `document${path.extname(made.fileName)}`;
  const fileId = await context.takeIn(storedName, made.path);
  const file = madeFile({
    fileId,
    ...factsOfProject(project),
    shelf: 'export',
    scope: 'EXPORT',
    type: 'TEXT',
    displayName: made.fileName,
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

/** Creates the kind of job that converts a project into documents for editors (specification §4.3). */
export function createTimelineInterchangeKind(deps: TimelineInterchangeDeps): JobKind {
  return defineJobKind({
    kind: timelineInterchangeKind,
    queue: 'short',
    stateSchema,
    stagesOf: () => [
      {
        name: 'documents',
        weight: 1,
        run: (context) => convert(deps, context),
        isIntact: () => false,
      },
    ],
  });
}
