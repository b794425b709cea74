// @vitest-environment runes
import { expect, test } from 'vitest';
import { Editors } from '../../../../../src-renderer/state/deliveries/editors.svelte.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientWaitingFor } from '../fake-client.ts';

test('scripts that were installed meanwhile are not forgotten by a look from before', async () => {
  const { client, letGo } = clientWaitingFor(new FakeMain(), 'editor.resolveScripts');
  const editors = new Editors({ client });
  const look = editors.scripts('look');
  await editors.scripts('install');
  expect(editors.resolveScripts?.isInstalled).toBe(true);
  for (const each of letGo) each();
  await look;
  expect(editors.resolveScripts?.isInstalled).toBe(true);
});
