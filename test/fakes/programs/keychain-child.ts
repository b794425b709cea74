import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { KeychainSecretStore } from '../../../src-main/connections/keychain/keychain-secret-store.ts';
import { loadNativeKeychain } from '../../../src-main/connections/keychain/native-keychain.ts';
import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';
import { toErrorBody } from '../../../src-shared/app-error.ts';
import { secretsOver } from '../secrets-over.ts';

/* Program with the app's secret store over the real keychain. Reads commands from the standard input. */

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const store = new KeychainSecretStore({ load: loadNativeKeychain, platform: process.platform });
const secrets = secretsOver({ store, clock: createSystemClock(), log: silent });
const states: string[] = [];
secrets.onChange(({ state }) => states.push(state));

interface Command {
  readonly do: 'get' | 'set' | 'delete' | 'retry' | 'readFilesWhileWaiting' | 'states';
  readonly account?: string;
  readonly secret?: string;
  /** Number of simultaneous calls. */
  readonly times?: number;
}

/** Milliseconds that a hundred reads take while the keychain waits for its user. */
async function readFilesWhileWaiting(): Promise<number> {
  while (secrets.keychain.state !== 'waiting') await new Promise((resolve) => setTimeout(resolve, 20));
  const startedMs = performance.now();
  for (let file = 0; file < 100; file += 1) await readFile(import.meta.filename);
  return performance.now() - startedMs;
}

async function once({ do: name, account = 'key:1', secret = '' }: Command): Promise<unknown> {
  switch (name) {
    case 'get':
      return secrets.get(account);
    case 'set':
      return secrets.set(account, secret);
    case 'delete':
      return secrets.delete(account);
    case 'retry':
      return secrets.retry();
    case 'readFilesWhileWaiting':
      return readFilesWhileWaiting();
    case 'states':
      return states;
  }
}

async function answer(command: Command): Promise<unknown> {
  const startedMs = performance.now();
  try {
    const all = await Promise.all(Array.from({ length: command.times ?? 1 }, () => once(command)));
    return { value: all[0] ?? null, state: secrets.keychain.state, tookMs: performance.now() - startedMs };
  } catch (error) {
    const { code, message } = toErrorBody(error);
    return { code, message, state: secrets.keychain.state, tookMs: performance.now() - startedMs };
  }
}

/** Answers keep the order of the commands, but the commands run in parallel. */
let last: Promise<unknown> = Promise.resolve();
createInterface({ input: process.stdin }).on('line', (line) => {
  const answered = answer(JSON.parse(line) as Command);
  last = last.then(async () => process.stdout.write(`${JSON.stringify(await answered)}\n`));
});
