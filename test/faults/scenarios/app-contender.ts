import { createInterface } from 'node:readline';
import { addressedConnectionId, compose } from '../../../src-main/app/compose.ts';
import { keyAccount } from '../../../src-main/connections/key-credential.ts';
import { MemorySecretStore } from '../../../src-main/hosts/node/memory-secret-store.ts';
import { createNodePlatform } from '../../../src-main/hosts/node/node-platform.ts';
import { toErrorBody } from '../../../src-shared/app-error.ts';
import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import { createClient } from '../../../src-shared/ipc/client.ts';

/*
 * One of several processes that try to be the app of one folder. Arguments: the folder of the app's data, the address
 * of the service and its key. It prints "ready" when all modules are loaded, starts at the first line of its input,
 * prints "running" when the app answers or the error code otherwise, and exits when its standard input ends.
 */

const [userData = '', baseUrl = '', apiKey = ''] = process.argv.slice(2);
const secrets = new MemorySecretStore([[keyAccount(addressedConnectionId), apiKey]]);
const platform = createNodePlatform({ host: 'browser', paths: { userData, movies: null }, secrets });
const app = compose(platform, { version: '0.0.0', service: { kind: 'address', baseUrl } });
const client = createClient<AppContract>({
  invoke: app.router,
  subscribe: (listener) => app.subscribe(listener),
});

async function begin(): Promise<string> {
  try {
    await app.start();
    await client.call('app.info', {});
    return 'running';
  } catch (error) {
    return toErrorBody(error).code;
  }
}

const lines = createInterface({ input: process.stdin });
lines.once('line', () => {
  void begin().then((outcome) => process.stdout.write(`${outcome}\n`));
});
lines.once('close', () => {
  void app.dispose().finally(() => {
    process.exit();
  });
});
process.stdout.write('ready\n');
