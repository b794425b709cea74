import { z } from 'zod';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Client } from '../../../src-shared/ipc/client.ts';
import type { CallName } from '../../../src-shared/ipc/define.ts';
import type { App } from '../../app/compose.ts';
import type { Clock } from '../../platform.ts';
import type { FileTaker } from '../page/send-to-library.ts';
import { type JsonSchema, jsonOf, wrongUse } from './fields.ts';

/** The app of a command: its own, or the running one. */
export interface CommandContext {
  readonly client: Client<AppContract>;
  /** As `run-uploads.ts` and `watch-connection.ts` take it. */
  readonly app: FileTaker & Pick<App, 'subscribe'>;
  /** Saves a file of the library at a new path. */
  readonly saveFile: (fileId: string, path: string) => Promise<void>;
  readonly clock: Clock;
  /** Aborted by an interrupt, by the end of the running app, or when the service is lost. */
  readonly signal: AbortSignal;
  /** Shows a line to people. */
  readonly tell: (line: string) => void;
  /** Base of relative paths. */
  readonly folder: string;
}

export interface Command {
  /** Words that name it, such as `cast create`. The first is its group. */
  readonly name: string;
  readonly help: string;
  /** Keys of the input that are given by place; the last may be a list. */
  readonly places: readonly string[];
  /** Schema of the input, an object. */
  readonly schema: JsonSchema;
  /** True if it needs no service; it does not end then when the service is lost. */
  readonly isLocal: boolean;
  /** True if a JSON file may give the rest of the input. */
  readonly hasBody: boolean;
  /** Calls of the contract and operations of the API that it serves. */
  readonly serves: readonly (CallName<AppContract> | OperationName)[];
  /** Checks the input. @throws AppError `invalid_input`, which names the field. */
  check(input: unknown): unknown;
  /** @param input as `check` returns it. @returns what `--json` prints. */
  run(input: unknown, context: CommandContext): Promise<object>;
}

/** A row of the table with a command line of its own. */
export interface Program {
  readonly name: string;
  readonly help: string;
  /** @param rows the whole table. @returns the exit code. */
  runProgram(argv: readonly string[], interrupt: AbortSignal, rows: readonly Row[]): Promise<number>;
}

export type Row = Command | Program;

interface Definition<Input extends z.ZodType> {
  readonly help: string;
  readonly places?: readonly (keyof z.output<Input> & string)[];
  readonly input: Input;
  readonly isLocal?: boolean;
  readonly hasBody?: boolean;
  readonly serves: Command['serves'];
  readonly run: (input: z.output<Input>, context: CommandContext) => Promise<object>;
}

/** Makes a row of the table. */
export function command<Input extends z.ZodType>(name: string, definition: Definition<Input>): Command {
  const { places = [], isLocal = false, hasBody = false, run, input: schema, help, serves } = definition;
  return {
    name,
    help,
    places,
    isLocal,
    hasBody,
    serves,
    schema: jsonOf(schema),
    check: (input) => checked(schema, input),
    // Checked by the schema of the same row.
    run: (input, context) => run(input as z.output<Input>, context),
  };
}

/** Parses input by a schema. @throws AppError `invalid_input`, which names the field. */
export function checked<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw wrongUse(z.prettifyError(parsed.error));
  return parsed.data;
}

/** Returns a record without some of its keys. */
export function without<Value>(
  record: Readonly<Record<string, Value>>,
  names: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** A picture in the list `pictures` of a result, which agents get as one. */
export interface Picture {
  readonly sceneId: string;
  readonly mimeType: 'image/jpeg';
  /** In base64. */
  readonly data: string;
}

/** A result whose command ends with exit code 1, such as one with a failed job. */
export class FailedResult {
  readonly result: object;

  constructor(result: object) {
    this.result = result;
  }
}

/** Returns the result with exit code 1 if any of its jobs has failed. */
export function failedIf(isFailed: boolean, result: object): object {
  return isFailed ? new FailedResult(result) : result;
}

/** Project, in every command that takes one. */
export const projectField = z.string().min(1).max(200).describe('id of the project');
