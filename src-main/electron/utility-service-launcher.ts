import { randomBytes } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { AppError } from '../../src-shared/app-error.ts';
import type { RunningService, ServiceLauncher, ServiceLaunchOptions } from '../platform.ts';
import type { ElectronModules, ForkedService } from './electron-modules.ts';

const readySchema = z.object({ url: z.url() });
/** The service gives itself ten seconds to put its work away. */
const stopGraceMs = 11_000;
const lastWordsLength = 4_000;

/** Runs the local service in a utility process: the release build has no other way to run Node code apart. */
export class UtilityServiceLauncher implements ServiceLauncher {
  readonly #fork: ElectronModules['utilityProcess']['fork'];
  readonly #entryPath: string;

  constructor(deps: { utilityProcess: ElectronModules['utilityProcess']; entryPath: string }) {
    this.#fork = (path, args, options) => deps.utilityProcess.fork(path, args, options);
    this.#entryPath = deps.entryPath;
  }

  async launch(options: ServiceLaunchOptions): Promise<RunningService> {
    const apiKey = `sk_videogen_live_${randomBytes(32).toString('base64url')}`;
    const args = ['--data', options.dataFolder, '--port', String(options.preferredPort)];
    const child = this.#fork(this.#entryPath, args, {
      serviceName: 'Dailies local service',
      stdio: 'pipe',
      env: { ...process.env, DAILIES_SERVICE_KEY: apiKey },
    });
    const exited = watchExit(child);
    const stop = (): Promise<void> => stopChild(child, exited);
    const onAbort = (): void => void stop();
    options.signal.addEventListener('abort', onAbort, { once: true });
    try {
      const url = await firstMessage(child, exited);
      return { url, apiKey, port: Number(new URL(url).port), exited, stop };
    } finally {
      options.signal.removeEventListener('abort', onAbort);
    }
  }
}

function watchExit(child: ForkedService): RunningService['exited'] {
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer | string) => {
    lastWords = (lastWords + chunk.toString()).slice(-lastWordsLength);
  });
  child.stdout?.resume();
  const { stderr } = child;
  const drained = stderr ? finished(stderr).catch(() => undefined) : Promise.resolve();
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      void drained.then(() => {
        resolve({ code, lastWords });
      });
    });
  });
}

async function firstMessage(child: ForkedService, exited: RunningService['exited']): Promise<string> {
  const ready = new Promise<string>((resolve) => {
    child.on('message', (message) => {
      const parsed = readySchema.safeParse(message);
      if (parsed.success) resolve(parsed.data.url);
    });
  });
  const failed = exited.then(({ code, lastWords }): never => {
    throw new AppError(
      'service_stopped',
      `The local service ended before it was ready (${String(code)}): ${lastWords}`,
    );
  });
  return Promise.race([ready, failed]);
}

async function stopChild(child: ForkedService, exited: RunningService['exited']): Promise<void> {
  child.postMessage({ stop: true });
  const timer = setTimeout(() => child.kill(), stopGraceMs);
  await exited;
  clearTimeout(timer);
}
