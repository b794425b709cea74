import { expect, test } from 'vitest';
import {
  arrangeProjects,
  type Arrangement,
} from '../../../../../src-renderer/state/projects/arrange-projects.ts';
import type { ProjectSummary } from '../../../../../src-shared/contract/project.ts';

const project = (projectId: string, fields: Partial<ProjectSummary>): ProjectSummary => ({
  projectId,
  title: projectId,
  aspectRatio: { width: 16, height: 9 },
  status: 'ready',
  createdAt: 0,
  updatedAt: 0,
  thumbnailPath: null,
  moviePath: null,
  webUrl: '',
  durationSeconds: null,
  ...fields,
});
const projects = [
  project('a', { title: 'Swifts', createdAt: 3, updatedAt: 3, durationSeconds: 5 }),
  project('b', { title: 'Atlas of islands', createdAt: 1, updatedAt: 9, status: 'generating' }),
  project('c', { title: 'islands', createdAt: 2, updatedAt: 5, durationSeconds: 60 }),
];
const plain: Arrangement = { words: [], sort: 'changed', filter: 'all', hiddenIds: new Set() };
const ids = (change: Partial<Arrangement>): string =>
  arrangeProjects(projects, { ...plain, ...change })
    .map(({ projectId }) => projectId)
    .join('');

test('projects are sorted by any of their facts, those of unknown length last', () => {
  expect([ids({}), ids({ sort: 'created' }), ids({ sort: 'title' }), ids({ sort: 'length' })]).toEqual([
    'bca',
    'acb',
    'bca',
    'cab',
  ]);
});

test('numbers in titles are sorted by their value', () => {
  const episodes = ['Episode 10', 'Episode 2', 'Episode 1'].map((title) => project(title, {}));
  expect(arrangeProjects(episodes, { ...plain, sort: 'title' }).map(({ title }) => title)).toEqual([
    'Episode 1',
    'Episode 2',
    'Episode 10',
  ]);
});

test('hidden projects are shown only where they are asked for', () => {
  const hiddenIds = new Set(['c']);
  expect([
    ids({ hiddenIds }),
    ids({ hiddenIds, filter: 'hidden' }),
    ids({ hiddenIds, filter: 'ready' }),
  ]).toEqual(['ba', 'c', 'a']);
  expect([ids({ filter: 'generating' }), ids({ words: ['islands', 'of'] })]).toEqual(['b', 'b']);
});
