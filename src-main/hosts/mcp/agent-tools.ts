import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { isInside } from '../../foundation/files/read-foreign-file.ts';
import type { Command } from '../commands/command.ts';
import type { JsonSchema } from '../commands/fields.ts';

/** What an agent needs the user's leave for. `write`: files outside of its folder and the delivery folder, or others' eyes. */
export type Leave = 'costs' | 'write' | 'open';

interface ToolRow {
  readonly name: string;
  readonly help: string;
  /** Names of commands; a star at the end stands for every command that begins so. */
  readonly commands: readonly string[];
}

/** Every tool of an agent, by task. Each command is in one of them. */
const toolRows: readonly ToolRow[] = [
  {
    name: 'generate',
    help: 'Make videos from scripts, recordings, slides, scenes or outlines',
    commands: ['generate *'],
  },
  { name: 'tool', help: 'Make or change one picture, clip, voice, music or sound', commands: ['tool *'] },
  {
    name: 'wait',
    help: 'Wait for jobs that were started with wait: false, with progress',
    commands: ['jobs wait'],
  },
  { name: 'jobs', help: 'List, show, cancel and retry jobs', commands: ['jobs *'] },
  {
    name: 'projects',
    help: 'List and show projects and their generations',
    commands: ['projects *', 'runs *', 'remix list'],
  },
  {
    name: 'cut_show',
    help: 'Show the scenes of your cut: words, lengths, and on request pictures. Do this before a change',
    commands: ['cut list'],
  },
  { name: 'cut_change', help: 'Change scenes of your cut; each change can be undone', commands: ['cut *'] },
  {
    name: 'undo',
    help: 'Undo or redo the last change of your cut, or discard all',
    commands: ['cut undo', 'cut redo', 'cut discard'],
  },
  {
    name: 'remix',
    help: 'Change a project at the service as a whole; for one scene use cut_change',
    commands: ['remix'],
  },
  { name: 'export', help: 'Render the finished movie, and list movies', commands: ['export *', 'export'] },
  { name: 'deliver', help: 'Put a project into the delivery folder for editors', commands: ['deliver'] },
  { name: 'open', help: 'Open a delivered version in an editor', commands: ['open'] },
  { name: 'versions', help: 'List delivered versions', commands: ['versions'] },
  { name: 'returns', help: 'Tell what editors changed, in sentences', commands: ['returns'] },
  { name: 'keep', help: 'Keep a return as the next version, or dismiss it', commands: ['keep', 'dismiss'] },
  {
    name: 'update',
    help: 'Update an edit with later changes of its project; preview shows conflicts',
    commands: ['update'],
  },
  { name: 'library', help: 'Find, send and save files of the library', commands: ['library *'] },
  { name: 'cast', help: 'Actors, products, styles and themes', commands: ['cast *'] },
  { name: 'assistant', help: 'Talk to the assistant of the service', commands: ['assistant *'] },
  { name: 'text', help: 'Let the service write a text', commands: ['text'] },
  { name: 'voices', help: 'List voices and languages', commands: ['voices', 'languages'] },
  { name: 'account', help: 'Show account and services', commands: ['account', 'connections *'] },
  { name: 'webhooks', help: 'List, create and delete webhooks', commands: ['webhooks *'] },
];

const paid =
  /^(?:generate |tool (?!list|show)|remix$|export$|text$|jobs retry$|assistant (?:start|send|act)$)/;
const seenByOthers = /^(?:webhooks (?:create|delete)|library preview on|library archive|cast archive)$/;
const pathFields =
  /^(?:out|sources|image|picture|recording|files|folder|return|fileId|.*FileIds?|.*MaterialIds?)$/;

export interface AgentTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Record<string, JsonSchema>;
    readonly required: string[];
  };
  /** Commands by the action that chooses them. */
  readonly actions: ReadonlyMap<string, Command>;
}

const isNamed = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/** Names of commands that a row gives exactly come before those of a star. */
function toolOf(command: Command): ToolRow | undefined {
  const exact = toolRows.find((row) => row.commands.includes(command.name));
  return exact ?? toolRows.find((row) => row.commands.some((pattern) => isNamed(pattern, command.name)));
}

