import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { RequestDeadlines } from '../../../src-service/http/request-deadlines.ts';
import { startService } from '../../../src-service/start-service.ts';
import { FakeMediaEngine } from '../../fakes/media-engine/fake-media-engine.ts';
import { FakeClock } from '../../fakes/services/fake-clock.ts';
import { Caller } from './caller.ts';

/** Real service whose media engine and clock the test controls. */
export interface ControlledService {
  readonly url: string;
  readonly apiKey: string;
  readonly signInCode: string | null;
  readonly dataFolder: string;
  readonly caller: Caller;
  readonly engine: FakeMediaEngine;
  readonly clock: FakeClock;
  readonly log: { readonly level: string; readonly internalErrorCode?: unknown }[];
  /** Stops the service and starts it again on the same folder with the same key. */
  restart(): Promise<ControlledService>;
  dispose(): Promise<void>;
}

interface Options {
  readonly plan?: 'free' | 'pro' | 'unlimited';
  readonly dataFolder?: string;
  readonly apiKey?: string;
  readonly clock?: FakeClock;
  /** Off by default, because its hourly wait would appear among the waits of the clock. */
  readonly removesOldFiles?: boolean;
  readonly allowSignIn?: boolean;
  readonly deadlines?: RequestDeadlines;
}

/** Starts the service in this process on a free port. Uses a new folder by default. */
export async function startControlledService(options: Options = {}): Promise<ControlledService> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(path.join(tmpdir(), 'dailies-conformance-')));
  const engine = new FakeMediaEngine();
  const clock = options.clock ?? new FakeClock();
  const log: { level: string; internalErrorCode?: unknown }[] = [];
  const { plan = 'pro', apiKey = null, allowSignIn = true } = options;
  const service = await startService({
    launch: {
      dataFolder,
      port: 0,
      apiKey,
      plan,
      allowSignIn,
      allowLoopbackWebhooks: true,
      mayStepBack: false,
    },
    clock,
    removesOldFiles: options.removesOldFiles ?? false,
    ...(options.deadlines && { deadlines: options.deadlines }),
    createEngine: async () => engine,
    mayUseOtherPort: false,
    log: (entry) => log.push(entry),
  });
  const dispose = async () => {
    await service.dispose();
    await rm(dataFolder, { recursive: true, force: true });
  };
  const restart = async () => {
    await service.dispose();
    return startControlledService({ plan, dataFolder, apiKey: service.apiKey, clock });
  };
  const caller = new Caller(service);
  return { ...service, dataFolder, caller, engine, clock, log, restart, dispose };
}

/** Starts a service before each test of the file, passes it on, and disposes of it after the test. */
export function serviceForEachTest(onStarted: (service: ControlledService) => void): void {
  let service: ControlledService;
  beforeEach(async () => {
    service = await startControlledService();
    onStarted(service);
  });
  afterEach(() => service.dispose());
}
