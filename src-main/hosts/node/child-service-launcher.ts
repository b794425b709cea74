import { type ChildProcessWithoutNullStreams as Child, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { serviceEndError, serviceNotIncluded } from '../../connections/local-service/service-end.ts';
import type { RunningService, ServiceLauncher, ServiceLaunchOptions } from '../../platform.ts';
import type { ServiceProgram } from './service-program.ts';

const readySchema = z.object({ url: z.url() });
/** The service gives its own work ten seconds to end. */
const stopGraceMs = 11_000;
const lastWordsLength = 4_000;

/** Node reserves up to 48 MB for new objects, which a program that mostly waits does not need. */
const smallNursery = '--max-semi-space-size=2';

/**
 * Variables that change what Node runs or which libraries it loads. The app's package or its caller set them for the
 * app's own program.
 */
const foreignVariable = /^(?:NODE_OPTIONS|ELECTRON_RUN_AS_NODE|(?:DY)?LD_.*)$/i;

/**
 * Runs the local service in a plain Node, never in Electron's program: FFmpeg's encoders need more aligned memory than
 * Electron's allocator gives. The service ends when its standard input closes, also when this process ends.
 */
export class ChildServiceLauncher implements ServiceLauncher {
  readonly #program: ServiceProgram;

  /** @param program started with `--data` and `--port`, its key in the environment. */
  constructor(program: ServiceProgram) {
    this.#program = program;
  }

  async launch(options: ServiceLaunchOptions): Promise<RunningService> {
    const apiKey = `sk_videogen_live_${randomBytes(32).toString('base64url')}`;
    const { nodePath, entryPath } = this.#program;
    if (!existsSync(nodePath)) throw serviceNotIncluded();
    const child = spawn(
      nodePath,
      [
        smallNursery,
        entryPath,
        '--data',
        options.dataFolder,
        '--port',
        String(options.preferredPort),
        ...(options.mayStepBack ? ['--step-back'] : []),
      ],
      {
        stdio: 'pipe',
        env: { ...ownEnvironment(), DAILIES_SERVICE_KEY: apiKey },
        // An interrupt typed in the terminal must reach only this process, which stops the service in order.
        detached: process.platform !== 'win32',
        windowsHide: true,
      },
    );
    const exited = watchExit(child);
    const stop = (): Promise<void> => stopChild(child, exited);
    // A starting service has no work yet, and reads its standard input only once it is up.
    const onAbort = (): void => void child.kill();
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

/** Returns the variables of this process that are not for its own program only. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !foreignVariable.test(name));
  return Object.fromEntries(own);
}

/** Collects the last words of a child until it ends. */
export function watchExit(child: Child): RunningService['exited'] {
  let lastWords = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-lastWordsLength);
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

/** Resolves with the address that the child writes as a line of JSON. */
function readyAddress(child: Child, exited: RunningService['exited']): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = readySchema.safeParse(parseLine(line));
      if (ready.success) resolve(ready.data.url);
    });
    void exited.then(({ code, lastWords }) => {
      reject(serviceEndError(code, lastWords));
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

async function stopChild(child: Child, exited: RunningService['exited']): Promise<void> {
  child.stdin.destroy();
  const timer = setTimeout(() => child.kill('SIGKILL'), stopGraceMs);
  await exited;
  clearTimeout(timer);
}
