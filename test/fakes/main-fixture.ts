import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressSource, OriginSource } from '../../src-main/api/http/service-address.ts';
import type { Clock, Log } from '../../src-main/platform.ts';
import { StateStore } from '../../src-main/state/state-store.ts';
import { atTestEnd } from '../support/at-test-end.ts';
import { createHastyClock } from './turned-clock.ts';

let foldersOfTest: string[] | null = null;

/**
 * Makes a folder for the test. All folders are removed together, after everything started since the first one is
 * disposed, because a running app would mark its delivery folder again.
 */
export async function makeFolder(name = 'main'): Promise<string> {
  const folders = (foldersOfTest ??= removedWhenFinished());
  const folder = await mkdtemp(join(tmpdir(), `dailies-${name}-`));
  folders.push(folder);
  return folder;
}

function removedWhenFinished(): string[] {
  const folders: string[] = [];
  atTestEnd(async () => {
    foldersOfTest = null;
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  return folders;
}

/** Log that keeps its lines in memory. */
export class KeptLog implements Log {
  readonly lines: { level: string; message: string; facts: unknown }[] = [];

  info(message: string, facts?: unknown): void {
    this.lines.push({ level: 'info', message, facts });
  }

  warn(message: string, facts?: unknown): void {
    this.lines.push({ level: 'warn', message, facts });
  }

  error(message: string, error: unknown, facts?: unknown): void {
    this.lines.push({ level: 'error', message, facts: { error, facts } });
  }
}

/** Returns an address that never changes and is always available. */
export function addressOf(
  baseUrl: string,
  bearer: string | null = 'key-of-the-test',
): AddressSource & OriginSource {
  return {
    current: () => Promise.resolve({ baseUrl, bearer }),
    origin: () => Promise.resolve(new URL(baseUrl).origin),
    renew: () => Promise.resolve(false),
  };
}

/** Opens a state in a new folder and closes it at the end of the test. */
export async function openStore(clock: Clock = createHastyClock(), folder?: string): Promise<StateStore> {
  const userData = folder ?? (await makeFolder('state'));
  const state = new StateStore({ userData, clock, log: new KeptLog(), onRecovered: () => undefined });
  await state.start();
  atTestEnd(() => state.dispose());
  return state;
}
