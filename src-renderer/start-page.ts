import { mount } from 'svelte';
import type { AppInfo } from '../src-shared/contract/app/app.ts';
import type { AppContract } from '../src-shared/contract/app-contract.ts';
import type { LanguageChoice } from '../src-shared/i18n/language.ts';
import { type LocaleTexts, Messages } from '../src-shared/i18n/messages.ts';
import type { Client } from '../src-shared/ipc/client.ts';
import Root from './Root.svelte';
import StartFailure from './StartFailure.svelte';
import type { PageBridge } from './bridge.ts';
import { errorBodyOf } from './errors/error-body-of.ts';
import { languagesOf, loadLocale } from './i18n/load-locale.ts';
import { openViewerWindow } from './open-viewer-window.ts';
import { LoadedScreens } from './screens/loaded-screens.svelte.ts';
import type { AppStateDeps } from './state/app-state-deps.ts';
import { AppState } from './state/app-state.svelte.ts';
import type { KeyValueStorage } from './state/foundation/stored-value.ts';
import { CurrentDay } from './state/window/current-day.svelte.ts';
import { type AddressBar, placeOf } from './state/window/navigation.svelte.ts';

/** What main and the browser told the page before its code was loaded. */
export interface StartFacts {
  readonly info: AppInfo;
  readonly locale: LocaleTexts;
}

interface PageStart {
  readonly bridge: PageBridge;
  readonly client: Client<AppContract>;
  readonly storage: KeyValueStorage;
  /** Rejected when main does not answer. */
  readonly facts: PromiseSettledResult<StartFacts>;
  /** Stores the theme for the next start and applies it. */
  readonly showTheme: (theme: string) => void;
}

const address: AddressBar = {
  hash: () => location.hash,
  push: (hash) => {
    if (hash !== location.hash) history.pushState(null, '', hash);
  },
  replace: (hash) => {
    history.replaceState(null, '', hash);
  },
  onChange: (listener) => {
    addEventListener('popstate', listener);
    return () => {
      removeEventListener('popstate', listener);
    };
  },
};

function listen(name: 'storage' | 'focus' | 'online'): (listener: () => void) => () => void {
  return (listener) => {
    addEventListener(name, listener);
    return () => {
      removeEventListener(name, listener);
    };
  };
}

const isInFront = (page: Document | undefined): boolean =>
  page?.visibilityState === 'visible' && page.hasFocus();

function schedule(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs);
  return () => {
    clearTimeout(timer);
  };
}

const currentDay = new CurrentDay({ schedule, onReturn: listen('focus'), nowMs: Date.now });

function showLanguage({ language, direction }: Messages): void {
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
}

function createMessages(locale: LocaleTexts): Messages {
  const messages = new Messages(locale, () => currentDay.timeMs);
  showLanguage(messages);
  return messages;
}

const writeClipboard = (text: string): Promise<void> => navigator.clipboard.writeText(text);

/** Shows why the page cannot start, and a way to try again. */
async function showFailure(target: HTMLElement, error: unknown): Promise<void> {
  const messages = createMessages(await loadLocale(location.search, 'system', languagesOf([])));
  const copy = (text: string): Promise<boolean> =>
    writeClipboard(text).then(
      () => true,
      () => false,
    );
  const onretry = (): void => {
    location.reload();
  };
  mount(StartFailure, { target, props: { error: errorBodyOf(error), messages, copy, onretry } });
}

/** Fills the page with the app, or with the reason why it cannot start. */
export async function startPage(target: HTMLElement, start: PageStart): Promise<void> {
  const { bridge, client, storage, facts, showTheme } = start;
  if (facts.status === 'rejected') return showFailure(target, facts.reason);
  const { info, locale } = facts.value;
  const screens = new LoadedScreens();
  const firstScreen = screens.load(placeOf(address.hash()).screen);
  const messages = createMessages(locale);
  const deps: AppStateDeps = {
    info,
    client,
    bridge,
    messages,
    storage,
    address,
    schedule,
    onStorageChange: listen('storage'),
    isInFront: (): boolean => isInFront(document) || isInFront(app.viewerWindow.current?.document),
    onReturn: listen('focus'),
    onNetwork: listen('online'),
    writeClipboard,
    openViewerWindow,
  };
  const useLanguage = async (choice: LanguageChoice): Promise<void> => {
    messages.use(await loadLocale(location.search, choice, languagesOf(info.systemLanguages)));
    showLanguage(messages);
  };
  const app: AppState = new AppState(deps);
  currentDay.start();
  await firstScreen;
  mount(Root, { target, props: { app, messages, screens, useLanguage, showTheme } });
  requestIdleCallback(() => void screens.loadRest());
}
