// @vitest-environment runes
import { expect, test } from 'vitest';
import { ProjectSelection } from '../../../../../../src-renderer/screens/projects/list/project-selection.svelte.ts';
import { fakeProject } from '../../../../../fakes/page/fake-main-data.ts';

const list = [0, 1, 2].map((number) => fakeProject(number, 1_790_000_000));
const [a = '', b = '', c = ''] = list.map(({ projectId }) => projectId);

test('a project taken out of the selection is not the one that is shown', () => {
  const selection = new ProjectSelection();
  expect(selection.pick(list, b, 'toggle', a)).toBe(b);
  expect([...selection.ids]).toEqual([a, b]);
  expect(selection.pick(list, b, 'toggle', b)).toBe(a);
  expect([...selection.ids]).toEqual([]);
  selection.pick(list, b, 'toggle', a);
  selection.pick(list, c, 'toggle', b);
  expect(selection.pick(list, b, 'toggle', c)).toBe(c);
  expect([...selection.ids]).toEqual([a, c]);
  expect(selection.pick(list, b, 'only', c)).toBe(b);
  expect(selection.pick(list, b, 'toggle', b)).toBe(b);
});
