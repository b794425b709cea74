import type { premierepro, Project, ProjectConverterStatic, Sequence } from '@adobe/premierepro';
import { expect, test } from 'vitest';
import { type FolderEntry, mailboxName, Panel } from '../../../../src-editors/premiere/panel.ts';

const folder = '/media/Dailies';
const sent = { name: 'Harbour v003', document: 'Harbour/v003/H.xml', returns: 'Harbour/v003/Returns' };

function granted(mailbox: string | null = JSON.stringify(sent), isDocumentThere = true): FolderEntry {
  const there = [sent.returns, ...(isDocumentThere ? [sent.document] : [])];
  return {
    nativePath: folder,
    getEntry: async (path) => {
      const file = { nativePath: `${folder}/${path}`, read: async () => mailbox ?? '' };
      if (path === mailboxName ? mailbox !== null : there.includes(path)) return file;
      throw new Error('There is nothing.');
    },
  };
}

/** Premiere Pro, typed by Adobe's own declarations. */
function premiere(facts: {
  adds?: number;
  isOpen?: boolean;
  hasSequence?: boolean;
  writes?: string[] | null;
}) {
  const { adds = 1, isOpen = true, hasSequence = true, writes = ['xml', 'otio'] } = facts;
  const calls: string[] = [];
  const sequence = { name: 'Cut' } as Sequence;
  let count = 2;
  const project: Pick<Project, 'importFiles' | 'getSequences' | 'getActiveSequence'> = {
    importFiles: async (paths, suppressUI) => {
      calls.push(`import ${paths.join()} ${String(suppressUI)}`);
      count += adds;
      return true;
    },
    getSequences: async () => Array.from({ length: count }, () => sequence),
    getActiveSequence: async () => (hasSequence ? sequence : (null as unknown as Sequence)),
  };
  const write = async (path: string): Promise<boolean> => {
    calls.push(`write ${path}`);
    return (writes ?? []).some((suffix) => path.endsWith(suffix));
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
  const all = [...keys, 'returned', 'notReturned', 'exportYourself'];
  const words = Object.fromEntries(all.map((key) => [`panel.${key}`, `${key}: {name}`]));
  return { panel: new Panel({ host, words, now: () => new Date('2026-11-25T07:45:12.345Z') }), calls };
}

test('a version is imported without a dialog, and only a sequence more counts as success', async () => {
  const { panel, calls } = premiere({});
  expect(await panel.import(granted())).toBe('imported: Harbour v003');
  expect(calls).toEqual([`import ${folder}/${sent.document} true`]);
  const failed = `notImported: ${folder}/${sent.document}`;
  expect(await premiere({ adds: 0 }).panel.import(granted())).toBe(failed);
  const gone = premiere({ adds: 1 });
  expect(await gone.panel.import(granted(undefined, false))).toBe(`notImported: ${sent.document}`);
  expect(gone.calls).toEqual([]);
});

test('what is missing before an import or a return is said', async () => {
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
});

test('before 26.2 the panel names the menu and the folder', async () => {
  const { panel } = premiere({ writes: null });
  expect(await panel.return(granted())).toBe(`exportYourself: ${folder}/${sent.returns}`);
});
