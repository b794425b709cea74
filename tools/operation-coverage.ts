import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argumentsOrUsage } from '../.ci/arguments-or-usage.ts';
import { commands } from '../src-main/hosts/commands/table.ts';
import { agentToolsOf } from '../src-main/hosts/mcp/agent-tools.ts';
import { type Operation, operations } from '../src-shared/api/operations.ts';
import type { Door } from '../test/support/recorded-as.ts';
import { operationOf } from './coverage/recording.ts';

/**
 * Writes a table of every operation of the API with the test in which the window sent it, the command that sent it, and
 * the agent's tool that runs that command, from the recording of the tests. Fails for an operation that lacks one of
 * them without a reason.
 */
const outputFile = 'test-results/reports/operations.md';
const folder = 'test-results/operations';
argumentsOrUsage('Usage: npm run coverage:operations', { options: {} });

const doors: readonly Door[] = ['window', 'command'];
/** Agents' tools by the command that they run. */
const toolOf = new Map(
  agentToolsOf(commands.filter((row) => 'schema' in row)).flatMap(({ name, actions }) =>
    [...actions].map(([action, command]) => [command.name, `${name}: ${action}`]),
  ),
);
const olderPath = 'an older path of another operation';
/** Why nobody asks for an operation in the window or by a command. */
const reasons: Readonly<Record<string, string>> = {
  getProtectedResource: 'part of the sign-in',
  creativeBriefToVideo: olderPath,
  deprecatedScript: olderPath,
  deprecatedVoiceover: olderPath,
  deprecatedSlideshow: olderPath,
  deprecatedStoryboard: olderPath,
  listWorkflowRuns: 'read where many generations run, and to find a lost start',
  getEntity: 'the window reads all as a list',
  getFile: 'a command reads it with fresh links, by hydrateFile',
};
/** Operations that only this project's own service has. */
const ownOperations = new Set(['cancelProjectExport', 'cancelInterchange']);

/** Tests by door and operation. */
const seen = new Map<string, string>();
for (const name of existsSync(folder) ? readdirSync(folder).sort() : [])
  for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
    const [door, test, request] = line.split('\t');
    const label = request === undefined ? null : operationOf(request);
    if (label !== null && !seen.has(`${door ?? ''} ${label}`)) seen.set(`${door ?? ''} ${label}`, test ?? '');
  }

const documented = Object.entries<Operation>(operations).filter(([name]) => !ownOperations.has(name));
const faults: string[] = [];
const rows = documented.map(([name, { method, path }]) => {
  const reason = reasons[name];
  const tests = doors.map((door) => seen.get(`${door} ${method} ${path}`));
  const missing = doors.filter((_door, index) => tests[index] === undefined);
  if (reason === undefined && missing.length > 0) faults.push(`${name}: not sent by ${missing.join(', ')}`);
  const agent = toolOf.get(tests[1] ?? '');
  if (reason === undefined && tests[1] !== undefined && agent === undefined)
    faults.push(`${name}: no agent's tool runs ${tests[1]}`);
  const cells = [...tests, agent].map((cell) => (cell ?? reason ?? '').replaceAll('|', '\\|'));
  return `| ${name} | \`${method} ${path}\` | ${cells.join(' | ')} |`;
});
const head = [
  '| Operation | Request | Window, in the test | Command | Tool of an agent |',
  '|---|---|---|---|---|',
];
mkdirSync(dirname(outputFile), { recursive: true });
writeFileSync(outputFile, `${[...head, ...rows].join('\n')}\n`);
console.log(`${outputFile}: ${String(rows.length)} rows`);
if (faults.length > 0) {
  console.error(
    `${faults.join('\n')}\n${String(faults.length)} operations lack a test; run the suites ui and roundtrip first`,
  );
  process.exit(1);
}
