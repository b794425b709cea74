import { previewUpdate } from '../keep/describe-update.ts';
import { readKeptCut } from '../keep/kept-cut.ts';
import { examineReturn } from '../read/examine-return.ts';
import { findVersionOfFile, rememberManifests } from '../read/find-version.ts';
import { EditsChanged, type OfSeenCut } from '../read/returned-cut.ts';
import type { ReadContext, ReturnReader } from './return-reader.ts';

export type ReadCall = keyof ReturnReader;

type Calls = {
  readonly [Name in ReadCall]: (
    input: Parameters<ReturnReader[Name]>[0],
    context: ReadContext,
  ) => ReturnType<ReturnReader[Name]>;
};

const readManifest = rememberManifests();

/** The work of each call, for the thread that reads returns. */
export const readCalls: Calls = {
  examine: ({ file, ...options }, context) => examineReturn(file, { ...options, ...context }),
  findVersion: (input) => findVersionOfFile(input, readManifest),
  cutToKeep: (input, { hashFile }) => ofSeen(() => readKeptCut(input, hashFile)),
  previewUpdate: (input, { hashFile }) => ofSeen(() => previewUpdate(input, hashFile)),
};

async function ofSeen<Result>(work: () => Promise<Result>): Promise<OfSeenCut<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof EditsChanged) return { newEdits: error.description };
    throw error;
  }
}
