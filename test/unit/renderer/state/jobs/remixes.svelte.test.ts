// @vitest-environment runes
import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { Remixes } from '../../../../../src-renderer/state/jobs/remixes.svelte.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientOf } from '../fake-client.ts';

const zoom = { id: 'zoom', type: 'ADD_ZOOM', values: {} } as const;
const dissolves = { id: 'dissolves', type: 'ADD_TRANSITIONS', values: {} } as const;

test('actions lined up while others are being started stay lined up, for a copy as before', async () => {
  const main = new FakeMain();
  const remixes = new Remixes({ client: clientOf(main) });
  remixes.setDrafts('prj_0000', [zoom]);
  remixes.setCopy('prj_0000', true);
  const release = main.hold('remix.start');
  const starting = remixes.begin({ projectId: 'prj_0000', title: 'Harbour lights' });
  remixes.setDrafts('prj_0000', [zoom, dissolves]);
  release();
  await starting;
  expect(main.inputsOf('remix.start').map(({ actions }) => actions.map(({ type }) => type))).toEqual([
    ['ADD_ZOOM'],
  ]);
  expect(remixes.draftsOf('prj_0000')).toEqual([dissolves]);
  expect(remixes.isCopy('prj_0000')).toBe(true);
});

test('the remixes of a tab are read once when it opens, and not again when it is closed', async () => {
  const main = new FakeMain();
  const remixes = new Remixes({ client: clientOf(main) });
  const close = $effect.root(() => {
    $effect(() => remixes.open('prj_0000'));
  });
  flushSync();
  expect(main.calls).toEqual(['remix.list']);
  await remixes.refresh();
  close();
  await remixes.refresh();
  expect(main.calls).toEqual(['remix.list', 'remix.list']);
});
