import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AppError } from '../../../src-shared/app-error.ts';
import { type App, compose } from '../../app/compose.ts';
import { KeychainSecretStore } from '../../connections/keychain/keychain-secret-store.ts';
import { loadNativeKeychain } from '../../connections/keychain/native-keychain.ts';
import { readSuggestedAddress } from '../../connections/suggested-address.ts';
import { systemCodeOf } from '../../foundation/folder-errors.ts';
import { killIfHeld, watchThreads } from '../../foundation/held-process.ts';
import { BrowserHost } from '../browser/browser-host.ts';
import { isOfOtherUser } from '../browser/peer-user.ts';
import { createNodePlatform } from '../node/node-platform.ts';
import { hasDisplay, openBrowser } from '../node/open-browser.ts';
import { userPaths } from '../node/user-paths.ts';
import { sendToLibrary } from '../page/send-to-library.ts';
import { buildApp } from './build-app.ts';
import { findElectron } from './electron-binary.ts';
import { parseStartOptions, startUsage, type StartOptions } from './start-options.ts';

/**
 * `npm start` runs the app in Electron if its program exists or can be fetched, else the same app in the browser.
 * `--browser` goes to the browser at once, `--no-open` prints the address without opening it, `--port` fixes it,
 * `--upload FILE...` sends files to the library.
 */
const root = join(import.meta.dirname, '..', '..', '..');
const { isBrowser, isOpened, port: wantedPort, uploadPaths } = optionsOrUsage();
const headlessCommand = 'npm run -s roundtrip -- --script FILE --out DIR';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ends the process after a wrong command line or a request for help. */
function optionsOrUsage(): StartOptions {
  try {
    // npm runs scripts in the project's folder, and passes the user's folder in `INIT_CWD`.
    const options = parseStartOptions(process.argv.slice(2), process.env['INIT_CWD'] ?? process.cwd());
    if (!options.isHelp) return options;
    process.stdout.write(startUsage);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${error.message}\n${startUsage}`);
    process.exit(2);
  }
}

/** An Electron that fails sooner never showed its window: a library is missing, or it refuses to run as this user. */
const startMs = 15_000;

/** Runs the app in Electron to its end. Resolves to false if the program does not run on this computer. */
function runElectron(program: string): Promise<boolean> {
  const uploads = uploadPaths.length === 0 ? [] : ['--upload', '--', ...uploadPaths];
  const startedAt = performance.now();
  const child = spawn(program, [root, ...uploads], { stdio: 'inherit' });
  let isStopped = false;
  const stop = (signal: NodeJS.Signals): void => {
    isStopped = true;
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  return new Promise((resolve) => {
    const end = (hasRun: boolean): void => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
      resolve(hasRun);
    };
    child.once('error', () => {
      end(false);
    });
    child.once('close', (code) => {
      const hasRun = code === 0 || isStopped || performance.now() - startedAt >= startMs;
      if (hasRun) process.exitCode = code ?? 1;
      end(hasRun);
    });
  });
}

async function readVersion(): Promise<string> {
  return (JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

async function runBrowserHost(): Promise<void> {
  const hasThread = watchThreads(process);
  const platform = createNodePlatform({
    host: 'browser',
    paths: userPaths(process.platform, process.env),
    secrets: new KeychainSecretStore({ load: loadNativeKeychain, platform: process.platform }),
  });
  const app = compose(platform, {
    version: await readVersion(),
    service: { kind: 'local' },
    suggestedServiceUrl: readSuggestedAddress(join(root, 'resources', 'service.json')),
  });
  const host = new BrowserHost({
    app,
    rendererFolder: join(root, 'out', 'renderer'),
    readSessionKey: () => app.services.browserKey.read(),
    isOfOtherUser,
    onBug: (where, error) => {
      platform.log.error(`Unexpected in ${where}.`, error);
    },
  });
  const stop = async (): Promise<void> => {
    for (const part of [host, app]) {
      await part.dispose().catch((error: unknown) => {
        platform.log.error('A part of the app did not end properly.', error);
      });
    }
    await killIfHeld({ own: process, hasThread });
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());
  if (!(await startOrTell(app))) return;
  const address =
    wantedPort === null ? await startAtKeptPort(host, app) : await startOrTellPort(host, wantedPort);
  if (address === null) {
    process.exitCode = 1;
    return stop();
  }
  await tellAddress(address);
  // As in Electron, an unexpected error does not end the work in progress. One during the start still ends the start.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      platform.log.error('Unexpected in main.', error);
    });
  }
  await upload(app);
  createInterface({ input: process.stdin }).on('line', () => {
    say(`Open ${host.renewAddress()}`);
  });
}

/** Starts the app. Returns false, after saying why, if it already runs with the same data or cannot use them. */
async function startOrTell(app: App): Promise<boolean> {
  try {
    await app.start();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'conflict') tellConflict(error);
    else process.stderr.write(`${error.message}\n`);
    await app.dispose();
    process.exitCode = 1;
    return false;
  }
}

function tellConflict({ message }: AppError): void {
  say(`${message} Nothing was started${uploadPaths.length === 0 ? '' : ' or sent'}.`);
  if (uploadPaths.length > 0) say('Drop the files on its window, or close it and start again.');
}

async function upload(app: App): Promise<void> {
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

async function tellAddress(address: string): Promise<void> {
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

await buildApp(root);
const electron = isBrowser ? null : await findElectron();
const canShowWindow = hasDisplay(process.platform, process.env);
const runsInWindow = electron !== null && canShowWindow && (await runElectron(electron));
if (!runsInWindow) {
  if (!isBrowser) {
    say(
      electron && !canShowWindow
        ? 'There is no display here: running in the browser instead.'
        : `Electron could not be ${electron ? 'started' : 'fetched'} here: running the same app in your browser.`,
    );
  }
  await runBrowserHost();
}
