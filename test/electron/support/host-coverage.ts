import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface CoveredScript {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly {
      readonly startOffset: number;
      readonly endOffset: number;
      readonly count: number;
    }[];
  }[];
}

export interface HostCoverage {
  readonly lines: number;
  readonly executed: number;
  /** Lines that no run has executed, each with its file before it. */
  readonly missed: readonly string[];
}

/** The build marks with a comment where each source begins. */
const sources = /^\/\/ (\S+\.[cm]?[jt]s)\n([^]*?)(?=^\/\/ \S+\.[cm]?[jt]s\n|^export |$(?![^]))/gm;
/** Blank, a comment, or only brackets. */
const withoutCode = /^\s*(?:$|\/?\*|\/\/|[\])};,]+$)/;

/** For each character whether it was executed. Ranges stand from the outermost to the innermost. */
function executedCharacters(code: string, { functions }: CoveredScript): Uint8Array {
  const executed = new Uint8Array(code.length).fill(1);
  for (const { ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges)
      executed.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  }
  return executed;
}

/** Which lines of the main process's code for Electron were executed in any of the runs that left a report. */
export function hostCoverage(folder: string): HostCoverage {
  const executed = new Map<string, boolean>();
  for (const name of readdirSync(folder)) {
    for (const script of JSON.parse(readFileSync(join(folder, name), 'utf8')) as CoveredScript[])
      for (const [line, isExecuted] of linesOf(script))
        executed.set(line, (executed.get(line) ?? false) || isExecuted);
  }
  const missed = [...executed].filter(([, isExecuted]) => !isExecuted).map(([line]) => line);
  return { lines: executed.size, executed: executed.size - missed.length, missed };
}

/** Each line of those sources, under its file and number in it, and whether it was executed. */
function* linesOf(script: CoveredScript): Generator<[line: string, isExecuted: boolean]> {
  const code = readFileSync(fileURLToPath(script.url), 'utf8');
  const characters = executedCharacters(code, script);
  for (const { index, 0: whole, 1: source = '', 2: text = '' } of code.matchAll(sources)) {
    if (!/^src-main\/(?:hosts\/electron\/|index\.ts)/.test(source)) continue;
    let offset = index + whole.indexOf('\n') + 1;
    for (const [number, line] of text.split('\n').entries()) {
      const start = offset + line.length - line.trimStart().length;
      offset += line.length + 1;
      if (!withoutCode.test(line))
        yield [`${source}:${String(number + 1)} ${line.trim()}`, characters[start] === 1];
    }
  }
}
