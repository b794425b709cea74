import type { AppInfo } from '../../src-shared/contract/app/app.ts';
import type { Messages } from '../../src-shared/i18n/messages.ts';
import type { PageBridge } from '../bridge.ts';
import type { KeyValueStorage } from './foundation/stored-value.ts';
import type { AttentionDeps } from './window/attention.ts';
import type { AddressBar } from './window/navigation.svelte.ts';
import type { OpenViewerWindow } from './window/viewer-window.svelte.ts';

/** What the state of the page is made from. */
export interface AppStateDeps extends AttentionDeps {
  readonly info: AppInfo;
  readonly bridge: Pick<PageBridge, 'grantFile' | 'onLinkChange' | 'absoluteUrl'>;
  readonly messages: Messages;
  readonly storage: KeyValueStorage;
  readonly address: AddressBar;
  /** Calls back when another page of the same app changed the storage. Returns the function that unsubscribes. */
  readonly onStorageChange: (listener: () => void) => () => void;
  /** Puts a text on the clipboard. */
  readonly writeClipboard: (text: string) => Promise<void>;
  readonly openViewerWindow: OpenViewerWindow;
}
