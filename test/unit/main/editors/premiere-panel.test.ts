import { runInNewContext } from 'node:vm';
import type { premierepro, Project, ProjectConverterStatic, Sequence } from '@adobe/premierepro';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { panelBuild } from '../../../../.ci/panel-build.ts';
import { type FolderEntry, mailboxName, Panel } from '../../../../src-editors/premiere/panel.ts';

const folder = '/media/Dailies';
const sent = { name: 'Harbour v003', document: 'Harbour/v003/H.xml', returns: 'Harbour/v003/Returns' };

/** @param there paths that exist. */
function granted(
  mailbox: string | null = JSON.stringify(sent),
  there: readonly string[] = [sent.returns, sent.document],
): FolderEntry {
  return {
    nativePath: folder,
    getEntry: async (path) => {
      const file = { nativePath: `${folder}/${path}`, read: async () => mailbox ?? '' };
      if (path === mailboxName ? mailbox !== null : there.includes(path)) return file;
      throw new Error('There is nothing.');
    },
  };
}

function sequenceOf(id: string, name: string): Sequence {
  return { name, guid: { toString: () => id } } as Sequence;
}

/** Returns a Premiere Pro stand-in, typed by Adobe's own declarations. */
function premiere(facts: {
  adds?: number;
  addedName?: string;
  isOpen?: boolean;
  hasSequence?: boolean;
  writes?: string[] | null;
  /** True returns plain booleans where Adobe declares promises. */
  isPlain?: boolean;
  name?: string;
}) {
  const {
    adds = 1,
    addedName = 'Added',
    isOpen = true,
    hasSequence = true,
    writes = ['xml', 'otio'],
    name = sent.name,
  } = facts;
  const calls: string[] = [];
  const sequences = [sequenceOf('1', 'Other'), sequenceOf('2', name)];
  const project: Pick<Project, 'importFiles' | 'getSequences' | 'getActiveSequence'> = {
    importFiles: async (paths, suppressUI) => {
      calls.push(`import ${paths.join()} ${String(suppressUI)}`);
      for (let count = 0; count < adds; count += 1)
        sequences.push(sequenceOf(String(sequences.length + 1), addedName));
      return true;
    },
    getSequences: async () => [...sequences],
    getActiveSequence: async () =>
      hasSequence ? (sequences.at(-1) ?? sequenceOf('', '')) : (null as unknown as Sequence),
  };
  const write = (path: string): Promise<boolean> => {
    calls.push(`write ${path}`);
    const isWritten = (writes ?? []).some((suffix) => path.endsWith(suffix));
    return facts.isPlain === true ? (isWritten as never) : Promise.resolve(isWritten);
  };
  const converter: Pick<ProjectConverterStatic, 'exportAsFinalCutProXML' | 'exportAsOpenTimelineIO'> = {
    exportAsFinalCutProXML: (_sequence, path) => write(path),
    exportAsOpenTimelineIO: (_sequence, path) => write(path),
  };
  const host = {
    Project: {
      getActiveProject: async () => {
        if (isOpen) return project as Project;
        throw new Error('No project is open.');
      },
    } as premierepro['Project'],
    ...(writes && { ProjectConverter: converter as ProjectConverterStatic }),
  };
  const keys = ['imported', 'notImported', 'nothingSent', 'openProject', 'openSequence'];
  const all = [...keys, 'returned', 'notReturned', 'notOurs', 'exportYourself'];
  const words = Object.fromEntries(all.map((key) => [`panel.${key}`, `${key}: {name}`]));
  const kept = new Map<string, string>();
  const notes = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const start = (): Panel =>
    new Panel({ host, words, notes, now: () => new Date('2026-11-25T07:45:12.345Z') });
  return { panel: start(), start, calls };
}

test('a version is imported without a dialog, and only a sequence more counts as success', async () => {
  const { panel, calls } = premiere({});
  expect(await panel.import(granted())).toBe('imported: Harbour v003');
  expect(calls).toEqual([`import ${folder}/${sent.document} true`]);
  const failed = `notImported: ${folder}/${sent.document}`;
  expect(await premiere({ adds: 0 }).panel.import(granted())).toBe(failed);
  const gone = premiere({ adds: 1 });
  expect(await gone.panel.import(granted(undefined, []))).toBe(`notImported: ${sent.document}`);
  expect(gone.calls).toEqual([]);
});

test('the panel says what is missing before an import or a return', async () => {
  const { panel } = premiere({ isOpen: false });
  expect(await panel.import(granted())).toBe('openProject: ');
  expect(await panel.return(granted())).toBe('openSequence: ');
  expect(await premiere({ hasSequence: false }).panel.return(granted())).toBe('openSequence: ');
  for (const mailbox of [null, '{', '{"name":1}'])
    expect(await panel.import(granted(mailbox))).toBe('nothingSent: ');
});

