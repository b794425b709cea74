import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import type { DocumentFormat, UnreadableMedia } from '../../../src-shared/contract/delivery.ts';
import { placedCuts } from '../../../src-timeline/model/place-on-grid.ts';
import { secondsOfFrames } from '../../../src-timeline/model/rational-time.ts';
import { isSameRate } from '../../../src-timeline/model/sequence-timing.ts';
import {
  filesOf,
  type Manifest,
  type ManifestFile,
  readManifest,
} from '../../deliveries/version/manifest.ts';
import { readVersionCut } from '../../deliveries/version/version-cut.ts';
import { documentFor } from '../../editors/editor-documents.ts';
import type { DeliveryRecord } from '../../state/delivery-repository.ts';
import type { GenerationRecord } from '../../state/generation-repository.ts';
import { optionOfEditor } from './roundtrip-options.ts';

/** Result of the command for other programs. Paths are absolute, times in seconds. */
export interface RoundtripResult {
  readonly projectId: string;
  readonly workflowRunId: string;
  readonly title: string;
  readonly durationSeconds: number | null;
  readonly aspectRatio: string;
  readonly folder: string;
  readonly document: string;
  readonly documents: readonly DocumentRow[];
  readonly media: readonly { readonly path: string; readonly sizeBytes: number; readonly sha256: string }[];
  readonly referenceMovie: string | null;
  /** The opened document; null unless it was requested and possible. */
  readonly opened: OpenedDocument | null;
  /** Media that an editor cannot read, as far as is known. */
  readonly unreadable: readonly UnreadableRow[];
  /**
   * Place of each cut before and after a change of rate, in seconds from the first frame; empty at the project's rate.
   */
  readonly placedCuts: readonly { readonly before: number; readonly after: number }[];
  readonly elapsedSeconds: {
    readonly generate: number;
    readonly interchange: number;
    readonly download: number;
    readonly unpack: number;
  };
}

/** A document and an editor that it is for, by the name of the option `--editor`; null for captions. */
interface DocumentRow {
  readonly editor: string | null;
  readonly path: string;
  readonly format: DocumentFormat;
}

interface UnreadableRow extends Omit<UnreadableMedia, 'editor'> {
  /** Name in the option `--editor`. */
  readonly editor: string;
}

/** A document that an editor was started with. */
export interface OpenedDocument {
  /** Name in the option `--editor`. */
  readonly editor: string;
  readonly path: string;
}

export interface RoundtripFacts {
  readonly generation: GenerationRecord;
  readonly delivery: DeliveryRecord;
  readonly generateMs: number;
  /** Length of the project's movie; null if the service does not report it. */
  readonly movieSeconds: number | null;
  readonly opened: OpenedDocument | null;
}

/**
 * Reads a delivery back from its folder.
 * @throws AppError `bundle_corrupt` when a file of the manifest is missing or has another size.
 */
export async function describeRoundtrip(facts: RoundtripFacts): Promise<RoundtripResult> {
  const { generation, delivery, generateMs, movieSeconds, opened } = facts;
  const folder = delivery.folderPath ?? '';
  const manifest = await readManifest(folder);
  if (!manifest || manifest.deliveryId !== delivery.deliveryId) throw missing(folder);
  for (const file of filesOf(manifest)) await requireFile(folder, file);
  const absolute = (path: string): string => join(folder, ...path.split('/'));
  const { preparing, downloading, unpacking, committing } = delivery.stepMs;
  return {
    projectId: delivery.projectId,
    workflowRunId: generation.workflowRunId ?? '',
    title: delivery.projectTitle,
    durationSeconds: sequenceSeconds(manifest) ?? movieSeconds,
    aspectRatio: generation.request.aspectRatio ?? '16:9',
    folder,
    document: absolute(manifest.mainDocument),
    documents: documentRows(manifest).map((row) => ({ ...row, path: absolute(row.path) })),
    media: manifest.media.map(({ path, sizeBytes, sha256 }) => ({ path: absolute(path), sizeBytes, sha256 })),
    referenceMovie: manifest.referenceMovie && absolute(manifest.referenceMovie.path),
    opened,
    unreadable: manifest.unreadable.map((row) => ({ ...row, editor: optionOfEditor(row.editor) })),
    placedCuts: await readPlacedCuts(folder, manifest),
    elapsedSeconds: {
      generate: seconds(generateMs),
      interchange: seconds(preparing),
      download: seconds(downloading),
      unpack: seconds(unpacking + committing),
    },
  };
}

async function readPlacedCuts(folder: string, manifest: Manifest): Promise<RoundtripResult['placedCuts']> {
  if (manifest.timing === null) return [];
  const after = await readVersionCut(folder, manifest);
  const before = await readVersionCut(folder, { ...manifest, timing: null });
  if (!before || !after || isSameRate(before.frameRate, after.frameRate)) return [];
  return placedCuts(before, after).map(({ oldFrame, frame }) => ({
    before: secondsOfFrames(oldFrame, before.frameRate),
    after: secondsOfFrames(frame, after.frameRate),
  }));
}

/** Lists each document once per editor whose best document it is. Any other has one row, for its first editor. */
function documentRows({ documents }: Manifest): DocumentRow[] {
  const paths = documents.map(({ path }) => path);
  return documents.flatMap(({ path, format, editors }): DocumentRow[] => {
    const best = editors.filter((editor) => documentFor(editor, paths) === path);
    const served = best.length > 0 ? best : editors.slice(0, 1);
    if (served.length === 0) return [{ editor: null, path, format }];
    return served.map((editor) => ({ editor: optionOfEditor(editor), path, format }));
  });
}

function sequenceSeconds({ sequence }: Manifest): number | null {
  return sequence && secondsOfFrames(sequence.durationFrames, sequence.frameRate);
}

async function requireFile(folder: string, { path, sizeBytes }: ManifestFile): Promise<void> {
  const facts = await stat(join(folder, ...path.split('/'))).catch(() => null);
  if (facts?.size !== sizeBytes) throw missing(path);
}

function missing(path: string): AppError {
  return new AppError('bundle_corrupt', `${path} is not there as it was delivered.`, {
    details: { path, reason: 'missing_after_commit' },
  });
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds) / 1000;
}
