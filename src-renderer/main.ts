import './zod-without-eval.ts';
import './styles/base.css';
import { mount } from 'svelte';
import type { AppContract } from '../src-shared/contract/app-contract.ts';
import type { AppInfo } from '../src-shared/contract/app.ts';
import type { LanguageChoice } from '../src-shared/i18n/language.ts';
import { Messages } from '../src-shared/i18n/messages.ts';
import { createClient } from '../src-shared/ipc/client.ts';
import Root from './Root.svelte';
import StartFailure from './StartFailure.svelte';
import { connectBridge } from './bridge.ts';
import { errorBodyOf } from './errors/error-body-of.ts';
import { loadLocale } from './i18n/load-locale.ts';
import { openViewerWindow } from './open-viewer-window.ts';
import { LoadedScreens } from './screens/loaded-screens.svelte.ts';
import { AppState, type AppStateDeps } from './state/app-state.svelte.ts';
import { CurrentDay } from './state/current-day.svelte.ts';
import { type AddressBar, placeOf } from './state/navigation.svelte.ts';
import { withMemory } from './state/stored-value.ts';

const themeKey = 'dailies.theme';
const storage = withMemory(localStorage);

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

function showTheme(theme: string): void {
  document.documentElement.dataset['theme'] = theme;
  storage.setItem(themeKey, theme);
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

/** Returns the system's languages, or the browser's if main does not know them. */
function readLanguages(ofSystem: readonly string[]): readonly string[] {
  return ofSystem.length === 0 ? navigator.languages : ofSystem;
}

function showLanguage({ language, direction }: Messages): void {
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
}

async function createMessages(choice: LanguageChoice, ofSystem: readonly string[]): Promise<Messages> {
  const locale = await loadLocale(location.search, choice, readLanguages(ofSystem));
  const messages = new Messages(locale, () => currentDay.timeMs);
  showLanguage(messages);
  return messages;
}

async function start(target: HTMLElement): Promise<void> {
  const bridge = connectBridge(window);
  const client = createClient<AppContract>(bridge);
  const writeClipboard = (text: string): Promise<void> => navigator.clipboard.writeText(text);
  const screens = new LoadedScreens();
  const firstScreen = screens.load(placeOf(address.hash()).screen);
  let info: AppInfo;
  try {
    info = await client.call('app.info', {});
  } catch (error) {
    const messages = await createMessages('system', []);
    const copy = (text: string): Promise<boolean> =>
      writeClipboard(text).then(
        () => true,
        () => false,
      );
    const onretry = (): void => {
      location.reload();
    };
    mount(StartFailure, { target, props: { error: errorBodyOf(error), messages, copy, onretry } });
    return;
  }
  const messages = await createMessages(info.language, info.systemLanguages);
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
    messages.use(await loadLocale(location.search, choice, readLanguages(info.systemLanguages)));
    showLanguage(messages);
  };
  const app: AppState = new AppState(deps);
  currentDay.start();
  await firstScreen;
  mount(Root, { target, props: { app, messages, screens, useLanguage, showTheme } });
  requestIdleCallback(() => void screens.loadRest());
}

document.documentElement.dataset['theme'] = storage.getItem(themeKey) ?? 'system';
const target = document.getElementById('app');
if (target) void start(target);
