import { basename } from 'node:path';
import { AppError, type ErrorBody } from '../../../src-shared/app-error.ts';
import type { ReturnEditor } from '../../../src-shared/contract/return-editor.ts';
import type { Return, ReturnEdit, ReturnState } from '../../../src-shared/contract/return.ts';
import type { VersionInFolder } from '../../deliveries/version/manifest.ts';
import { versionsBelow } from '../../deliveries/version/versions-below.ts';
import { wait } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import type { Examined } from '../read/examine-return.ts';
import type { FileToExamine, ReturnReader } from '../thread/return-reader.ts';
import {
  captionsLast,
  editorOfType,
  isAsItWas,
  listReturnFiles,
  statReturnFile,
  type ReturnFile,
} from './return-files.ts';
import { settleMs } from './settling-files.ts';

/** A return found without any record of it. */
export interface FoundReturn {
  readonly path: string;
  readonly projectId: string;
  /** Name of the version's folder. */
  readonly version: string;
  readonly editor: ReturnEditor;
  readonly state: Extract<ReturnState, 'settling' | 'described' | 'failed'>;
  readonly edits: readonly (Omit<ReturnEdit, 'sentence'> & { readonly sentence: string })[];
  /** Null unless the return failed. */
  readonly error: ErrorBody | null;
  /** Sequences of the document that could be the cut, if several could. */
  readonly sequences: readonly { readonly key: string; readonly name: string }[];
  readonly readSequence: Return['readSequence'];
}

export interface FindOptions {
  readonly reader: Pick<ReturnReader, 'examine'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Name or key of the sequence to read where several could be the cut; null leaves it open. */
  readonly sequence?: string | null;
}

/**
 * Finds the returns of all versions in a delivery folder, of one project, or of one version. Gives recently written
 * files `settleMs` to settle; those that still change are `settling`.
 * @throws AppError `delivery_folder_missing`, `not_found` without a version, `cancelled`.
 */
export async function findReturns(folder: string, options: FindOptions): Promise<FoundReturn[]> {
  const versions = await versionsBelow(folder);
  if (versions.length === 0)
    throw new AppError(
      'not_found',
      `${folder} has no version in it. Name a delivery folder, the folder of a project or a version.`,
      { details: { path: folder } },
    );
  const found: FoundReturn[] = [];
  for (const version of versions) found.push(...(await returnsOf(version, options)));
  return found;
}

async function returnsOf(
  { folder, manifest }: VersionInFolder,
  options: FindOptions,
): Promise<FoundReturn[]> {
  const { clock, signal, reader } = options;
  const files = captionsLast(await listReturnFiles(folder));
  const isFresh = ({ modifiedAtMs }: ReturnFile): boolean => clock.now() - modifiedAtMs < settleMs;
  if (files.some(isFresh)) await wait(clock, settleMs, signal);
  const found: FoundReturn[] = [];
  const taken = new Set<string>();
  for (const file of files) {
    if (taken.has(file.path)) continue;
    const now = await statReturnFile(file);
    if (now === null) continue;
    const isSettled = isAsItWas(file, now);
    const about = { file: now, versionFolder: folder, manifest, isSettled, knownFingerprint: null };
    const examined = await examineChosen(about, reader, options.sequence ?? null);
    for (const { name, path } of file.captions)
      if ('captions' in examined ? examined.captions.includes(name) : examined.kind === 'unsettled')
        taken.add(path);
    found.push(...reportOf(examined, file, { folder, manifest }));
  }
  return found;
}

/** Examines a file, a second time if the first found several sequences and one has the given name or key. */
async function examineChosen(
  about: Omit<FileToExamine, 'sequence'>,
  reader: FindOptions['reader'],
  wanted: string | null,
): Promise<Examined> {
  const examined = await reader.examine({ ...about, sequence: null });
  const offered = examined.kind === 'failed' ? examined.sequences : [];
  const chosen = offered.find(({ key, name }) => name === wanted || key === wanted);
  return chosen ? reader.examine({ ...about, sequence: chosen.key }) : examined;
}

function reportOf(
  examined: Examined,
  file: ReturnFile,
  { folder, manifest }: VersionInFolder,
): FoundReturn[] {
  if (examined.kind === 'own' || examined.kind === 'known') return [];
  const isDescribed = examined.kind === 'described';
  const edits = isDescribed ? examined.description.parts.edits : [];
  return [
    {
      path: file.path,
      projectId: manifest.projectId,
      version: basename(folder),
      editor: isDescribed ? examined.description.editor : editorOfType[file.type],
      state: examined.kind === 'unsettled' ? 'settling' : examined.kind,
      edits: edits.map(({ sentence, ...edit }) => ({ ...edit, sentence: sentence.text })),
      error: examined.kind === 'failed' ? examined.body : null,
      sequences: examined.kind === 'failed' ? examined.sequences : [],
      readSequence: isDescribed ? examined.description.readSequence : null,
    },
  ];
}
