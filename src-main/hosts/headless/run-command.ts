import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, toErrorBody } from '../../../src-shared/app-error.ts';
import { isAsked } from '../../../src-shared/is-asked.ts';
import { withKeysOfInput } from '../../../src-shared/key-arguments.ts';
import { outliveReaders } from '../../../src-shared/outlive-readers.ts';
import { type App, compose } from '../../app/compose.ts';
import { keyAccount } from '../../connections/key-credential.ts';
import { folderErrorOf, systemCodeOf } from '../../foundation/files/folder-errors.ts';
import { removeTree } from '../../foundation/files/remove-tree.ts';
import { orStopped, throwIfStopped } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import { unusableFolderMessage } from '../../state/sqlite-errors.ts';
import { MemorySecretStore } from '../node/memory-secret-store.ts';
import { createNodePlatform } from '../node/node-platform.ts';
import { chosenUserData } from '../node/user-paths.ts';
import { ProgressLines } from './progress-lines.ts';
import { parseRoundtripOptions, roundtripHelp, type RoundtripOptions } from './roundtrip-options.ts';
import type { RoundtripResult } from './roundtrip-result.ts';
import { describeReturns, returnsHelp, runReturns } from './run-returns.ts';
import { runRoundtrip } from './run-roundtrip.ts';
import { runUploads, type UploadedFile } from './run-uploads.ts';
import { parseUploadOptions, uploadHelp, type UploadOptions } from './upload-options.ts';

/** One of the commands: its options, its work in the app, and its output. */
interface Command<Options, Result> {
  readonly help: string;
  readonly parse: (argv: readonly string[], environmentKey: string | undefined) => Options;
  readonly run: (deps: CommandDeps<Options>) => Promise<Result>;
  /** @returns the exit code. */
  readonly tell: (result: Result, isJson: boolean) => number;
}

interface CommandDeps<Options> {
  readonly app: App;
  readonly clock: Clock;
  readonly options: Options;
  readonly signal: AbortSignal;
  readonly tell: (line: string) => void;
}

/**
 * Runs a command as a user types it: progress on stderr, the result or the error on stdout. The first word `upload`
 * sends files to the library, `returns` lists the returns of editors; without either it is a round trip.
 * @param interrupt aborted with the name of the system's signal.
 * @returns the exit code.
 */
export function runCommand(argv: readonly string[], interrupt: AbortSignal): Promise<number> {
  if (argv[0] === 'upload') return execute(upload, argv.slice(1), interrupt);
  if (argv[0] === 'returns') return listReturns(argv.slice(1), interrupt);
  return execute(roundtrip, argv, interrupt);
}

const roundtrip: Command<RoundtripOptions, RoundtripResult> = {
  help: roundtripHelp,
  parse: parseRoundtripOptions,
  run: (deps) => {
    const progress = new ProgressLines({ write: deps.tell });
    deps.app.subscribe((message) => {
      progress.show(message);
    });
    return runRoundtrip(deps);
  },
  tell: (result, isJson) => {
    tellLine(`${result.title}: ${result.folder}`);
    process.stdout.write(`${isJson ? JSON.stringify(result) : result.document}\n`);
    return 0;
  },
};

const upload: Command<UploadOptions, UploadedFile[]> = {
  help: uploadHelp,
  parse: parseUploadOptions,
  run: runUploads,
  tell: (files, isJson) => {
    const reported = files.map(({ error, ...file }) => ({ ...file, error: error && toErrorBody(error) }));
    const ids = files.map(({ fileId }) => fileId ?? '');
    process.stdout.write(`${isJson ? JSON.stringify({ files: reported }) : ids.join('\n')}\n`);
    return files.every(({ error }) => error === null) ? 0 : 1;
  },
};

const keyVariable = 'VIDEOGEN_API_KEY';

async function execute<Options extends Pick<RoundtripOptions, 'service'>, Result>(
  command: Command<Options, Result>,
  argv: readonly string[],
  interrupt: AbortSignal,
): Promise<number> {
  return answering(command.help, argv, interrupt, async (isJson, signal) => {
    const asked = withKeysOfInput(argv, ['--api-key'], {
      input: () => inputUntil(signal),
      warn: (text) => void process.stderr.write(text),
      variable: keyVariable,
    });
    const words = await orStopped(asked, signal);
    const options = command.parse(words, process.env[keyVariable]);
    const result = await inDataFolder(chosenUserData(process.env), (userData) =>
      runInApp(command, options, userData, signal),
    );
    return command.tell(result, isJson);
  });
}

