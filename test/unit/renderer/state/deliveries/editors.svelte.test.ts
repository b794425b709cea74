// @vitest-environment runes
import { expect, test } from 'vitest';
import { Editors } from '../../../../../src-renderer/state/deliveries/editors.svelte.ts';
import type { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientWaitingFor } from '../fake-client.ts';

test('scripts that were installed meanwhile are not forgotten by a look from before', async () => {
  const main: Pick<FakeMain, 'invoke' | 'subscribe'> = {
    invoke: (request) => {
      const isInstalled = (request as { name: string }).name === 'editor.installResolveScripts';
      return Promise.resolve({ ok: true, value: { folder: '/scripts', isInstalled } });
    },
    subscribe: () => () => undefined,
  };
  const { client, letGo } = clientWaitingFor(main, 'editor.resolveScripts');
  const editors = new Editors({ client });
  const look = editors.scripts('look');
  await editors.scripts('install');
  expect(editors.resolveScripts?.isInstalled).toBe(true);
  for (const each of letGo) each();
  await look;
  expect(editors.resolveScripts?.isInstalled).toBe(true);
});
