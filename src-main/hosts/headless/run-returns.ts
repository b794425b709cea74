import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { AppError } from '../../../src-shared/app-error.ts';
import { openRegularFile } from '../../foundation/files/read-foreign-file.ts';
import type { Log } from '../../platform.ts';
import { rememberHashes } from '../../returns/read/remembered-hashes.ts';
import { ReadingThread } from '../../returns/thread/reading-thread.ts';
import { findReturns, type FoundReturn } from '../../returns/watch/find-returns.ts';
import { createSystemClock } from '../node/system-clock.ts';
import { givenPath } from './given-path.ts';

export const returnsHelp = `Lists what editors saved in delivered versions, and what they changed.

Usage: dailies roundtrip returns DIR [--sequence NAME] [--json]

  DIR       a delivery folder, the folder of a project in it, or one version
  --sequence NAME
            reads this sequence of a document with several that could be the cut; the name or the key that --json tells
  --json    the last line of stdout is one JSON object with the returns or the error
  --help    this text

The command changes nothing and contacts no service.
`;

/** @throws AppError `invalid_input`, and as `findReturns`. */
export function runReturns(argv: readonly string[], signal: AbortSignal): Promise<FoundReturn[]> {
  return find(readOptions(argv), signal);
}

async function find({ folder, sequence }: ReturnsOptions, signal: AbortSignal): Promise<FoundReturn[]> {
  const reader = new ReadingThread({ log: noLog, hashFile: rememberHashes(hashFile) });
  try {
    return await findReturns(folder, { reader, clock: createSystemClock(), signal, sequence });
  } finally {
    await reader.dispose();
  }
}

/** The command tells its errors itself. */
const noLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface ReturnsOptions {
  readonly folder: string;
  readonly sequence: string | null;
}

function readOptions(argv: readonly string[]): ReturnsOptions {
  const options = {
    sequence: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const;
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: true,
      options,
    });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new TypeError('returns takes the name of one folder.');
    return { folder: givenPath(folder), sequence: values.sequence ?? null };
  } catch (error) {
    throw new AppError('invalid_input', error instanceof Error ? error.message : String(error));
  }
}

/** Formats each return: its path, then a line per edit. */
export function describeReturns(returns: readonly FoundReturn[]): string {
  return returns
    .map(({ path, editor, state, edits, error }) => {
      const lines = edits.map(({ sentence }) => `  ${sentence}`);
      const rest = error
        ? [`  ${error.message}`]
        : lines.length === 0 && state === 'described'
          ? ['  No changes']
          : lines;
      return [`${path} (${editor}, ${state})`, ...rest].join('\n');
    })
    .join('\n');
}

async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline((await openRegularFile(path)).createReadStream(), hash, { signal });
  return hash.digest('hex');
}