test('a sequence is returned as Final Cut Pro XML, else as OpenTimelineIO, under a new name', async () => {
  const stem = `${folder}/${sent.returns}/premiere-20261125074512345`;
  expect(await premiere({}).panel.return(granted())).toBe(`returned: ${stem}.xml`);
  const { panel, calls } = premiere({ writes: ['otio'] });
  expect(await panel.return(granted())).toBe(`returned: ${stem}.otio`);
  expect(calls).toEqual([`write ${stem}.xml`, `write ${stem}.otio`]);
  expect(await premiere({ writes: [] }).panel.return(granted())).toBe(`notReturned: ${stem}.xml`);
  const plain = premiere({ writes: ['otio'], isPlain: true });
  expect(await plain.panel.return(granted())).toBe(`returned: ${stem}.otio`);
});

test('an imported sequence goes to its own version, after another was sent and after a restart', async () => {
  const { panel, start } = premiere({});
  await panel.import(granted());
  const later = granted(JSON.stringify({ ...sent, name: 'Pier v001', returns: 'Pier/v001/Returns' }));
  expect(await start().return(later)).toMatch(`returned: ${folder}/${sent.returns}/premiere-`);
});

test('an imported sequence goes to its version where that was moved to', async () => {
  const { panel, start } = premiere({ addedName: sent.name });
  await panel.import(granted());
  const moved = JSON.stringify({ ...sent, returns: 'Pier/v003/Returns' });
  const returned = `returned: ${folder}/Pier/v003/Returns/premiere-`;
  expect(await start().return(granted(moved, ['Pier/v003/Returns']))).toMatch(returned);
  expect(await start().return(granted(null, ['Pier/v003/Returns']))).toMatch(returned);
  expect(await start().return(granted(moved, []))).toBe('notReturned: Pier/v003/Returns');
});

test('a sequence that is not of the version sent last goes nowhere', async () => {
  const { panel, calls } = premiere({ name: 'Own cut' });
  expect(await panel.return(granted())).toBe('notOurs: Own cut');
  expect(calls).toEqual([]);
  expect(await premiere({ name: `${sent.name} Copy 01` }).panel.return(granted())).toMatch('returned: ');
});

test('before 26.2 the panel names the menu and the folder', async () => {
  const { panel } = premiere({ writes: null });
  expect(await panel.return(granted())).toBe(`exportYourself: ${folder}/${sent.returns}`);
});

/** Runs the built panel on a page whose elements have only members that UXP documents. */
async function openPanel() {
  const words = { en: { 'panel.import': 'Import {name}', 'panel.nothingSent': 'Nothing was sent.' } };
  const built = (await build(panelBuild(words, { write: false }))) as Rolldown.RolldownOutput[];
  const attributes = {
    import: new Set(['disabled']),
    return: new Set(['disabled']),
    choose: new Set<string>(),
    said: new Set<string>(),
  };
  const parts = new Map<string, { textContent: string }>();
  const listeners = new Map<string, () => void>();
  for (const [id, names] of Object.entries(attributes))
    parts.set(id, {
      textContent: '',
      setAttribute: (name: string) => void names.add(name),
      removeAttribute: (name: string) => void names.delete(name),
      addEventListener: () => undefined,
    } as never);
  const listen = (name: string, run: () => void): void => void listeners.set(name, run);
  const page = { mailbox: JSON.stringify(sent) as string | null };
  const localFileSystem = { getEntryForPersistentToken: async () => granted(page.mailbox) };
  const modules = {
    uxp: { host: { uiLocale: 'en_US' }, storage: { localFileSystem } },
    premierepro: {},
  };
  runInNewContext(built.map(({ output: [{ code }] }) => code).join('\n'), {
    document: {
      getElementById: (id: string) => parts.get(id) ?? null,
      addEventListener: listen,
      body: { addEventListener: listen },
    },
    localStorage: { getItem: () => 'token' },
    require: (name: keyof typeof modules) => modules[name],
  });
  const shown = () => ({
    import: parts.get('import')?.textContent,
    said: parts.get('said')?.textContent,
    disabled: Object.entries(attributes).flatMap(([id, names]) => (names.has('disabled') ? [id] : [])),
  });
  return { page, shown, fire: (name: string) => listeners.get(name)?.() };
}

test('the buttons of the panel are enabled while a version was sent', async () => {
  const { page, shown, fire } = await openPanel();
  fire('DOMContentLoaded');
  await expect.poll(shown).toEqual({ import: `Import ${sent.name}`, said: '', disabled: [] });
  page.mailbox = null;
  fire('mouseenter');
  const nothing = { import: 'Import ', said: 'Nothing was sent.', disabled: ['import', 'return'] };
  await expect.poll(shown).toEqual(nothing);
});
