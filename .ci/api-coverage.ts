import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { operations } from '../src-shared/api/operations.ts';
import type { Operation, OperationName } from '../src-shared/api/operations.ts';
import { requestsPerHour } from '../src-shared/api/rate-groups.ts';
import { remixActionSchema } from '../src-shared/api/remix.ts';
import { beyondOperations, withoutEffect } from './coverage/hand-kept.ts';
import type { Fact } from './coverage/hand-kept.ts';
import { choicesOf, coreOf, fieldsOf } from './coverage/schema-fields.ts';
import { anyNaming, hasWord, nearestNaming, readSources } from './coverage/source-files.ts';
import type { IndexedTest } from './coverage/test-index.ts';
import { factFolders, findTest, indexTests, partFolders } from './coverage/test-index.ts';

/**
 * Writes docs/api-coverage.md: every operation and field of the API, the file that serves it and a test that shows
 * it. Fails when there is none for something. `--check` writes nothing and fails when the file is out of date.
 */
const outputFile = 'docs/api-coverage.md';
const sources = readSources('src-service');
const tests = indexTests(factFolders);
/** Read only for what no test of facts shows. */
let partTests: readonly IndexedTest[] | null = null;
const missing: string[] = [];

interface Row {
  readonly what: string;
  readonly served: string;
  readonly test: string;
}

/** Names of products of others, in the spelling of the specification. */
function neutral(text: string): string {
  return text
    .replaceAll(/slackChannelId/g, '<chat_app>ChannelId')
    .replaceAll(/googleDriveFolderId/g, '<file_storage>FolderId')
    .replaceAll(/x-videogen-client/gi, 'client marker');
}

function cell(text: string): string {
  return neutral(text)
    .replaceAll('|', String.raw`\|`)
    .replaceAll('<', '&lt;')
    .replaceAll(/\p{Cc}/gu, ' ');
}

interface Shown {
  readonly path: string | null;
  readonly words: readonly string[];
  readonly hint?: string;
  readonly isShared: boolean;
}

