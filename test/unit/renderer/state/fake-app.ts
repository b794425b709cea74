import type { LinkState } from '../../../../src-renderer/http-bridge.ts';
import { AppState } from '../../../../src-renderer/state/app-state.svelte.ts';
import type { KeyValueStorage } from '../../../../src-renderer/state/foundation/stored-value.ts';
import { englishMessages } from '../../../fakes/english-words.ts';
import type { FakeMain } from '../../../fakes/page/fake-main.ts';
import { clientOf, memoryStorage } from './fake-client.ts';

const never = () => () => undefined;

/** The link between a page and a fake main. No event passes while it is lost. */
export class FakeLink {
  #state: LinkState = 'open';
  #changed: (state: LinkState) => void = () => undefined;

  change(state: LinkState): void {
    this.#state = state;
    this.#changed(state);
  }

  readonly onChange = (listener: (state: LinkState) => void): (() => void) => {
    this.#changed = listener;
    return () => undefined;
  };

  /** Passes on the events of main that arrive while the link is open. */
  over(listener: (message: unknown) => void): (message: unknown) => void {
    return (message) => {
      if (this.#state === 'open') listener(message);
    };
  }
}

/** Creates the page's state over a fake main, without a page. */
export async function appOf(
  main: FakeMain,
  link = new FakeLink(),
  storage: KeyValueStorage = memoryStorage(),
): Promise<AppState> {
  const client = clientOf({
    invoke: (request) => main.invoke(request),
    subscribe: (listener) => main.subscribe(link.over(listener)),
  });
  return new AppState({
    client,
    messages: englishMessages,
    storage,
    info: await client.call('app.info', {}),
    bridge: {
      grantFile: ({ name }) => Promise.resolve(main.grantFile({ displayName: name, body: Buffer.from('x') })),
      onLinkChange: link.onChange,
      absoluteUrl: (url) => url,
    },
    address: { hash: () => '', push: () => undefined, replace: () => undefined, onChange: never },
    schedule: never,
    onReturn: never,
    onNetwork: never,
    onStorageChange: never,
    isInFront: () => true,
    writeClipboard: () => Promise.resolve(),
    openViewerWindow: () => null,
  });
}
