import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { startRealService } from '../real-service.ts';

/** What the suite knows of the service under check. */
export interface Target {
  readonly url: string;
  /** Its team should hold a paid plan, so that nothing is refused for the lack of one. */
  readonly apiKey: string;
  /** Entered on the sign-in page; null for a service elsewhere. */
  readonly signInCode: string | null;
  /** Key of another user of the same team. */
  readonly colleagueApiKey: string | null;
  /** Key of another team, without a paid plan. */
  readonly freeApiKey: string | null;
  /** Started for this suite: people need not be asked, and the free team's limits may be used up. */
  readonly isOwn: boolean;
  /** Whether the limits of the first key's team may be used up. */
  readonly mayExhaust: boolean;
}

declare module 'vitest' {
  interface ProvidedContext {
    target: Target;
  }
}

const program = fileURLToPath(new URL('../../../src-service/cli.ts', import.meta.url));

async function createKey(dataFolder: string, ...options: string[]): Promise<string> {
  const words = ['keys', 'create', '--data', dataFolder, ...options];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words]);
  return (JSON.parse(stdout) as { apiKey: string }).apiKey;
}

function givenTarget(url: string): Target {
  const { DAILIES_API_KEY, DAILIES_COLLEAGUE_API_KEY, DAILIES_FREE_API_KEY, DAILIES_EXHAUST } = process.env;
  return {
    url: url.replace(/\/+$/, ''),
    apiKey: DAILIES_API_KEY ?? '',
    colleagueApiKey: DAILIES_COLLEAGUE_API_KEY ?? null,
    freeApiKey: DAILIES_FREE_API_KEY ?? null,
    signInCode: null,
    isOwn: false,
    mayExhaust: DAILIES_EXHAUST === '1',
  };
}

/**
 * Takes the service of DAILIES_BASE_URL, or starts the real one in a temporary folder.
 * @returns what stops what was started.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['DAILIES_BASE_URL'];
  if (url !== undefined && url !== '') {
    project.provide('target', givenTarget(url));
    return async () => undefined;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'dailies-documented-'));
  const service = await startRealService(folder, ['--plan', 'pro']);
  const [colleagueApiKey, freeApiKey] = await Promise.all([
    createKey(folder, '--user', 'colleague@example.org'),
    createKey(folder, '--team', 'Next door', '--plan', 'free'),
  ]);
  const { url: ownUrl, apiKey, signInCode } = service;
  const keys = { apiKey, signInCode, colleagueApiKey, freeApiKey };
  project.provide('target', { url: ownUrl, ...keys, isOwn: true, mayExhaust: false });
  return async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
