import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../../src-service/start-error.ts';
import { FolderLock } from '../../src-service/store/disk/folder-lock.ts';
import { type RealService, startRealService } from '../conformance/support/real-service.ts';

/**
 * Renders projects once for tests that need one but do not test its creation. Keeps them in `node_modules/.cache` for a
 * day under a hash of the sources, the resources, the locked packages and the request, so that none outlives a change
 * of the code that made it.
 */
const root = join(import.meta.dirname, '..', '..');
const cacheFolder = join(root, 'node_modules', '.cache', 'rendered-projects');
/**
 * True for all folders that the service's code may come from. The app's code is excluded, because it only shows
 * results.
 */
const isPart = (name: string): boolean =>
  name === 'resources' || /^src-(?!main$|preload$|renderer$)/.test(name);
const longestAgeMs = 24 * 3_600_000;
const renderMs = 240_000;

let sourcesHash: Promise<string> | null = null;

/** Returns a hash of all files in a checkout that can affect a project's media. */
async function hashSources(checkout: string): Promise<string> {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  const folders = (await readdir(checkout)).filter(isPart).sort();
  const paths = [join(checkout, 'package-lock.json'), import.meta.filename];
  for (const folder of folders) {
    const entries = await readdir(join(checkout, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'));
    paths.push(...files.map((entry) => join(entry.parentPath, entry.name)).sort());
  }
  for (const path of paths) hash.update(relative(checkout, path)).update(await readFile(path));
  return hash.digest('hex');
}

async function ageMs(path: string): Promise<number> {
  const made = await stat(path).catch(() => null);
  return made === null ? Number.POSITIVE_INFINITY : Date.now() - made.mtimeMs;
}

/** Sends the request and waits for its end. Uses no helpers of a test runner, because both runners call it. */
async function runScript({ url, apiKey }: RealService, request: object): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(url + path, { ...init, headers });
    return (await answer.json()) as { workflowRunId?: string; status?: string };
  };
  const start = { method: 'POST', body: JSON.stringify(request) };
  let run = await ask('/v1/workflows/script-to-video', start);
  const path = `/v1/workflows/runs/${String(run.workflowRunId)}`;
  const until = Date.now() + renderMs;
  do {
    await wait(100);
    run = await ask(path);
  } while ((run.status === 'pending' || run.status === 'running') && Date.now() < until);
  if (run.status !== 'succeeded') throw new Error(`The project was not made: ${JSON.stringify(run)}`);
}

/** Renders the request in a temporary data folder, which gets its final name only when complete. */
async function render(request: object, folder: string): Promise<void> {
  const making = await mkdtemp(`${folder}-`);
  try {
    const service = await startRealService(making, ['--plan', 'unlimited']);
    try {
      await runScript(service, request);
    } finally {
      await service.stop();
    }
    await rm(folder, { recursive: true, force: true });
    await rename(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
}

/** Lets one process render while others that need the same project wait. */
async function locked(folder: string, work: () => Promise<void>): Promise<void> {
  const lock = await takeLock(`${folder}.lock`);
  try {
    await work();
  } finally {
    lock.release();
  }
}

async function takeLock(path: string): Promise<FolderLock> {
  for (;;) {
    try {
      return FolderLock.acquire(path);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      await wait(200);
    }
  }
}

async function removeOld(): Promise<void> {
  for (const path of (await readdir(cacheFolder)).map((name) => join(cacheFolder, name)))
    if ((await ageMs(path)) > longestAgeMs) await rm(path, { recursive: true, force: true });
}

async function renderedFolder(request: object): Promise<string> {
  const hash = (await (sourcesHash ??= hashSources(root))).slice(0, 16);
  const ofRequest = createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 16);
  const folder = join(cacheFolder, `${hash}-${ofRequest}`);
  await mkdir(cacheFolder, { recursive: true });
  await locked(folder, async () => {
    if ((await ageMs(folder)) < longestAgeMs) return;
    await removeOld();
    await render(request, folder);
  });
  return folder;
}

/**
 * Copies a data folder of the service, with the rendered project of a `script-to-video` request, to a new path. Each
 * test starts a service on a copy of its own.
 */
export async function copyRenderedProject(request: object, dataFolder: string): Promise<void> {
  await cp(await renderedFolder(request), dataFolder, { recursive: true, errorOnExist: true, force: false });
}
