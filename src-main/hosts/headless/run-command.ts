import { toErrorBody } from '../../../src-shared/app-error.ts';
import { type App, compose } from '../../app/compose.ts';
import { keyAccount } from '../../connections/key-credential.ts';
import { orStopped, throwIfStopped } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import { MemorySecretStore } from '../node/memory-secret-store.ts';
import { createNodePlatform } from '../node/node-platform.ts';
import { chosenUserData } from '../node/user-paths.ts';
import { answering, keyVariable, tellLine, withKeyOfInput } from './answering.ts';
import { dataFolderErrorOf, inDataFolder, readVersion } from './data-folder.ts';
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

async function execute<Options extends Pick<RoundtripOptions, 'service'>, Result>(
  command: Command<Options, Result>,
  argv: readonly string[],
  interrupt: AbortSignal,
): Promise<number> {
  return answering(command.help, argv, interrupt, async (isJson, signal) => {
    const words = await withKeyOfInput(argv, signal);
    const options = command.parse(words, process.env[keyVariable]);
    const result = await inDataFolder(chosenUserData(process.env), (userData) =>
      runInApp(command, options, userData, signal),
    );
    return command.tell(result, isJson);
  });
}

/** Lists returns. Needs neither the app's data nor a service. */
function listReturns(argv: readonly string[], interrupt: AbortSignal): Promise<number> {
  return answering(returnsHelp, argv, interrupt, async (isJson, signal) => {
    const returns = await orStopped(runReturns(argv, signal), signal);
    process.stdout.write(`${isJson ? JSON.stringify({ returns }) : describeReturns(returns)}\n`);
    return 0;
  });
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