/** Returns standard input. Closes it on abort, so that it no longer keeps the program running. */
function inputUntil(signal: AbortSignal): typeof process.stdin {
  const close = (): void => void process.stdin.destroy();
  if (signal.aborted) close();
  else signal.addEventListener('abort', close, { once: true });
  return process.stdin;
}

/** Lists returns. Needs neither the app's data nor a service. */
function listReturns(argv: readonly string[], interrupt: AbortSignal): Promise<number> {
  return answering(returnsHelp, argv, interrupt, async (isJson, signal) => {
    const returns = await orStopped(runReturns(argv, signal), signal);
    process.stdout.write(`${isJson ? JSON.stringify({ returns }) : describeReturns(returns)}\n`);
    return 0;
  });
}

/** Codes of the errors of a wrong command line. */
const wrongWords = ['invalid_input', 'service_address_invalid'];

/** Runs `work` and prints its errors. @returns the exit code of `work`, or of its error. */
async function answering(
  help: string,
  argv: readonly string[],
  interrupt: AbortSignal,
  work: (isJson: boolean, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  outliveReaders(process);
  if (isAsked(argv, '--help')) {
    process.stdout.write(help);
    return 0;
  }
  const isJson = isAsked(argv, '--json');
  try {
    return await work(isJson, cancelledBy(interrupt));
  } catch (error) {
    tellError(error, isJson);
    if (interrupt.aborted) return 130;
    if (!(error instanceof AppError) || !wrongWords.includes(error.code)) return 1;
    tellLine('--help lists the options.');
    return 2;
  }
}

function cancelledBy(interrupt: AbortSignal): AbortSignal {
  const stopper = new AbortController();
  const stop = (): void => {
    stopper.abort(new AppError('cancelled', `Stopped by ${String(interrupt.reason)}.`));
  };
  if (interrupt.aborted) stop();
  else interrupt.addEventListener('abort', stop, { once: true });
  return stopper.signal;
}

async function runInApp<Options extends Pick<RoundtripOptions, 'service'>, Result>(
  command: Command<Options, Result>,
  options: Options,
  userData: string,
  signal: AbortSignal,
): Promise<Result> {
  throwIfStopped(signal);
  const { service } = options;
  const platform = createNodePlatform({
    host: 'headless',
    paths: { userData, movies: null },
    secrets: new MemorySecretStore(service ? [[keyAccount(service.connectionId), service.apiKey]] : []),
  });
  const app = compose(platform, {
    version: await readVersion(),
    service: service
      ? { kind: 'address', baseUrl: service.baseUrl, connectionId: service.connectionId }
      : { kind: 'local' },
  });
  try {
    await app.start().catch((error: unknown) => {
      throw dataFolderErrorOf(error, userData);
    });
    return await command.run({ app, clock: platform.clock, options, signal, tell: tellLine });
  } finally {
    await app.dispose();
  }
}

/**
 * Does work that needs a folder for the app's own data: the chosen one, or a temporary one that is removed afterwards,
 * however the work ends.
 * @throws AppError as `dataFolderErrorOf`, and the errors of the work.
 */
async function inDataFolder<Result>(
  chosen: string | null,
  work: (userData: string) => Promise<Result>,
): Promise<Result> {
  if (chosen !== null) return work(chosen);
  const userData = await mkdtemp(join(tmpdir(), 'dailies-')).catch((error: unknown) => {
    throw dataFolderErrorOf(error, tmpdir());
  });
  try {
    return await work(userData);
  } finally {
    await removeTree(userData).catch(() => undefined);
  }
}

/** Turns an error from opening the app's own data into `disk_full` or `state_unreadable`; others stay. */
function dataFolderErrorOf(error: unknown, folder: string): unknown {
  const reason = systemCodeOf(error);
  const isOfSystem = /^E[A-Z0-9]+$/.test(reason);
  if (error instanceof AppError || !isOfSystem) return error;
  const known = folderErrorOf(error, folder);
  if (known instanceof AppError && known.code === 'disk_full') return known;
  return new AppError('state_unreadable', unusableFolderMessage(folder, reason), {
    details: { path: folder, reason },
    cause: error,
  });
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function tellLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

function tellError(error: unknown, isJson: boolean): void {
  const { code, message, details } = toErrorBody(error);
  process.stderr.write(`${code}: ${message}\n`);
  for (const [name, value] of Object.entries(details)) process.stderr.write(`  ${name}: ${String(value)}\n`);
  if (!(error instanceof AppError)) process.stderr.write(`${String(error)}\n`);
  if (isJson) process.stdout.write(`${JSON.stringify({ error: { code, message, details } })}\n`);
}
