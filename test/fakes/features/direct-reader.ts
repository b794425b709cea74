import { readCalls } from '../../../src-main/returns/thread/read-calls.ts';
import type { ReadContext, ReturnReader } from '../../../src-main/returns/thread/return-reader.ts';

/** Reads returns in the same thread, with inputs and results as they pass between threads. */
export function directReader(
  hashFile: ReadContext['hashFile'] = () => Promise.reject(new Error('Nothing is to be hashed.')),
): ReturnReader & { dispose(): Promise<void> } {
  const context: ReadContext = { hashFile, onRead: () => undefined };
  const passed = async <Result>(result: Promise<Result>): Promise<Result> => structuredClone(await result);
  return {
    examine: (input) => passed(readCalls.examine(structuredClone(input), context)),
    findVersion: (input) => passed(readCalls.findVersion(structuredClone(input), context)),
    cutToKeep: (input) => passed(readCalls.cutToKeep(structuredClone(input), context)),
    previewUpdate: (input) => passed(readCalls.previewUpdate(structuredClone(input), context)),
    dispose: () => Promise.resolve(),
  };
}