/** `cast create` is the action `create` of the tool `cast`, and `runs list` the action `runs-list` of `projects`. */
function actionOf({ name }: Command, tool: string): string {
  const [group = '', ...rest] = name.split(' ');
  return tool.startsWith(group) && rest.length > 0 ? rest.join('-') : name.replaceAll(' ', '-');
}

/** Makes the tools from the table of commands. */
export function agentToolsOf(commands: readonly Command[]): AgentTool[] {
  return toolRows.map((row) => toolFor(row, commands));
}

function toolFor(row: ToolRow, commands: readonly Command[]): AgentTool {
  const served = commands.filter((command) => toolOf(command)?.name === row.name);
  const actions = new Map(served.map((command) => [actionOf(command, row.name), command]));
  const lines = served.map(
    (command) =>
      `${actionOf(command, row.name)}: ${command.help}${neededBy(command)}. Needs ${requiredOf(command)}.`,
  );
  return {
    name: row.name,
    description: `${row.help}.\n${lines.join('\n')}`,
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: [...actions.keys()] },
        ...Object.assign({}, ...served.toReversed().map(({ schema }) => schema.properties)),
        key: { type: 'string', maxLength: 200, description: 'the same key never starts the same twice' },
      } as Record<string, JsonSchema>,
      required: actions.size > 1 ? ['action'] : [],
    },
    actions,
  };
}

function requiredOf({ schema }: Command): string {
  const fields = Object.keys(schema.properties ?? {});
  const required = (schema.required ?? []).join(', ') || 'nothing';
  const optional = fields.filter((name) => !schema.required?.includes(name));
  return optional.length === 0 ? required : `${required}; takes ${optional.join(', ')}`;
}

function neededBy(command: Command): string {
  return leavesOf(command, {}, () => true).has('costs') ? ' (costs credits)' : '';
}

type Input = Readonly<Record<string, unknown>>;

/**
 * Returns what a call needs the user's leave for.
 * @param mayReach true for a path that agents may use without.
 */
export function leavesOf(
  { name }: Pick<Command, 'name'>,
  input: Input,
  mayReach: (path: string) => boolean,
): Set<Leave> {
  const needed = new Set<Leave>();
  const isMade = (name === 'cut replace' && 'prompt' in input) || (name === 'cut revoice' && 'say' in input);
  if (paid.test(name) || isMade) needed.add('costs');
  if (name === 'open' || (name === 'deliver' && input['open'] === true)) needed.add('open');
  if (seenByOthers.test(name) || pathsIn(input).some((path) => !mayReach(path))) needed.add('write');
  return needed;
}

/** Returns the words of an input that can name files. */
function pathsIn(input: Input): string[] {
  const given = Object.entries(input).filter(([name]) => pathFields.test(name));
  return given.flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((word): word is string => typeof word === 'string')
      // A folder to save in need not be there.
      .map((word) => (name === 'out' && !isAbsolute(word) ? `./${word}` : word)),
  );
}

/**
 * Returns the folders whose files an agent may use. The one that it was started in is not its own if it holds the user's
 * home, as that of a client that was started from the desktop does.
 */
export function foldersOf(startFolder: string, deliveryFolder: string | null, home = homedir()): string[] {
  const isOwn = startFolder !== home && !isInside(home, startFolder);
  return [...(isOwn ? [startFolder] : []), ...(deliveryFolder === null ? [] : [deliveryFolder])];
}

/** True for a path inside one of the folders, and for a word that is no path. */
export function reachIn(folders: readonly string[], base: string): (word: string) => boolean {
  return (word) => {
    const isPath = /[/\\]/.test(word) || word === '..' || existsSync(resolve(base, word));
    if (!isPath || /\n/.test(word)) return true;
    const path = isAbsolute(word) ? word : resolve(base, word);
    return folders.some((folder) => path === folder || isInside(path, folder));
  };
}