function shown(what: string, wanted: Shown): string {
  const test = findTest(tests, wanted) ?? findTest((partTests ??= indexTests(partFolders)), wanted);
  if (!test) missing.push(`${what}: no test names it`);
  const title = (test?.title ?? '').replaceAll(/ \(%#\)/g, '').replaceAll(/%[sd]|\$\w+/g, '…');
  return test ? `\`${test.file.replace('test/', '')}\`: ${cell(title)}` : '';
}

/** Jobs and views that routes reach through the composition of the service only. */
const farFolders: readonly string[] = ['http', 'jobs/remix', 'jobs/files', 'store', 'webhooks', 'engine'].map(
  (folder) => `src-service/${folder}/`,
);

/** A field of a body's own is read where the request arrives; an answer may be put together anywhere. */
function farOf(part: string, name: string): readonly string[] {
  if (part === 'response') return [...farFolders, 'src-service/auth/', 'src-service/routes/'];
  return part === 'query' || name.includes('.') ? farFolders : [];
}

/** Fields of every job's record, which all of them show in the same way. */
const sharedFields: Readonly<Record<string, string>> = {
  progressPercentage: 'src-service/routes/job-fields.ts',
  attemptIndex: 'src-service/routes/job-fields.ts',
};

function served(what: string, from: readonly string[], word: string, far = farFolders): string {
  const unused = withoutEffect[what];
  if (unused !== undefined) {
    const isRead = from.some((file) => hasWord(sources.get(file)?.code ?? '', word));
    if (isRead) missing.push(`${what}: is read, though it is said to be without effect`);
    return cell(unused);
  }
  const near = sharedFields[word] ?? nearestNaming(sources, from, word);
  const path = near ?? anyNaming(sources, far, word);
  if (path === null) missing.push(`${what}: no file serves it`);
  return path === null ? '' : `\`${path.replace('src-service/', '')}\``;
}

/** Where an operation's requests arrive. */
function filesOf(name: OperationName): string[] {
  const naming = [...sources.values()].filter(({ code }) => hasWord(code, name)).map(({ path }) => path);
  const tool = naming
    .filter((path) => path.startsWith('src-service/jobs/tools/'))
    .find((path) =>
      new RegExp(`operation: '${name}'|defineTool\\w*\\(?[\\s\\S]{0,40}'${name}'`).test(
        sources.get(path)?.code ?? '',
      ),
    );
  const route = naming.filter((path) => path.startsWith('src-service/routes/'));
  return tool === undefined ? route : [tool, 'src-service/routes/tools.ts'];
}

const listed = new Map<unknown, string>();
const listedInside = new Set<Parameters<typeof coreOf>[0]>();

function partRows(name: OperationName, part: 'query' | 'body' | 'response', files: readonly string[]): Row[] {
  const operation: Operation = operations[name];
  const schema = operation[part];
  const label = `${operation.method} ${operation.path}`;
  if (schema === null) return [];
  const core = coreOf(schema);
  const before = listed.get(core);
  if (before !== undefined && fieldsOf(schema, new Set()).length > 0) {
    const test = shown(label, { path: operation.path, words: [], isShared: false });
    return [{ what: `${part}: as of ${before}`, served: served(label, files, name), test }];
  }
  listed.set(core, `\`${label}\``);
  return fieldsOf(schema, listedInside).map((field) => {
    const what = `${label} ${part} ${field.name}`;
    return {
      what: `${part} \`${neutral(field.name)}\``,
      served: served(what, files, field.key, farOf(part, field.name)),
      test: shown(what, { path: operation.path, words: [field.key], isShared: true }),
    };
  });
}

function table(title: string, rows: readonly Row[]): string {
  const lines = rows.map(({ what, served: file, test }) => `| ${what} | ${file} | ${test} |`);
  return `### ${title}\n\n| What | Served by | Shown by |\n| --- | --- | --- |\n${lines.join('\n')}\n`;
}

function operationTable(name: OperationName): string {
  const { method, path, status, rateGroup }: Operation = operations[name];
  const files = filesOf(name);
  const label = `${method} ${path}`;
  const start = {
    what: `answers ${String(status)}${rateGroup === null ? '' : `, ${requestsPerHour[rateGroup].toLocaleString('en')} an hour`}`,
    served: served(label, files, name),
    test: shown(label, { path, words: [], hint: String(status), isShared: false }),
  };
  const parts = (['query', 'body', 'response'] as const).flatMap((part) => partRows(name, part, files));
  return table(`\`${label}\``, [start, ...parts]);
}

function factRow(section: string, fact: Fact): Row {
  if (!sources.has(fact.served)) missing.push(`${section} ${fact.what}: there is no file ${fact.served}`);
  const label = `${section} ${fact.what}`;
  return {
    what: cell(fact.what),
    served: served(label, [fact.served], fact.word ?? fact.what),
    test: shown(label, { path: null, words: fact.test ?? [fact.word ?? fact.what], isShared: true }),
  };
}

function remixTable(): string {
  const rows = choicesOf(remixActionSchema, 'type').map((type) =>
    factRow('remix action', { what: type, served: 'src-service/jobs/remix/run-remix-action.ts' }),
  );
  return table('Remix actions', rows);
}

function makeDocument(): string {
  const names = Object.keys(operations) as OperationName[];
  const others = Object.entries(beyondOperations).map(([section, facts]) =>
    table(
      section,
      facts.map((fact) => factRow(section, fact)),
    ),
  );
  return `# API coverage

Every operation, field and rule of the API, the file of \`src-service/\` that serves it and a test of
\`test/conformance/\` that shows it. Made by \`npm run coverage:api\`; fields that several operations share are listed
at the first of them.

## Operations

${names.map(operationTable).join('\n')}
## Beyond single operations

${[remixTable(), ...others].join('\n')}`;
}

const document = makeDocument();
const foreign = /slack|google|premiere|videogen/i.exec(document);
if (foreign) missing.push(`the table names ${foreign[0]}`);
if (missing.length > 0) {
  console.error(
    `${missing.join('\n')}\n${String(missing.length)} without a mapping: see .ci/coverage/hand-kept.ts`,
  );
  process.exit(1);
}
if (process.argv.includes('--check')) {
  const current = existsSync(outputFile) ? readFileSync(outputFile, 'utf8') : '';
  if (current !== document) {
    console.error(`${outputFile} is out of date: run npm run coverage:api`);
    process.exit(1);
  }
} else {
  writeFileSync(outputFile, document);
  console.log(
    `${outputFile}: ${String(document.split('\n').filter((line) => line.startsWith('| ')).length)} rows`,
  );
}
