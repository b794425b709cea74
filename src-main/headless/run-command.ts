import { readFile } from 'node:fs/promises';
import { AppError, toErrorBody } from '../../src-shared/app-error.ts';
import { compose } from '../compose.ts';
import { throwIfStopped } from '../concurrency/wait.ts';
import { systemCodeOf } from '../files/folder-errors.ts';
import { MemorySecretStore } from '../node/memory-secret-store.ts';
import { createNodePlatform } from '../node/node-platform.ts';
import { dataFolderErrorOf, inDataFolder } from './data-folder.ts';
import { ProgressLines } from './progress-lines.ts';
import { isAsked, parseRoundtripOptions, roundtripHelp, type RoundtripOptions } from './roundtrip-options.ts';
import type { RoundtripResult } from './roundtrip-result.ts';
import { runRoundtrip } from './run-roundtrip.ts';

/**
 * The command as a user types it: progress on stderr, the result or the error on stdout.
 * @param interrupt aborted with the name of the system's signal.
 * @returns the exit code.
 */
export async function runCommand(argv: readonly string[], interrupt: AbortSignal): Promise<number> {
  outliveReaders();
  if (isAsked(argv, '--help')) {
    process.stdout.write(roundtripHelp);
    return 0;
  }
  const isJson = isAsked(argv, '--json');
  try {
    const options = parseRoundtripOptions(argv, process.env['VIDEOGEN_API_KEY']);
    const chosen = process.env['DAILIES_USER_DATA'];
    const signal = cancelledBy(interrupt);
    tellResult(await inDataFolder(chosen, (userData) => deliver(options, userData, signal)), isJson);
    return 0;
  } catch (error) {
    tellError(error, isJson);
    if (interrupt.aborted) return 130;
    return error instanceof AppError && error.code === 'invalid_input' ? 2 : 1;
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

/** Who reads along may stop doing so: what is under way goes on, and the exit code still tells its end. */
function outliveReaders(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error) => {
    if (systemCodeOf(error) === 'EPIPE') return;
    process.stderr.write(`The result could not be written: ${error.message}\n`);
    process.exitCode = 1;
  });
}

async function deliver(
  options: RoundtripOptions,
  userData: string,
  signal: AbortSignal,
): Promise<RoundtripResult> {
  throwIfStopped(signal);
  const { service } = options;
  const platform = createNodePlatform({
    host: 'headless',
    paths: { userData, movies: null },
    secrets: new MemorySecretStore(service ? [[new URL(service.baseUrl).origin, service.apiKey]] : []),
  });
  const app = compose(platform, {
    version: await readVersion(),
    service: service ? { kind: 'address', baseUrl: service.baseUrl } : { kind: 'local' },
  });
  const progress = new ProgressLines({ write: (line) => process.stderr.write(`${line}\n`) });
  app.subscribe((message) => {
    progress.hear(message);
  });
  try {
    await app.start().catch((error: unknown) => {
      throw dataFolderErrorOf(error, userData);
    });
    return await runRoundtrip({ app, clock: platform.clock, options, signal });
  } finally {
    await app.dispose();
  }
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function tellResult(result: RoundtripResult, isJson: boolean): void {
  process.stderr.write(`${result.title}: ${result.folder}\n`);
  if (isJson) process.stdout.write(`${JSON.stringify(result)}\n`);
  else process.stdout.write(`${result.document}\n`);
}

function tellError(error: unknown, isJson: boolean): void {
  const { code, message, details } = toErrorBody(error);
  process.stderr.write(`${code}: ${message}\n`);
  for (const [name, value] of Object.entries(details)) process.stderr.write(`  ${name}: ${String(value)}\n`);
  if (!(error instanceof AppError)) process.stderr.write(`${String(error)}\n`);
  if (isJson) process.stdout.write(`${JSON.stringify({ error: { code, message, details } })}\n`);
}
