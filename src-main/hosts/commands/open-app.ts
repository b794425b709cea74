import { AppError } from '../../../src-shared/app-error.ts';
import { type App, compose } from '../../app/compose.ts';
import { keyAccount } from '../../connections/key-credential.ts';
import { KeychainSecretStore } from '../../connections/keychain/keychain-secret-store.ts';
import { loadNativeKeychain } from '../../connections/keychain/native-keychain.ts';
import { orStopped, throwIfStopped, wait } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import { CommandDoor } from '../door/command-door.ts';
import { connectToDoor, type RunningApp } from '../door/door-client.ts';
import { dataFolderErrorOf, inDataFolder, readVersion } from '../headless/data-folder.ts';
import type { ServiceChoice } from '../headless/service-choice.ts';
import { MemorySecretStore } from '../node/memory-secret-store.ts';
import { createNodePlatform } from '../node/node-platform.ts';
import { userPaths } from '../node/user-paths.ts';
import type { CommandContext } from './command.ts';

/** The app as a command uses it. */
export interface CommandApp extends Pick<CommandContext, 'app' | 'saveFile'> {
  /** Aborts when the app ends without the command. */
  readonly lost: AbortSignal;
}

export interface OpenOptions {
  /** Null: the connections of the data folder. */
  readonly service: ServiceChoice | null;
  /** Null: the app's own, or with a service of one's own a temporary one. */
  readonly dataFolder: string | null;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly tell: (line: string) => void;
}

const lookEveryMs = 200;
/** An app that starts opens its door later than it takes the data folder. */
const maxStartMs = 15_000;

/**
 * Works in the app that runs with the data folder, else in an app of its own.
 * @throws AppError `conflict` for an app of another version or one that cannot be reached, and as `App.start`.
 */
export async function withApp<Result>(
  options: OpenOptions,
  work: (app: CommandApp) => Promise<Result>,
): Promise<Result> {
  const { service, dataFolder, signal } = options;
  throwIfStopped(signal);
  if (service !== null)
    return inDataFolder(dataFolder, (userData) =>
      inOwnApp(composeOwn(userData, service), userData, options, work),
    );
  const userData = dataFolder ?? userPaths(process.platform, process.env).userData;
  return untilReached(userData, options, work);
}

async function untilReached<Result>(
  userData: string,
  options: OpenOptions,
  work: (app: CommandApp) => Promise<Result>,
): Promise<Result> {
  const { clock, signal, tell } = options;
  const endMs = clock.monotonicMs() + maxStartMs;
  const version = await readVersion();
  for (let isFirst = true; ; isFirst = false) {
    const running = await connectToDoor(userData, version);
    if (running) return inRunningApp(running, work);
    try {
      return await inOwnApp(composeOwn(userData, null), userData, options, work);
    } catch (error) {
      const isTaken = error instanceof NotStarted && error.reason.code === 'conflict';
      if (!(error instanceof NotStarted)) throw error;
      if (!isTaken || clock.monotonicMs() > endMs) throw error.reason;
      if (isFirst) tell('Dailies is starting or ending with this folder.');
      await wait(clock, lookEveryMs, signal);
    }
  }
}

/** The app could not start, so that the command has done nothing. */
class NotStarted extends Error {
  readonly reason: AppError;

  constructor(reason: AppError) {
    super(reason.message);
    this.reason = reason;
  }
}

async function inRunningApp<Result>(
  running: RunningApp,
  work: (app: CommandApp) => Promise<Result>,
): Promise<Result> {
  try {
    return await work({
      app: {
        // The client checks replies itself.
        router: (request) => running.invoke(request) as ReturnType<App['router']>,
        subscribe: (listener) =>
          running.subscribe((message) => {
            listener(message as never);
          }),
        fileGrants: { grantPath: (path) => running.grantPath(path) },
      },
      saveFile: (fileId, path) => running.saveFile(fileId, path),
      lost: running.lost,
    });
  } finally {
    running.close();
  }
}

interface OwnApp {
  readonly app: App;
  readonly door: CommandDoor | null;
}

async function composeOwn(userData: string, service: ServiceChoice | null): Promise<OwnApp> {
  const version = await readVersion();
  const platform = createNodePlatform({
    host: 'headless',
    paths: { ...userPaths(process.platform, process.env), userData },
    secrets: service
      ? new MemorySecretStore([[keyAccount(service.connectionId), service.apiKey]])
      : new KeychainSecretStore({ load: loadNativeKeychain, platform: process.platform }),
  });
  const app = compose(platform, {
    version,
    service: service
      ? { kind: 'address', baseUrl: service.baseUrl, connectionId: service.connectionId }
      : { kind: 'local' },
  });
  const { log } = platform;
  return { app, door: service ? null : new CommandDoor({ app, userData, version, log }) };
}

async function inOwnApp<Result>(
  composed: Promise<OwnApp>,
  userData: string,
  { signal, tell, service }: OpenOptions,
  work: (app: CommandApp) => Promise<Result>,
): Promise<Result> {
  const { app, door } = await composed;
  try {
    await app.start().catch((error: unknown) => {
      const known = dataFolderErrorOf(error, userData);
      throw known instanceof AppError && service === null ? new NotStarted(known) : known;
    });
    await door?.start();
    const never = new AbortController();
    const result = await work({
      app,
      saveFile: (fileId, path) => app.saveFile(fileId, path, signal),
      lost: never.signal,
    });
    if (door && !door.isIdle) tell('Other commands still use this app.');
    await orStopped(door?.idle() ?? Promise.resolve(), signal);
    return result;
  } finally {
    await door?.dispose();
    await app.dispose();
  }
}
