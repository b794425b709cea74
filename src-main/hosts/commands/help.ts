import type { Command, Row } from './command.ts';
import { type Field, fieldsOf } from './fields.ts';

/** Options of every command. */
export const commonFields: readonly Field[] = [
  option('dataFolder', 'DIR: the data of the app; DAILIES_USER_DATA when left out, else those of the window'),
  option('baseUrl', 'URL: another service, which needs its key'),
  option('apiKey', '-: its key comes from standard input; VIDEOGEN_API_KEY is read when left out'),
  {
    ...option('json', 'the last line of stdout is one JSON object with the result or the error'),
    type: 'boolean',
  },
  { ...option('help', 'this text'), type: 'boolean' },
];

export const bodyField: Field = option('body', 'FILE: JSON with fields that are not given here');

function option(name: string, help: string): Field {
  const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { name, flag, type: 'text', isList: false, isRequired: false, choices: [], help };
}

/** Fields that a command takes as options: those without a place. */
export function optionsOf(command: Command): readonly Field[] {
  const own = fieldsOf(command.schema).filter(({ name }) => !command.places.includes(name));
  return [...own, ...(command.hasBody ? [bodyField] : []), ...commonFields];
}

/** Fields with a place, in order. */
export function placedOf(command: Command): readonly Field[] {
  const fields = new Map(fieldsOf(command.schema).map((field) => [field.name, field]));
  return command.places.flatMap((name) => fields.get(name) ?? []);
}

export function wordOf({ flag, isList }: Field): string {
  return `${flag.toUpperCase().replaceAll('-', '_')}${isList ? '...' : ''}`;
}

/** Returns the name of a command with its arguments, such as `export PROJECT`. */
export function usageOf(command: Command): string {
  const words = placedOf(command).map((field) => (field.isRequired ? wordOf(field) : `[${wordOf(field)}]`));
  return [command.name, ...words].join(' ');
}

/** Help of one command. */
export function helpOf(command: Command): string {
  const lines = [
    ...placedOf(command).map((field) => line(wordOf(field), field)),
    ...optionsOf(command).map((field) => line(flagOf(field), field)),
  ];
  return `${command.help}.\n\nUsage: dailies ${usageOf(command)} [options]\n\n${lines.join('')}`;
}

/** Returns an option with the kind of its value, such as `--num-results N`. */
export function flagOf({ flag, type }: Field): string {
  return type === 'boolean'
    ? `--${flag}`
    : `--${flag} ${type === 'number' ? 'N' : type === 'json' ? 'JSON' : 'TEXT'}`;
}

/** Returns what help says about a field; may be empty. */
export function toldOf({ help, isRequired }: Field): string {
  return [help, isRequired ? 'required' : ''].filter(Boolean).join('; ');
}

function line(words: string, field: Field): string {
  return `  ${words.padEnd(30)} ${toldOf(field)}`.trimEnd() + '\n';
}

/** Help of all commands, or of a group of them. */
export function overview(rows: readonly Row[], group: string | null): string {
  const shown = rows.filter(({ name }) => group === null || name === group || name.startsWith(`${group} `));
  const lines = shown.map(({ name, help }) => `  ${name.padEnd(30)} ${help}\n`).join('');
  return `Usage: dailies COMMAND [options]\n\n${lines}\ndailies COMMAND --help lists its options.\n`;
}

/** True if a group of commands has this name. */
export function isGroup(rows: readonly Row[], word: string): boolean {
  return rows.some(({ name }) => name.startsWith(`${word} `));
}
