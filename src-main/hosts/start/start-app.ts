import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { isAsked } from '../../../src-shared/is-asked.ts';
import { outliveReaders } from '../../../src-shared/outlive-readers.ts';
import { onInterrupt } from '../node/on-interrupt.ts';
import { hasDisplay } from '../node/open-browser.ts';
import { buildApp } from './build-app.ts';
import { findElectron } from './electron-binary.ts';
import { parseStartOptions, startUsage, type StartOptions } from './start-options.ts';

/**
 * `npm start` runs the app in Electron if its program exists or can be fetched, else the same app in the browser.
 * `--browser` goes to the browser at once, `--no-open` prints the address without opening it, `--port` fixes it,
 * `--upload FILE...` sends files to the library.
 */
const root = join(import.meta.dirname, '..', '..', '..');

/** Exit code after an interrupt before the app runs. */
const interruptedCode = 130;

/** Ends the process after a wrong command line or a request for help. */
function optionsOrUsage(): StartOptions {
  const words = process.argv.slice(2);
  if (isAsked(words, '--help')) {
    process.stdout.write(startUsage);
    process.exit(0);
  }
  try {
    // npm runs scripts in the project's folder, and passes the user's folder in `INIT_CWD`.
    return parseStartOptions(words, process.env['INIT_CWD'] ?? process.cwd());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${error.message}\n${startUsage}`);
    process.exit(2);
  }
}

/** An Electron that fails sooner never showed its window: a library is missing, or it refuses to run as this user. */
const startMs = 15_000;

/** Runs the app in Electron to its end. Resolves to false if the program does not run on this computer. */
function runElectron(program: string, uploadPaths: readonly string[]): Promise<boolean> {
  const uploads = uploadPaths.length === 0 ? [] : ['--upload', '--', ...uploadPaths];
  const startedAt = performance.now();
  const child = spawn(program, [root, ...uploads], { stdio: 'inherit' });
  let isStopped = false;
  const ignoreInterrupts = onInterrupt((cause) => {
    isStopped = true;
    child.kill(cause === 'the end of npm' ? 'SIGTERM' : cause);
  });
  return new Promise((resolve) => {
    const end = (hasRun: boolean): void => {
      ignoreInterrupts();
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

function tellWhyBrowser(electron: string | null): void {
  const problem =
    electron && !hasDisplay(process.platform, process.env)
      ? 'There is no display here: running in the browser instead.'
      : `Electron could not be ${electron ? 'started' : 'fetched'} here: running the same app in your browser.`;
  process.stdout.write(`${problem}\n`);
}

outliveReaders(process);
const options = optionsOrUsage();
const interrupt = new AbortController();
onInterrupt(() => {
  interrupt.abort();
});
const { signal } = interrupt;
if (!(await buildApp(root, signal))) process.exit(signal.aborted ? interruptedCode : 1);
const electron = options.isBrowser ? null : await findElectron(signal);
if (signal.aborted) process.exit(interruptedCode);
const canShow = electron !== null && hasDisplay(process.platform, process.env);
const hasRun = canShow && (await runElectron(electron, options.uploadPaths));
if (!hasRun) {
  if (!options.isBrowser) tellWhyBrowser(electron);
  const { runBrowserHost } = await import('./run-browser-host.ts');
  await runBrowserHost({ root, options, interrupt: signal });
}
