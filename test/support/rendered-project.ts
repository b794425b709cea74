import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../../src-service/start-error.ts';
import { FolderLock } from '../../src-service/store/folder-lock.ts';
import { type RealService, startRealService } from '../conformance/real-service.ts';

/**
 * Projects rendered once, for tests that need one and are not about how it is made. Kept in `node_modules/.cache`
 * for a day under a hash of the sources, the resources, the locked packages and the request, so none outlives a
 * change of the code that made it.
 */
const root = join(import.meta.dirname, '..', '..');
const cacheFolder = join(root, 'node_modules', '.cache', 'rendered-projects');
/** All that the service is made of, wherever it comes to lie; the app, which only shows what it made, is not. */
const isPart = (name: string): boolean =>
  name === 'resources' || /^src-(?!main$|preload$|renderer$)/.test(name);
const longestAgeMs = 24 * 3_600_000;
const renderMs = 240_000;

let sourcesHash: Promise<string> | null = null;

/** A hash of all files a project's media can depend on, in a checkout. */
export async function hashSources(checkout: string): Promise<string> {
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

/** Starts the request and waits for its end. Used by runners of both kinds, so without the helpers of either. */
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

/** Renders the request in a data folder of its own, which is there under its name only when it is whole. */
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

/** One process renders, others that want the same wait for it. */
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
 * Puts a data folder of the service, with the project of a `script-to-video` request rendered in it, at a place where
 * there is none yet. Each test gets a copy of its own: start a service on it.
 */
export async function copyRenderedProject(request: object, dataFolder: string): Promise<void> {
  await cp(await renderedFolder(request), dataFolder, { recursive: true, errorOnExist: true, force: false });
}
