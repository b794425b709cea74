import { AppState } from '../../../../src-renderer/state/app-state.svelte.ts';
import { englishMessages } from '../../../fakes/english-words.ts';
import type { FakeMain } from '../../../fakes/fake-main.ts';
import { clientOf, memoryStorage } from './fake-client.ts';

const never = () => () => undefined;

/** Creates the page's state over a fake main, without a page. */
export async function appOf(main: FakeMain): Promise<AppState> {
  const client = clientOf(main);
  return new AppState({
    ...{ client, messages: englishMessages, storage: memoryStorage() },
    info: await client.call('app.info', {}),
    bridge: {
      grantFile: ({ name }) => Promise.resolve(main.grantFile({ displayName: name, body: Buffer.from('x') })),
      onLinkChange: never,
      absoluteUrl: (url) => url,
    },
    address: { hash: () => '', push: () => undefined, replace: () => undefined, onChange: never },
    ...{ schedule: never, onReturn: never, onNetwork: never, onStorageChange: never },
    isInFront: () => true,
    writeClipboard: () => Promise.resolve(),
    openViewerWindow: () => null,
  });
}
