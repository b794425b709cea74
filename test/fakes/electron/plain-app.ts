import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import { AgentQuestions } from '../../../src-main/app/agent-questions.ts';
import { AppEvents } from '../../../src-main/app/app-events.ts';
import { CommandStates } from '../../../src-main/app/command-states.ts';
import type { BrowserHostDeps } from '../../../src-main/hosts/browser/browser-host.ts';
import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';
import { RecentProjects } from '../../../src-main/projects/recent-projects.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import { englishTexts } from '../../../src-shared/i18n/load-texts.ts';
import { Messages } from '../../../src-shared/i18n/messages.ts';

/** In-memory settings. */
class KeptValues {
  readonly #values = new Map<string, unknown>();

  read<Schema extends z.ZodType>(key: string, schema: Schema): z.output<Schema> | null {
    return schema.safeParse(this.#values.get(key)).data ?? null;
  }

  write(key: string, value: unknown): void {
    this.#values.set(key, value);
  }
}

type Listener = Parameters<BrowserHostDeps['app']['subscribe']>[0];

/** The part of the app that a host uses, small and observable: it echoes calls and records its arguments. */
export class PlainApp {
  readonly requests: unknown[] = [];
  readonly messages = new Messages(englishTexts);
  readonly grantedPaths: string[] = [];
  /** Recent projects that disappear together with this app. */
  readonly recentProjects = new RecentProjects({ repository: new KeptValues() });
  readonly commandStates = new CommandStates();
  readonly agentQuestions = new AgentQuestions({ clock: createSystemClock(), events: new AppEvents() });
  /** Values of the app that the host reads for the desktop. */
  readonly desktop = {
    totals: {
      runningCount: 0,
      openCount: 0,
      decisionCount: 0,
      doneBytes: 0,
      totalBytes: null as number | null,
      isPaused: false,
      downBytesPerSecond: 0,
      upBytesPerSecond: 0,
      secondsLeft: null,
    },
    settings: { keepsRunning: true, startsAtLogin: false, staysAwake: true },
    delivered: [] as { deliveryId: string; folderName: string }[],
    openReturns: 0,
    /** True if an update runs an installer, or restarts the app, after the app has ended. */
    isContinued: false,
    done: [] as string[],
    /** What actions outside of the window fail with. */
    failure: null as AppError | null,
  };
  /** Links and files that the system asked the app to open. */
  readonly opened: string[] = [];
  readonly uploads = new Map<string, string>();
  readonly #listeners = new Set<Listener>();
  readonly movie = Buffer.from('0123456789');
  isStarted = false;
  isDisposed = false;

  readonly surface: BrowserHostDeps['app'] = {
    router: (request) => {
      this.requests.push(request);
      return Promise.resolve({ ok: true, value: request });
    },
    subscribe: (listener) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
    fileGrants: {
      grantPath: (path) => {
        if (!path.startsWith('/')) return Promise.reject(new AppError('file_unreadable', 'No such file.'));
        this.grantedPaths.push(path);
        return Promise.resolve(`grant-${String(this.grantedPaths.length)}`);
      },
      grantCopy: async (displayName, stream) => {
        this.uploads.set(displayName, (await buffer(stream)).toString('utf8'));
        return 'grant-upload';
      },
    },
    openMedia: (mediaPath, range) => {
      if (mediaPath !== 'projects/p1/movie') return Promise.resolve({ status: 404, headers: {}, body: null });
      const body = range === 'bytes=2-4' ? this.movie.subarray(2, 5) : this.movie;
      return Promise.resolve({
        status: range === null ? 200 : 206,
        headers: { 'content-type': 'video/mp4', 'content-length': String(body.length) },
        body: Readable.from([body]),
      });
    },
  };

  send(message: Parameters<Listener>[0]): void {
    for (const listener of this.#listeners) listener(message);
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }
}
