import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AppError } from '../../../src-shared/app-error.ts';
import { type App, compose } from '../../app/compose.ts';
import { KeychainSecretStore } from '../../connections/keychain/keychain-secret-store.ts';
import { loadNativeKeychain } from '../../connections/keychain/native-keychain.ts';
import { readSuggestedAddress } from '../../connections/suggested-address.ts';
import { systemCodeOf } from '../../foundation/files/folder-errors.ts';
import { killIfHeld, watchThreads } from '../../foundation/held-process.ts';
import { BrowserHost } from '../browser/browser-host.ts';
import { isOfOtherUser } from '../browser/peer-user.ts';
import { withDoor } from '../door/with-door.ts';
import { agentProgramOfCheckout } from '../node/agent-program.ts';
import { createNodePlatform } from '../node/node-platform.ts';
import { hasDisplay, openBrowser } from '../node/open-browser.ts';
import { userPaths } from '../node/user-paths.ts';
import { sendToLibrary } from '../page/send-to-library.ts';
import type { StartOptions } from './start-options.ts';

interface BrowserHostDeps {
  /** Folder of the checkout. */
  readonly root: string;
  readonly options: StartOptions;
  /** Ends the app and the process. */
  readonly interrupt: AbortSignal;
}

const headlessCommand = 'npm run -s roundtrip -- --script FILE --out DIR';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function readVersion(root: string): Promise<string> {
  return (JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Runs the app in the browser until the interrupt. */
export async function runBrowserHost({ root, options, interrupt }: BrowserHostDeps): Promise<void> {
  const hasThread = watchThreads(process);
  const platform = createNodePlatform({
    host: 'browser',
    paths: userPaths(process.platform, process.env),
    secrets: new KeychainSecretStore({ load: loadNativeKeychain, platform: process.platform }),
  });
  const version = await readVersion(root);
  const composed = compose(platform, {
    version,
    service: { kind: 'local' },
    agentProgram: agentProgramOfCheckout(root),
    suggestedServiceUrl: readSuggestedAddress(join(root, 'resources', 'service.json')),
  });
  const app = withDoor(composed, { userData: platform.paths.userData, version, log: platform.log });
  const host = new BrowserHost({
    app,
    rendererFolder: join(root, 'out', 'renderer'),
    isOfOtherUser,
    onPagesGone: () => {
      app.services.agentQuestions.pageClosed();
    },
    onBug: (where, error) => {
      platform.log.error(`Unexpected in ${where}.`, error);
    },
  });
  const end = async (): Promise<void> => {
    for (const part of [host, app]) {
      await part.dispose().catch((error: unknown) => {
        platform.log.error('A part of the app did not end properly.', error);
      });
    }
    await killIfHeld({ own: process, hasThread });
    process.exit();
  };
  let ending: Promise<void> | null = null;
  const stop = (): Promise<void> => (ending ??= end());
  if (interrupt.aborted) return stop();
  interrupt.addEventListener('abort', () => void stop(), { once: true });
  if (!(await startOrTell(app, options))) return;
  const address =
    options.port === null ? await startAtKeptPort(host, app) : await startOrTellPort(host, options.port);
  if (address === null) {
    process.exitCode = 1;
    return stop();
  }
  await tellAddress(address, options);
  // As in Electron, an unexpected error does not end the work in progress. One during the start still ends the start.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      platform.log.error('Unexpected in main.', error);
    });
  }
  await upload(app, options);
  const lines = createInterface({ input: process.stdin }).on('line', () => {
    say(`Open ${host.renewAddress()}`);
  });
  // Under nohup, and without its terminal, nothing can be read.
  lines.on('error', () => undefined);
}

/** Starts the app. Returns false, after saying why, if it already runs with the same data or cannot use them. */
async function startOrTell(app: App, options: StartOptions): Promise<boolean> {
  try {
    await app.start();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'conflict') tellConflict(error, options);
    else process.stderr.write(`${error.message}\n`);
    await app.dispose();
    process.exitCode = 1;
    return false;
  }
}

function tellConflict({ message }: AppError, { uploadPaths }: StartOptions): void {
  say(`${message} Nothing was started${uploadPaths.length === 0 ? '' : ' or sent'}.`);
  if (uploadPaths.length > 0) say('Drop the files on its window, or close it and start again.');
}

async function upload(app: App, { uploadPaths }: StartOptions): Promise<void> {
  for (const { path, error } of await sendToLibrary(app, uploadPaths)) {
    say(error ? `Not sent: ${path} (${error.message})` : `On its way to the library: ${path}`);
  }
}

/**
 * Starts at the last port. A browser keeps a page's drafts and preferences by address, so another port would lose them.
 */
async function startAtKeptPort(host: BrowserHost, { services: { browserPort } }: App): Promise<string> {
  const address = await browserPort.startAt((port) => host.start(port));
  browserPort.keep(Number(new URL(address).port));
  return address;
}

/** Starts at the wanted port. Returns null, after saying so, if it cannot be used. */
async function startOrTellPort(host: BrowserHost, port: number): Promise<string | null> {
  try {
    return await host.start(port);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const reason = code === 'EACCES' ? 'You may not use' : 'Another program uses';
    const remedy = 'Choose another one, or leave --port out to get a free one.';
    process.stderr.write(`${reason} port ${String(port)}. ${remedy}\n`);
    return null;
  }
}

async function tellAddress(address: string, { isOpened }: StartOptions): Promise<void> {
  const canShow = isOpened && hasDisplay(process.platform, process.env);
  if (canShow && (await openBrowser(address))) {
    say(`Dailies is open in your browser. Press Enter for a fresh address, Ctrl+C to stop.`);
    return;
  }
  say(`Open ${address}`);
  say(
    `The address works once; press Enter for a fresh one, Ctrl+C to stop. Without a browser: ${headlessCommand}`,
  );
}
