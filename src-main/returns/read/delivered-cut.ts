import { join } from 'node:path';
import { normalize } from 'node:path/posix';
import { AppError } from '../../../src-shared/app-error.ts';
import { detectLanguage } from '../../../src-shared/script/detect-language.ts';
import { sceneMarkers, type Timeline, type TimelineFormat } from '../../../src-timeline/model/timeline.ts';
import { type Manifest, maxRecordBytes } from '../../deliveries/version/manifest.ts';
import { readVersionCut } from '../../deliveries/version/version-cut.ts';
import { readOwnText } from '../../foundation/files/read-foreign-file.ts';
import { documentKindOf, readTimeline } from '../../projects/documents.ts';

/** The cut of a version as delivered. */
export interface DeliveredCut {
  /** Media locations are the paths of the manifest. */
  readonly timeline: Timeline;
  /** First frame of each scene. */
  readonly sceneStarts: readonly number[];
  /** Markers in the service's documents, which lack those that the app adds at scene starts. */
  readonly markersOfService: ReadonlyMap<TimelineFormat, Timeline['markers']>;
}

/**
 * Reads the delivered cut from the app's own records, which stay whatever an editor does to the documents.
 * @throws AppError `document_unreadable`.
 */
export async function readDeliveredCut(versionFolder: string, manifest: Manifest): Promise<DeliveredCut> {
  const cut = await readVersionCut(versionFolder, manifest);
  if (cut === null)
    throw new AppError('document_unreadable', `The delivered cut in ${versionFolder} cannot be read.`, {
      details: { document: manifest.mainDocument, reason: 'The records of the version are not there.' },
    });
  const media = cut.media.map((one) => ({
    ...one,
    location: /^[a-z]+:/i.test(one.location) ? one.location : normalize(one.location),
  }));
  return {
    timeline: { ...cut, media },
    sceneStarts: sceneMarkers(cut)
      .map(({ frame }) => frame)
      .toSorted((a, b) => a - b),
    markersOfService: await readMarkers(versionFolder, manifest),
  };
}

/** Returns the language of the delivered captions, by their words if the documents do not name it; `und` without any. */
export async function readCaptionLanguage(versionFolder: string, manifest: Manifest): Promise<string> {
  const [track] = (await readVersionCut(versionFolder, manifest))?.captionTracks ?? [];
  if (!track || track.captions.length === 0) return 'und';
  if (track.languageCode !== 'und') return track.languageCode;
  return detectLanguage(track.captions.map(({ lines }) => lines.join(' ')).join('\n'));
}

async function readMarkers(
  versionFolder: string,
  { documents }: Manifest,
): Promise<DeliveredCut['markersOfService']> {
  const found = new Map<TimelineFormat, Timeline['markers']>();
  for (const { path, pristinePath } of documents) {
    const format = documentKindOf(path)?.format ?? null;
    if (pristinePath === null || format === null || found.has(format)) continue;
    const place = join(versionFolder, ...pristinePath.split('/'));
    const text = await readOwnText(place, versionFolder, maxRecordBytes);
    if (text !== null) found.set(format, readTimeline(path, format, text).markers ?? []);
  }
  return found;
}
