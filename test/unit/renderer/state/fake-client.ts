import type { AppClient } from '../../../../src-renderer/state/foundation/app-client.ts';
import { type KeyValueStorage, withMemory } from '../../../../src-renderer/state/foundation/stored-value.ts';
import type { AppContract } from '../../../../src-shared/contract/app-contract.ts';
import { createClient } from '../../../../src-shared/ipc/client.ts';
import type { FakeMain } from '../../../fakes/page/fake-main.ts';

/** Creates the page's client, connected to a fake main. */
export function clientOf(main: Pick<FakeMain, 'invoke' | 'subscribe'>): AppClient {
  return createClient<AppContract>({
    invoke: (request) => main.invoke(request),
    subscribe: (listener) => main.subscribe(listener),
  });
}

/** Creates a client that holds back the answers to one call. The test releases them in any order. */
export function clientWaitingFor(
  main: Pick<FakeMain, 'invoke' | 'subscribe'>,
  name: string,
): { readonly client: AppClient; readonly letGo: (() => void)[] } {
  const letGo: (() => void)[] = [];
  const client = createClient<AppContract>({
    invoke: async (request) => {
      const reply = await main.invoke(request);
      if ((request as { name: string }).name !== name) return reply;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      letGo.push(() => {
        resolve(undefined);
      });
      await promise;
      return reply;
    },
    subscribe: (listener) => main.subscribe(listener),
  });
  return { client, letGo };
}

/** In-memory version of the browser's storage. */
export function memoryStorage(): KeyValueStorage & { readonly values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value);
    },
    removeItem: (key) => {
      values.delete(key);
    },
  };
}

/** The page's storage over a browser's storage that has no room. */
export function fullStorage(): KeyValueStorage {
  const setItem = (): void => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  return withMemory({ ...memoryStorage(), setItem });
}
