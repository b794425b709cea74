import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { startRealService } from '../support/real-service.ts';

/** Facts about the service under check. */
export interface Target {
  readonly url: string;
  /** Key of a team that should have a paid plan, so that the service refuses nothing for lack of one. */
  readonly apiKey: string;
  /** Code for the sign-in page; null for a service elsewhere. */
  readonly signInCode: string | null;
  /** Key of another user of the same team. */
  readonly colleagueApiKey: string | null;
  /** Key of another team, without a paid plan. */
  readonly freeApiKey: string | null;
  /** True if the suite started the service: checks need no person, and may use up the free team's limits. */
  readonly isOwn: boolean;
  /** True if the checks may use up the limits of the first key's team. */
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
 * @returns a function that stops whatever this function started.
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
