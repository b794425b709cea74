import { spawn } from 'node:child_process';
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';

const sources = ['src-*/**/*', 'package-lock.json', '*.config.ts'];
/** Folders that a build writes before the part for editors. */
const parts = [
  'out/{service,commands,main,preload,renderer}',
  'out/{service,commands,main,preload,renderer}/**/*',
];
const page = 'out/renderer/index.html';
/** Written last in a build. */
const panel = 'out/editors/dailies-premiere.ccx';
/** Nearly always, packages are missing or older than the lock file. */
const failure =
  'The app could not be built: its build ended with the lines above. Run npm ci, then try again.';

async function newestChangeMs(root: string, patterns: readonly string[]): Promise<number> {
  let newestMs = 0;
  for await (const path of glob(patterns, { cwd: root })) {
    newestMs = Math.max(newestMs, (await stat(join(root, path))).mtimeMs);
  }
  return newestMs;
}

/** False also after an interrupted build: its panel is missing, or older than a part made again. */
async function isBuilt(root: string): Promise<boolean> {
  const pageMs = await newestChangeMs(root, [page]);
  const panelMs = await newestChangeMs(root, [panel]);
  if (Math.min(pageMs, panelMs) <= (await newestChangeMs(root, sources))) return false;
  return panelMs >= (await newestChangeMs(root, parts));
}

/**
 * Builds the page, the Electron files, the commands, the local service and the part for editors into `out/`, unless they are complete
 * and newer than every source. `interrupt` ends the build.
 * @returns false if it was interrupted, or failed and said so.
 */
export async function buildApp(root: string, interrupt?: AbortSignal): Promise<boolean> {
  if (await isBuilt(root)) return true;
  if (interrupt?.aborted) return false;
  process.stderr.write('Building…\n');
  const output: Buffer[] = [];
  const code = await new Promise<number | null>((resolve, reject) => {
    // A group of its own, as the shell and npm do not pass a signal on to every program that they run.
    const detached = interrupt !== undefined && process.platform !== 'win32';
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const child = spawn('npm run build', { cwd: root, shell: true, detached, stdio: [...stdio] });
    const stop = (): void => {
      if (detached && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      else child.kill();
    };
    interrupt?.addEventListener('abort', stop);
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', reject);
    child.once('exit', () => interrupt?.removeEventListener('abort', stop));
    child.once('close', resolve);
  });
  if (interrupt?.aborted) return false;
  if (code === 0) return true;
  process.stderr.write(Buffer.concat(output));
  process.stderr.write(`${failure}\n`);
  return false;
}
