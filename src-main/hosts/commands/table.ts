import { apiCommands } from './api-commands.ts';
import { appCommands } from './app-commands.ts';
import type { Command, Row } from './command.ts';
import { cutCommands } from './cut-commands.ts';
import { deliverCommands } from './deliver-commands.ts';
import { generateCommands } from './generate-commands.ts';
import { programs } from './programs.ts';
import { returnCommands } from './return-commands.ts';

/** Groups in the order of the help. */
const groups = [
  'generate',
  'tool',
  'remix',
  'export',
  'cut',
  'deliver',
  'open',
  'versions',
  'returns',
  'keep',
  'update',
  'dismiss',
  'library',
  'cast',
  'assistant',
  'text',
  'voices',
  'languages',
  'projects',
  'jobs',
  'runs',
  'account',
  'webhooks',
  'connections',
  'roundtrip',
  'upload',
  'service',
  'mcp',
  'completion',
];

function orderOf({ name }: { readonly name: string }): number {
  return groups.indexOf(name.split(' ')[0] ?? '');
}

/** Every command: parsing, help, completion and tests are made from this table. */
export const commands: readonly Command[] = [
  ...generateCommands,
  ...apiCommands,
  ...appCommands,
  ...cutCommands,
  ...deliverCommands,
  ...returnCommands,
].toSorted((a, b) => orderOf(a) - orderOf(b));

export const rows: readonly Row[] = [...commands, ...programs];

/** Returns the row whose name begins the words; the longest name counts. Null without one. */
export function findRow(words: readonly string[]): Row | null {
  const matching = rows.filter(({ name }) => {
    const parts = name.split(' ');
    return parts.every((part, index) => words[index] === part);
  });
  return matching.toSorted((a, b) => b.name.length - a.name.length)[0] ?? null;
}
