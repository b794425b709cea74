import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AddressSource, OriginSource } from '../../src-main/api/service-address.ts';
import type { Clock, Log } from '../../src-main/platform.ts';
import { StateStore } from '../../src-main/state/state-store.ts';
import { createHastyClock } from './turned-clock.ts';

let foldersOfTest: string[] | null = null;

/**
 * A folder of the test's own. All of them are removed together, after whatever was started since the first one has been
 * disposed: an app that still runs marks its delivery folder again.
 */
export async function makeFolder(name = 'main'): Promise<string> {
  const folders = (foldersOfTest ??= removedWhenFinished());
  const folder = await mkdtemp(join(tmpdir(), `dailies-${name}-`));
  folders.push(folder);
  return folder;
}

function removedWhenFinished(): string[] {
  const folders: string[] = [];
  onTestFinished(async () => {
    foldersOfTest = null;
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  return folders;
}

/** A log that keeps its lines. */
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

/** An address that is always there. */
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

/** An open state in a folder of its own, closed when the test ends. */
export async function openStore(clock: Clock = createHastyClock()): Promise<StateStore> {
  const userData = await makeFolder('state');
  const state = new StateStore({ userData, clock, log: new KeptLog(), onRecovered: () => undefined });
  await state.start();
  onTestFinished(() => state.dispose());
  return state;
}
