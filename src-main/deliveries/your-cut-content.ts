import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { normalize } from 'node:path/posix';
import { AppError } from '../../src-shared/app-error.ts';
import { fileUrlOfPath } from '../../src-timeline/formats/file-url.ts';
import { clipsOfTracks } from '../../src-timeline/model/placement.ts';
import type { MediaReference, Timeline } from '../../src-timeline/model/timeline.ts';
import { elementOf } from '../projects/element-location.ts';
import { fileOfLocation } from '../projects/file-of-location.ts';
import type { DeliveryTask } from './delivery-downloads.ts';
import { collectMedia } from './media/collect-media.ts';
import type { CutToSend, SentCuts } from './sent-cuts.ts';
import { documentsOfCut } from './version/documents-of-cut.ts';
import type { VersionContent } from './version/version-builder.ts';
import { cutOfDocuments, withSceneMarkers } from './version/version-cut.ts';

interface Task extends Pick<DeliveryTask, 'record' | 'workspace' | 'signal'> {
  readonly sentCuts: Pick<SentCuts, 'fetch'>;
}

/**
 * Makes the content of a version of your cut from the project's bundle: media of the project are those of the bundle,
 * takes are copied into it, and the documents are written from your cut.
 * @throws AppError `file_unreadable` for a take that is not in its place, and as `collectMedia`.
 */
export async function contentOfYourCut(
  { timeline, project }: CutToSend,
  bundle: Pick<VersionContent, 'documents' | 'media'>,
  task: Task,
): Promise<VersionContent> {
  const inBundle = mediaByElement(project, cutOfDocuments(bundle.documents));
  const used = new Set(clipsOfTracks(timeline.tracks).map(({ mediaId }) => mediaId));
  const media: MediaReference[] = [];
  const toCollect = new Map<string, number>();
  for (const one of timeline.media.filter(({ mediaId }) => used.has(mediaId))) {
    const element = elementOf(one.location);
    const known = element === null ? undefined : inBundle.get(element);
    if (known) {
      media.push({ ...known, mediaId: one.mediaId });
      continue;
    }
    const path = await pathOfMedia(one, element, task);
    if (path !== null) toCollect.set(path, await sizeOf(path, one));
    media.push(path === null ? one : { ...one, location: fileUrlOfPath(path, process.platform) });
  }
  const { folder } = task.workspace;
  const cut = { ...timeline, media };
  const collected = await collectMedia(
    { timeline: cut, files: bundle.media, toCollect },
    folder,
    task.signal,
  );
  const whole = withSceneMarkers(collected.timeline);
  return {
    documents: documentsOfCut(whole, 'your-cut'),
    media: [...bundle.media, ...collected.files],
    movie: null,
    cut: whole,
  };
}

/** @throws AppError `file_unreadable` for a take of a cut that is not in its place. */
export async function requireTakes({ tracks, media }: Timeline): Promise<void> {
  const used = new Set(clipsOfTracks(tracks).map(({ mediaId }) => mediaId));
  for (const one of media.filter(({ mediaId }) => used.has(mediaId))) {
    const path = fileOfLocation(one.location);
    if (path !== null) await sizeOf(path, one);
  }
}

/** Media of the bundle by the elements of the same media in the project cut, which the service wrote with one id. */
function mediaByElement(project: Timeline, bundle: Timeline | null): ReadonlyMap<string, MediaReference> {
  const ofBundle = new Map(bundle?.media.map((one) => [one.mediaId, one]));
  return new Map(
    project.media.flatMap(({ mediaId, kind, location }) => {
      const element = elementOf(location);
      const one = ofBundle.get(mediaId);
      const isSame = one !== undefined && one.kind === kind;
      return element !== null && isSame ? [[element, { ...one, location: normalize(one.location) }]] : [];
    }),
  );
}

/** Null for media that are no file. */
async function pathOfMedia(
  media: MediaReference,
  element: string | null,
  { sentCuts, record, workspace, signal }: Task,
): Promise<string | null> {
  if (element === null) return fileOfLocation(media.location);
  const to = join(workspace.downloads, `${element}.media`);
  return sentCuts.fetch(record.projectId, element, media, to, signal);
}

/** @throws AppError `file_unreadable`. */
async function sizeOf(path: string, { fileName }: MediaReference): Promise<number> {
  const facts = await stat(path).catch(() => null);
  if (facts?.isFile()) return facts.size;
  throw new AppError('file_unreadable', `${fileName} of your cut is not there.`, { details: { path } });
}
