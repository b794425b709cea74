import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { hasWord } from './source-files.ts';

/** One test of the suites, with everything that is written in its call. */
export interface IndexedTest {
  readonly file: string;
  readonly title: string;
  readonly text: string;
  /** All of its file, for what the file does for all of its tests. */
  readonly fileText: string;
}

/** The suite for any service first, then what holds for this one. */
export const factFolders = ['test/conformance/documented', 'test/conformance'] as const;
/** The parts of this service. */
export const partFolders = ['test/unit/service'] as const;

/** Whether a call is `test(…)`, `test.each(…)(…)` or `test.for(…)(…)`. */
function isTestCall(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'test';
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee))
    return isTestCall(callee.expression);
  return false;
}

function testsOf(file: string): IndexedTest[] {
  const fileText = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, fileText, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  const found: IndexedTest[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTestCall(node.expression)) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) {
        found.push({ file, title: title.text, text: fileText.slice(node.pos, node.end), fileText });
        return;
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function filesIn(folder: string): string[] {
  const isSuite = folder.endsWith('documented');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts') || (isSuite && path.endsWith('.ts')))
    .sort();
}

/** Every test below some folders. */
export function indexTests(folders: readonly string[]): IndexedTest[] {
  return [...new Set(folders.flatMap(filesIn))].flatMap(testsOf);
}

/** The path with anything in place of its parameters. */
function pathPattern(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`${parts.join(String.raw`(?:\$\{[^}]*\}|[\w.-]+)`)}(?![\\w/{-])`);
}

/** How plainly a test is about an operation, from 0. */
function nearness(test: IndexedTest, path: string): number {
  const pattern = pathPattern(path);
  const tail = path.split('/').findLast((part) => !part.startsWith('{')) ?? '';
  if (pattern.test(test.text)) return 4;
  if (tail.includes('-') && test.text.includes(tail)) return 3;
  const hasTail = tail.length > 2 && hasWord(test.text, tail);
  if (pattern.test(test.fileText)) return hasTail ? 2 : 1;
  return hasTail ? 0.5 : 0;
}

/** `tools` of `/v1/tools/…`, as the files of the suites are named. */
function nounOf(path: string): string {
  const noun = path.split('/')[2] ?? '';
  if (noun === 'me') return 'account';
  return noun.startsWith('assistant') ? 'assistant' : noun;
}

interface Wanted {
  /** Null: about no operation in particular. */
  readonly path: string | null;
  /** All of them stand in the test. */
  readonly words: readonly string[];
  /** What a title says that shows it best. */
  readonly hint?: string;
  /** Whether a test elsewhere will do, for shapes that several operations share. */
  readonly isShared: boolean;
}

/** A value that is refused shows less of a field than one that works. */
const refusals = /refuse|wrong|not found|not find|without what|must (be|exist)/;

/** How plainly a test shows what is wanted; null when it does not. */
function scoreOf(test: IndexedTest, { path, words, hint, isShared }: Wanted): number | null {
  if (!words.every((word) => hasWord(test.text, word))) return null;
  const near = path === null ? 1 : nearness(test, path);
  if (near === 0 && !isShared) return null;
  const inTitle = words.some((word) => hasWord(test.title, word)) ? 0.75 : 0;
  const isHinted = hint !== undefined && hasWord(test.title, hint) ? 0.5 : 0;
  const isHome = path !== null && test.file.includes(`part-4-${nounOf(path)}`) ? 0.5 : 0;
  const isRefusal = refusals.test(test.title) ? 2 : 0;
  return near + inTitle + isHinted + isHome - isRefusal;
}

/** The test that shows something most plainly, the first of equals; null when there is none. */
export function findTest(tests: readonly IndexedTest[], wanted: Wanted): IndexedTest | null {
  let best: { test: IndexedTest; score: number } | null = null;
  for (const test of tests) {
    const score = scoreOf(test, wanted);
    if (score !== null && (!best || score > best.score)) best = { test, score };
  }
  return best?.test ?? null;
}
