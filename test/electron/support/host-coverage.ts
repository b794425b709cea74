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
  /** Number of lines that can run on this system. */
  readonly lines: number;
  readonly executed: number;
  /** Lines that no run has executed, each preceded by its file. */
  readonly missed: readonly string[];
  /** Lines that no run has executed because they belong to another system or to a package. */
  readonly guarded: readonly string[];
}

/** Code for other systems or for packages only: its source, first line and last line. */
const guardedParts: readonly (readonly [source: string, first: RegExp, last: RegExp])[] = [
  ['desktop/login-item.ts', /setLoginItemSettings/, /^return;/],
  ['desktop/recent-menu.ts', /= recentProjectItems\(recentProjects\.list/, /dock\?\.setMenu/],
  ['desktop/recent-menu.ts', /getJumpListSettings/, /setJumpList/],
  ['desktop/recent-menu.ts', /^function jumpItem/, /linkToProject/],
  ['application-menu.ts', /roles\("minimize", "zoom"\)/, /roles\("front"\)/],
  ['application-menu.ts', /^function macMenu/, /roles\("quit"\)/],
  ['start-electron-host.ts', /setToastActivatorCLSID/, /setAppUserModelId/],
  ['start-electron-host.ts', /^app\.on\("open-file"/, /links: \[link\]/],
  // These lines run only in an installed package.
  ['find-installation.ts', /^return \{$/, /args: \[\]/],
  ['find-installation.ts', /programPath\.startsWith\(one/, /^return folder;/],
  ['find-installation.ts', /debianLists\.some/, /"rpm"/],
  ['index.ts', /^const \{ kind, programPath \}/, /folder: versionedFolder/],
  ['index.ts', /^function mayWriteTo/, /^return false;/],
];

/** The build marks the start of each source with a comment. */
const sources = /^\/\/ (\S+\.[cm]?[jt]s)\n([^]*?)(?=^\/\/ \S+\.[cm]?[jt]s\n|^export |$(?![^]))/gm;
/** Matches lines that are blank, a comment, or only brackets. */
const withoutCode = /^\s*(?:$|\/?\*|\/\/|[\])};,]+$)/;

/** Returns for each character whether it was executed. Ranges are ordered from the outermost to the innermost. */
function executedCharacters(code: string, { functions }: CoveredScript): Uint8Array {
  const executed = new Uint8Array(code.length).fill(1);
  for (const { ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges)
      executed.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  }
  return executed;
}

/** Merges all reports of a folder into the coverage of the main process's code for Electron. */
export function hostCoverage(folder: string): HostCoverage {
  const executed = new Map<string, boolean>();
  for (const name of readdirSync(folder)) {
    for (const script of JSON.parse(readFileSync(join(folder, name), 'utf8')) as CoveredScript[])
      for (const [line, isExecuted] of linesOf(script))
        executed.set(line, (executed.get(line) ?? false) || isExecuted);
  }
  const guardedLines = guardedAmong([...executed.keys()]);
  const idle = [...executed].flatMap(([line, isExecuted]) => (isExecuted ? [] : [line]));
  const missed = idle.filter((line) => !guardedLines.has(line));
  const count = executed.size - idle.length;
  const guarded = idle.filter((line) => guardedLines.has(line));
  return { lines: count + missed.length, executed: count, missed, guarded };
}

/** @throws Error if a part is missing because it was renamed or removed. */
function guardedAmong(lines: readonly string[]): ReadonlySet<string> {
  const guarded = new Set<string>();
  for (const [source, first, last] of guardedParts) {
    const ofSource = lines.filter((line) => line.split(':')[0]?.endsWith(source));
    const codeOf = (line: string): string => line.slice(line.indexOf(' ') + 1);
    const start = ofSource.findIndex((line) => first.test(codeOf(line)));
    const end = ofSource.findIndex((line, index) => index >= start && last.test(codeOf(line)));
    if (start === -1 || end === -1) throw new Error(`No lines of ${source} are ${String(first)}.`);
    for (const line of ofSource.slice(start, end + 1)) guarded.add(line);
  }
  return guarded;
}

/** Yields each line with its file and number, and whether it was executed. */
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
