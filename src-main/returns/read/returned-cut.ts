import { dirname } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import type { ReturnEdit } from '../../../src-shared/contract/return.ts';
import { withDeliveredSound } from '../../../src-timeline/diff/delivered-sound.ts';
import { isSame } from '../../../src-timeline/diff/match/is-same.ts';
import { lackingKinds } from '../../../src-timeline/diff/match/lacking-kinds.ts';
import { documentInZip } from '../../../src-timeline/formats/document-bundles.ts';
import type { Lacking } from '../../../src-timeline/merge/merge-types.ts';
import { losses } from '../../../src-timeline/model/losses.ts';
import type { MediaReference, Timeline, TimelineFormat } from '../../../src-timeline/model/timeline.ts';
import { type Manifest, readManifest } from '../../deliveries/version/manifest.ts';
import { isThere } from '../../foundation/files/is-there.ts';
import { absoluteLocation } from '../../projects/documents.ts';
import type { ReturnRecord, ReturnRepository } from '../../state/return-repository.ts';
import { returnFileAt } from '../watch/return-files.ts';
import { readCaptionLanguage } from './delivered-cut.ts';
import {
  describeCuts,
  type DescribeOptions,
  type Description,
  diffOptionsOf,
  type ReadCuts,
  readCuts,
} from './describe-return.ts';
import type { ReadReturn } from './read-return.ts';
import { readContent } from './return-content.ts';

/** A returned cut, read again. */
export interface ReturnedCut extends Pick<ReadCuts, 'delivered' | 'hashes' | 'outside'> {
  /** Media of the version are at their paths in it, all others at absolute locations. */
  readonly timeline: Timeline;
  readonly returned: ReadReturn;
  readonly manifest: Manifest;
}

/** A return whose cut is read again, as the user knows it. */
export interface SeenReturn {
  readonly record: ReturnRecord;
  readonly seenEdits: readonly ReturnEdit[];
}

/** The edits of a return are not those that the user has seen. */
export class EditsChanged extends Error {
  /** The present edits. */
  readonly description: Description;

  constructor(description: Description) {
    super('The changes of the returned file are not those described.');
    this.description = description;
  }
}

/** What was made of a returned cut, or its present edits where they are not those that the user has seen. */
export type OfSeenCut<Result> = { readonly result: Result } | { readonly newEdits: Description };

/**
 * Has the cut of a return read again, with the edits that the user has seen.
 * @throws AppError `conflict` when the return was described again meanwhile, or has other edits now, which are stored
 * then; and the errors of `read`.
 */
export async function readSeenCut<Result>(
  record: ReturnRecord,
  repository: Pick<ReturnRepository, 'get' | 'partsOf' | 'putWhole'>,
  read: (seen: SeenReturn) => Promise<OfSeenCut<Result>>,
): Promise<Result> {
  const { returnId, path } = record;
  const found = await read({ record, seenEdits: repository.partsOf(returnId).edits });
  const now = repository.get(returnId);
  // The file was saved and described again during this reading.
  if (now?.fingerprint !== record.fingerprint) throw changedSince({ path });
  if ('result' in found) return found.result;
  const { parts, ...described } = found.newEdits;
  repository.putWhole({ ...now, ...described }, parts);
  throw new AppError('conflict', 'The changes of the returned file are not those described.', {
    details: { path, reason: 'read_again' },
  });
}

/**
 * Reads the cut of a return.
 * @throws EditsChanged; AppError `not_found` when the file is gone, `conflict` when it has changed since it was
 * described, `document_unreadable`, `file_unreadable`.
 */
export async function readReturnedCut(
  { record, seenEdits }: SeenReturn,
  hashFile: DescribeOptions['hashFile'],
): Promise<ReturnedCut> {
  const { versionFolder, relativePath, path, deliveryId, fingerprint, sequence } = record;
  const manifest = await readManifest(versionFolder);
  const file = await returnFileAt(path, relativePath).catch(() => null);
  if (!file || manifest?.deliveryId !== deliveryId) throw gone(record);
  const content = await readContent(file, manifest, () => readCaptionLanguage(versionFolder, manifest));
  if (content.fingerprint !== fingerprint) throw changedSince({ path });
  const read = await readCuts(file, content, { versionFolder, manifest, hashFile, sequence });
  // A drive that was unplugged during this reading looks like changes.
  if (!(await isThere(path)) || !(await isThere(versionFolder))) throw gone(record);
  requireSeen(seenEdits, describeCuts(read, manifest));
  const { timeline: found, ...cuts } = read;
  const timeline = withDeliveredSound(read.delivered.timeline, found, diffOptionsOf(read, manifest));
  const own = new Set(manifest.media.map((each) => each.path));
  const media = timeline.media.map((one) =>
    own.has(one.location) ? one : { ...one, location: absolutePlace(one, file.documentPath, versionFolder) },
  );
  return { ...cuts, timeline: { ...timeline, media }, manifest };
}

/**
 * Requires the changes that the user has seen. They can differ if a drive with media of the edit was connected at one of
 * the two times only: without it, delivered files of the same names take the places of its files.
 * @throws EditsChanged.
 */
function requireSeen(seenEdits: readonly ReturnEdit[], description: Description): void {
  const { edits } = description.parts;
  if (!isSame(seenEdits.map(changeOf), edits.map(changeOf))) throw new EditsChanged(description);
}

function gone({ path }: ReturnRecord): AppError {
  return new AppError('not_found', 'The returned file is not there.', { details: { path } });
}

/** The error for a file that was described again since its return was read. */
export function changedSince(details: { readonly path: string }): AppError {
  return new AppError('conflict', 'The returned file has changed since it was read.', { details });
}

/** The sentence is left out: another version of the app may say the same in other words. */
function changeOf({ kind, scene, before, after }: ReturnEdit): Omit<ReturnEdit, 'sentence'> {
  return { kind, scene, before, after };
}

/** Finds captions that did not return because the form of the return, or the files beside it, do not hold them. */
export function lackingCaptions({ returned, delivered, timeline }: ReturnedCut): Omit<Lacking, 'markers'> {
  const { captionsBeside, lacksCaptions, formats } = returned;
  if (captionsBeside) return { captions: captionsBeside.left.length > 0, except: captionsBeside.came };
  const isLost = timeline.captionTracks.length === 0 && formats.some(losesCaptions);
  const isLacking = lackingKinds(delivered.timeline, timeline, formats).includes('CAPTIONS');
  return { captions: lacksCaptions || isLost || isLacking };
}

const losesCaptions = (format: TimelineFormat): boolean => losses[format].includes('CAPTIONS');

/** Returns the absolute location of media that were not delivered with the version. */
function absolutePlace({ location }: MediaReference, documentPath: string, versionFolder: string): string {
  // Media shared with an earlier version are relative to the version's folder.
  const isZipped = documentInZip(documentPath) !== null;
  const ownFolder = isZipped ? documentPath : dirname(documentPath);
  const folder = location.startsWith('../') ? versionFolder : ownFolder;
  return absoluteLocation(location, folder);
}
