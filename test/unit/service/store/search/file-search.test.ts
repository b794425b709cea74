import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import type { FileRepository } from '../../../../../src-service/store/records/file-repository.ts';
import { type OpenedStore, openTestStore, plainFile } from '../../../../fakes/services/store-fixture.ts';
import { makeTemporaryFolder } from '../../../../fakes/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

let opened: OpenedStore;
let files: FileRepository;
const team = { teamId: 'team', userId: null };

beforeEach(async () => {
  opened = await openTestStore(await makeTemporaryFolder());
  ({ files } = opened.store);
});

function idsFor(query: string, owner: { teamId: string; userId: string | null } = team): string[] {
  return files.search(owner, query, 10).map(({ file }) => file.fileId);
}

test('another team’s files are never found, and with selfOnly no other user’s', () => {
  files.insert(plainFile('mine', { displayName: 'walrus' }));
  files.insert(plainFile('theirs', { displayName: 'walrus', userId: 'other' }));
  files.insert(plainFile('foreign', { displayName: 'walrus', teamId: 'other' }));
  expect(idsFor('walrus').sort()).toEqual(['mine', 'theirs']);
  expect(idsFor('walrus', { teamId: 'team', userId: 'user' })).toEqual(['mine']);
  expect(idsFor('walrus', { teamId: 'other', userId: null })).toEqual(['foreign']);
});

test('a file that is unanalysed, rejected, temporary, archived or of a project is not found', () => {
  const displayName = 'walrus';
  files.insert(plainFile('new', { displayName, analysisState: 'UNATTEMPTED' }));
  files.insert(plainFile('rejected', { displayName, analysisState: 'REJECTED' }));
  files.insert(plainFile('temporary', { displayName, scope: 'TEMPORARY' }));
  files.insert(plainFile('archived', { displayName }));
  files.archive('archived');
  files.insert(plainFile('of-project', { displayName, shelf: 'project', scope: 'PROJECT' }));
  files.insert(plainFile('of-export', { displayName, shelf: 'export', scope: 'EXPORT' }));
  expect(idsFor('walrus')).toEqual([]);
});

test('a file is found by its words from when it is analysed until it is removed', () => {
  const file = plainFile('file', { analysisState: 'LOADING' });
  files.insert(file);
  expect(idsFor('walrus')).toEqual([]);
  const analysed = { ...file, analysisState: 'FULFILLED', description: 'A walrus' } as const;
  files.update('file', { ...analysed, searchText: 'on an ice floe' });
  expect([idsFor('walrus'), idsFor('ice floe')]).toEqual([['file'], ['file']]);
  files.update('file', { ...analysed, scope: 'ENTITY' });
  expect(idsFor('ice floe')).toEqual(['file']);
  files.remove('file');
  expect(idsFor('walrus')).toEqual([]);
});

test('a temporary file is found once an entity refers to it', () => {
  files.insert(plainFile('drawn', { displayName: 'walrus', scope: 'TEMPORARY' }));
  files.changeScope('drawn', 'ENTITY');
  expect(idsFor('walrus')).toEqual(['drawn']);
  files.changeScope('drawn', 'GLOBAL');
  expect(idsFor('walrus')).toEqual(['drawn']);
});

test('when a change is taken back, so is what it is found by', () => {
  const { database } = opened.store;
  files.insert(plainFile('file', { displayName: 'walrus' }));
  const failing = () =>
    database.transaction(() => {
      files.archive('file');
      files.insert(plainFile('other', { displayName: 'walrus too' }));
      throw new Error('stop');
    });
  expect(failing).toThrow('stop');
  expect(idsFor('walrus')).toEqual(['file']);
});

test('a word in the name says more than the same word in the text', () => {
  for (let index = 0; index < 8; index += 1) files.insert(plainFile(`filler${index}`));
  const facts = plainFile('said', { displayName: 'a' });
  files.insert({ ...facts, analysisState: 'LOADING' });
  files.update('said', { ...facts, searchText: 'walrus' });
  files.insert(plainFile('named', { displayName: 'walrus' }));
  expect(idsFor('walrus')).toEqual(['named', 'said']);
});

test('no text breaks a search, and similarities lie between 0 and 1 and never grow', () => {
  files.insert(plainFile('file', { displayName: 'Häfen und "Lichter" 東京 a*b' }));
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[ "'*():^\-+{}a-b東京]{1,12}$/u));
  fc.assert(
    fc.property(texts, (query) => {
      const found = files.search(team, query, 10).map(({ similarity }) => similarity);
      expect(found.every((value) => value >= 0 && value <= 1)).toBe(true);
      expect(found).toEqual([...found].sort((left, right) => right - left));
    }),
    { numRuns: 300 },
  );
});
