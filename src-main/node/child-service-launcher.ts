import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { AppError } from '../../src-shared/app-error.ts';
import type { RunningService, ServiceLauncher, ServiceLaunchOptions } from '../platform.ts';

const readySchema = z.object({ url: z.url() });
/** The service gives its own work ten seconds. */
const stopGraceMs = 11_000;
const lastWordsLength = 4_000;

/** Runs the local service as a child of plain Node. It ends with this process: its channel to it closes. */
export class ChildServiceLauncher implements ServiceLauncher {
  readonly #entryPath: string;

  /** @param deps.entryPath the service's program, started with `--data`, `--port` and its key in the environment. */
  constructor(deps: { entryPath: string }) {
    this.#entryPath = deps.entryPath;
  }

  async launch(options: ServiceLaunchOptions): Promise<RunningService> {
    const apiKey = `sk_videogen_live_${randomBytes(32).toString('base64url')}`;
    const child = spawn(
      process.execPath,
      [this.#entryPath, '--data', options.dataFolder, '--port', String(options.preferredPort)],
      {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: { ...process.env, DAILIES_SERVICE_KEY: apiKey },
        // An interrupt typed in the terminal is for this process, which stops the service in order.
        detached: process.platform !== 'win32',
        windowsHide: true,
      },
    );
    const exited = watchExit(child);
    const stop = (): Promise<void> => stopChild(child, exited);
    const onAbort = (): void => void stop();
    options.signal.addEventListener('abort', onAbort, { once: true });
    try {
      if (options.signal.aborted) onAbort();
      const url = await readyAddress(child, exited);
      return { url, apiKey, port: Number(new URL(url).port), exited, stop };
    } finally {
      options.signal.removeEventListener('abort', onAbort);
    }
  }
}

function watchExit(child: ChildProcess): RunningService['exited'] {
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-lastWordsLength);
  });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      resolve({ code: null, lastWords: error.message });
    });
    child.once('close', (code) => {
      resolve({ code, lastWords });
    });
  });
}

/** The address the child tells, by message or as a line of JSON; whichever it does first. */
function readyAddress(child: ChildProcess, exited: RunningService['exited']): Promise<string> {
  return new Promise((resolve, reject) => {
    const accept = (message: unknown): void => {
      const ready = readySchema.safeParse(message);
      if (ready.success) resolve(ready.data.url);
    };
    child.on('message', accept);
    if (child.stdout) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        accept(parseLine(line));
      });
    }
    void exited.then(({ code, lastWords }) => {
      const detail = `The local service ended before it was ready (${String(code)}): ${lastWords}`;
      reject(new AppError('service_stopped', detail));
    });
  });
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}

async function stopChild(child: ChildProcess, exited: RunningService['exited']): Promise<void> {
  if (process.platform === 'win32' && child.connected) child.send({ stop: true });
  else child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopGraceMs);
  await exited;
  clearTimeout(timer);
}
