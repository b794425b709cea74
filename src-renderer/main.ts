import './zod-without-eval.ts';
import './styles/base.css';
import type { AppContract } from '../src-shared/contract/app-contract.ts';
import { createClient } from '../src-shared/ipc/client.ts';
import { connectBridge } from './bridge.ts';
import { languagesOf, loadLocale } from './i18n/load-locale.ts';
import type { StartFacts } from './start-page.ts';
import { withMemory } from './state/foundation/stored-value.ts';

/* The browser still loads the code of the page while main answers and the first formats are made here. */

const themeKey = 'dailies.theme';
const storage = withMemory(localStorage);
const bridge = connectBridge(window);
const client = createClient<AppContract>(bridge);

function showTheme(theme: string): void {
  document.documentElement.dataset['theme'] = theme;
  storage.setItem(themeKey, theme);
}

async function readFacts(): Promise<StartFacts> {
  const info = await client.call('app.info', {});
  const locale = await loadLocale(location.search, info.language, languagesOf(info.systemLanguages));
  // The first number format of a page takes about ten milliseconds.
  new Intl.NumberFormat(locale.languageTag).format(0);
  return { info, locale };
}

async function start(target: HTMLElement): Promise<void> {
  const [[facts], { startPage }] = await Promise.all([
    Promise.allSettled([readFacts()]),
    import('./start-page.ts'),
  ]);
  await startPage(target, { bridge, client, storage, facts, showTheme });
}

document.documentElement.dataset['theme'] = storage.getItem(themeKey) ?? 'system';
const target = document.getElementById('app');
if (target) void start(target);
