import { resolve } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { isAsked } from '../../../src-shared/is-asked.ts';
import { answering, keyVariable, tellLine, withKeyOfInput } from '../headless/answering.ts';
import { givenPath } from '../headless/given-path.ts';
import { readService } from '../headless/service-choice.ts';
import { createSystemClock } from '../node/system-clock.ts';
import { chosenUserData } from '../node/user-paths.ts';
import { type Command, FailedResult, without } from './command.ts';
import { readWords, valueOf, wrongUse } from './fields.ts';
import { readJson } from './generate-commands.ts';
import { bodyField, commonFields, helpOf, isGroup, optionsOf, overview, placedOf, wordOf } from './help.ts';
import { type OpenOptions, withApp } from './open-app.ts';
import { runIn } from './run-in.ts';
import { findRow, rows } from './table.ts';
import { textOf } from './text-of.ts';

/**
 * Runs a command as a user types it: progress on stderr, the result or the error on stdout.
 * @param interrupt aborted with the name of the system's signal.
 * @returns the exit code.
 */
export async function run(argv: readonly string[], interrupt: AbortSignal): Promise<number> {
  const row = findRow(argv);
  if (row === null) return tellOverview(argv, interrupt);
  const rest = argv.slice(row.name.split(' ').length);
  if ('runProgram' in row) return row.runProgram(rest, interrupt, rows);
  return answering(helpOf(row), rest, interrupt, async (isJson, signal) => {
    const words = await withKeyOfInput(rest, signal);
    const { input, options } = await readInput(row, words);
    const clock = createSystemClock();
    const result = await withApp({ ...options, clock, signal, tell: tellLine }, (app) =>
      runIn(app, row, input, { clock, signal, tell: tellLine, folder: process.cwd() }),
    );
    const shown = result instanceof FailedResult ? result.result : result;
    process.stdout.write(isJson ? `${JSON.stringify(shown)}\n` : textOf(shown));
    return result instanceof FailedResult ? 1 : 0;
  });
}

function tellOverview(argv: readonly string[], interrupt: AbortSignal): Promise<number> {
  const [group = ''] = argv;
  const text = overview(rows, isGroup(rows, group) ? group : null);
  const isHelp = argv.length === 0 || isAsked(argv, '--help');
  return answering(text, isHelp ? ['--help'] : argv, interrupt, () =>
    Promise.reject(wrongUse(`There is no command ${argv.slice(0, 2).join(' ')}.`)),
  );
}

interface ReadInput {
  readonly input: unknown;
  readonly options: Pick<OpenOptions, 'service' | 'dataFolder'>;
}

/** Reads the words after the name of a command. @throws AppError `invalid_input`. */
async function readInput(command: Command, words: readonly string[]): Promise<ReadInput> {
  const { positionals, values } = readWords(words, optionsOf(command));
  const { body, dataFolder, baseUrl, apiKey } = values as Record<string, string | undefined>;
  const own = without(
    values,
    [...commonFields, bodyField].map(({ name }) => name),
  );
  const service = readService({ 'base-url': baseUrl, 'api-key': apiKey }, process.env[keyVariable]);
  const given = body === undefined ? {} : await readJson(givenPath(body));
  const input: Record<string, unknown> = { ...(given as object), ...own, ...placed(command, positionals) };
  requireFields(command, input);
  return {
    input: command.check(input),
    options: {
      service,
      dataFolder: dataFolder === undefined ? chosenUserData(process.env) : resolve(dataFolder),
    },
  };
}

/** Gives each argument to the field of its place. */
function placed(command: Command, words: readonly string[]): Record<string, unknown> {
  const fields = placedOf(command);
  const values: Record<string, unknown> = {};
  let rest = [...words];
  for (const field of fields) {
    if (rest.length === 0) break;
    const taken = field.isList ? rest : rest.slice(0, 1);
    rest = rest.slice(taken.length);
    values[field.name] = valueOf(field, field.isList ? taken : taken[0]);
  }
  if (rest.length > 0) throw wrongUse(`${rest.join(' ')} is one word too many.`);
  return values;
}

function requireFields(command: Command, input: Readonly<Record<string, unknown>>): void {
  const missing = placedOf(command).find(({ name, isRequired }) => isRequired && input[name] === undefined);
  if (missing) throw new AppError('invalid_input', `${wordOf(missing)} is missing.`);
  const option = optionsOf(command).find(({ name, isRequired }) => isRequired && input[name] === undefined);
  if (option) throw new AppError('invalid_input', `--${option.flag} is missing.`);
}
