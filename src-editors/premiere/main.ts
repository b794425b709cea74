import type { premierepro } from '@adobe/premierepro';
import { type FolderEntry, Panel, type PanelWords } from './panel.ts';

/** The part of UXP's API used here. */
interface Uxp {
  readonly host: { readonly uiLocale: string };
  readonly storage: {
    readonly localFileSystem: {
      getFolder(): Promise<FolderEntry | null>;
      createPersistentToken(entry: FolderEntry): Promise<string>;
      getEntryForPersistentToken(token: string): Promise<FolderEntry>;
    };
  };
}
declare function require(name: 'uxp'): Uxp;
declare function require(name: 'premierepro'): premierepro;
/** The texts of each language, inserted by the build. */
declare const PANEL_WORDS: Readonly<Record<string, PanelWords>>;

const { host, storage } = require('uxp');
const files = storage.localFileSystem;
const tokenKey = 'delivery-folder';

/** The only use of PANEL_WORDS, because the build inserts all texts at every use. */
const allWords = PANEL_WORDS;

function wordsOf(locale: string): PanelWords {
  const [language = 'en'] = locale.split(/[_-]/);
  const tag = Object.keys(allWords).find((each) => each.split('-')[0] === language);
  return { ...allWords['en'], ...(tag !== undefined && allWords[tag]) };
}

const panel = new Panel({
  host: require('premierepro'),
  words: wordsOf(host.uiLocale),
  now: () => new Date(),
  notes: localStorage,
});

/** An element, reduced to members that UXP documents. */
type Part = Pick<HTMLElement, 'addEventListener' | 'removeAttribute' | 'setAttribute' | 'textContent'>;

function part(id: 'import' | 'return' | 'choose' | 'said'): Part {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The panel has no ${id}.`);
  return found;
}

/** Returns the folder to which the user has granted access; null if there is none. */
async function grantedFolder(): Promise<FolderEntry | null> {
  const token = localStorage.getItem(tokenKey);
  return token === null ? null : files.getEntryForPersistentToken(token).catch(() => null);
}

/** Result of the last button press. */
let said = '';

async function show(): Promise<void> {
  const folder = await grantedFolder();
  const sent = folder && (await panel.sent(folder));
  part('choose').textContent = panel.say('choose');
  part('import').textContent = panel.say('import', sent?.name);
  part('return').textContent = panel.say('return');
  for (const id of ['import', 'return'] as const) {
    if (sent) part(id).removeAttribute('disabled');
    else part(id).setAttribute('disabled', '');
  }
  part('said').textContent = said === '' && folder && !sent ? panel.say('nothingSent') : said;
}

function onClick(id: 'import' | 'return' | 'choose', run: () => Promise<string>): void {
  part(id).addEventListener('click', () => {
    void run()
      .catch(String)
      .then((text) => {
        said = text;
        return show();
      });
  });
}

document.addEventListener('DOMContentLoaded', () => {
  onClick('choose', async () => {
    const folder = await files.getFolder();
    if (folder) localStorage.setItem(tokenKey, await files.createPersistentToken(folder));
    return '';
  });
  for (const id of ['import', 'return'] as const)
    onClick(id, async () => {
      const folder = await grantedFolder();
      return folder ? panel[id](folder) : '';
    });
  // Shows a version sent meanwhile as soon as the user comes to the panel.
  document.body.addEventListener('mouseenter', () => void show());
  void show();
});
