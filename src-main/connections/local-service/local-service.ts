import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-shared/app-error.ts';
import { backoffMs } from '../../../src-shared/backoff.ts';
import type { ServiceAddress } from '../../api/http/service-address.ts';
import { stopErrorOf, wait } from '../../foundation/wait.ts';
import type { Clock, Log, Paths, RunningService, ServiceLauncher } from '../../platform.ts';
import { StoredPort } from '../../state/settings/stored-port.ts';
import type { SettingsRepository } from '../../state/settings-repository.ts';
import { serviceEndError } from './service-end.ts';
import type { ServiceSource, ServiceState } from './service-source.ts';

export interface LocalServiceDeps {
  readonly launcher: ServiceLauncher;
  readonly paths: Paths;
  readonly repository: SettingsRepository;
  readonly clock: Clock;
  readonly log: Log;
  /** Resolves to true if this version of the app replaced a newer one that did not start. */
  readonly hasSteppedBack: () => Promise<boolean>;
}

/** A process that lived this long was healthy; when it ends, the count of tries starts over. */
const healthyAfterMs = 30_000;
const maxTries = 5;
/** Setting that is true while the service has not started since the app replaced a newer version. */
const stepBackKey = 'localServiceStepBack';
const backoff = { firstMs: 500, maxMs: 8_000, jitter: 0 };

/**
 * Runs the service as a process of the app: starts it, restarts it after an unexpected end, and stops it at the end. It
 * keeps its port while nobody else takes it, so that links in earlier documents stay valid.
 */
export class LocalService implements ServiceSource {
  readonly kind = 'local';
  readonly #deps: LocalServiceDeps;
  readonly #port: StoredPort;
  readonly #listeners = new Set<() => void>();
  #state: ServiceState = { state: 'starting' };
  #running: RunningService | null = null;
  #stopper = new AbortController();
  #supervision: Promise<void> | null = null;

  constructor(deps: LocalServiceDeps) {
    this.#deps = deps;
    this.#port = new StoredPort({ repository: deps.repository, key: 'localServicePort', log: deps.log });
  }

  get state(): ServiceState {
    return this.#state;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(): void {
    this.#supervision ??= this.#supervise(this.#stopper.signal);
  }

  retry(): void {
    const { signal } = this.#stopper;
    if (this.#state.state !== 'failed' || signal.aborted) return;
    this.#supervision = (this.#supervision ?? Promise.resolve()).then(() => this.#supervise(signal));
    this.#change({ state: 'starting' });
  }

  current(signal: AbortSignal): Promise<ServiceAddress> {
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        unsubscribe();
        signal.removeEventListener('abort', look);
      };
      const look = (): void => {
        if (signal.aborted) reject(stopErrorOf(signal));
        else if (this.#state.state === 'failed') reject(this.#state.error);
        else if (this.#running) resolve({ baseUrl: this.#running.url, bearer: this.#running.apiKey });
        else return;
        finish();
      };
      const unsubscribe = this.onChange(look);
      signal.addEventListener('abort', look, { once: true });
      look();
    });
  }

  async origin(signal: AbortSignal): Promise<string> {
    return new URL((await this.current(signal)).baseUrl).origin;
  }

  /** A launch has one key, so a refused key belongs to an earlier launch. */
  async renew(refusedBearer: string, signal: AbortSignal): Promise<boolean> {
    return (await this.current(signal)).bearer !== refusedBearer;
  }

  async dispose(): Promise<void> {
    this.#stopper.abort();
    await this.#running?.stop();
    await this.#supervision;
  }

  async #supervise(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#deps;
    for (let tries = 1; !signal.aborted; tries += 1) {
      const startedMs = clock.monotonicMs();
      const error = await this.#runOnce(signal);
      if (signal.aborted) break;
      log.warn('The local service ended.', { tries, error });
      if (clock.monotonicMs() - startedMs > healthyAfterMs) tries = 0;
      if (tries >= maxTries || error.details['reason'] === 'not_included') {
        this.#change({ state: 'failed', error });
        return;
      }
      this.#change({ state: 'starting' });
      await wait(clock, backoffMs(backoff, tries - 1), signal).catch(() => undefined);
    }
    this.#change({ state: 'failed', error: new AppError('service_stopped', 'The app is closing.') });
  }

  /** Runs the process once. Resolves with the reason when it ended or could not be started. */
  async #runOnce(signal: AbortSignal): Promise<AppError> {
    const { launcher, paths } = this.#deps;
    try {
      const running = await launcher.launch({
        dataFolder: join(paths.userData, 'service'),
        preferredPort: this.#port.read(),
        mayStepBack: await this.#mayStepBack(),
        signal,
      });
      this.#noteStepBack(false);
      this.#port.keep(running.port);
      this.#running = running;
      this.#change({ state: 'running', baseUrl: running.url });
      if (signal.aborted) await running.stop();
      const { code, lastWords } = await running.exited;
      return serviceEndError(code, lastWords);
    } catch (error) {
      return error instanceof AppError
        ? error
        : serviceEndError(null, error instanceof Error ? error.message : String(error));
    } finally {
      this.#running = null;
    }
  }

  /** Remembers a step back until the service has started, because updates forget the version that did not start. */
  async #mayStepBack(): Promise<boolean> {
    const mayStepBack = this.#isStepBackNoted() || (await this.#deps.hasSteppedBack());
    if (mayStepBack) this.#noteStepBack(true);
    return mayStepBack;
  }

  #isStepBackNoted(): boolean {
    return this.#deps.repository.read(stepBackKey, z.boolean()) ?? false;
  }

  #noteStepBack(isDue: boolean): void {
    try {
      if (isDue !== this.#isStepBackNoted()) this.#deps.repository.write(stepBackKey, isDue);
    } catch (error) {
      this.#deps.log.warn('A step back of the local service could not be noted.', { error });
    }
  }

  #change(state: ServiceState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) {
      try {
        listener();
      } catch (error) {
        this.#deps.log.error('A change of the local service could not be told.', error, {
          state: state.state,
        });
      }
    }
  }
}
