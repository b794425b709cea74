import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startStandInHost } from '../../../../fakes/electron/electron-host.ts';
import { ElectronStandIn } from '../../../../fakes/electron/electron-stand-in.ts';
import { PlainApp } from '../../../../fakes/electron/plain-app.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

test('Closing the window refuses an open question of an agent, and opening it lets agents ask again', async () => {
  const electron = new ElectronStandIn();
  const plain = new PlainApp();
  const folder = await makeFolder('page');
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await startStandInHost({ electron, plain, folder, hasTray: true });
  const { agentQuestions } = plain;
  agentQuestions.list();
  const asked = agentQuestions.ask({ leaves: ['open'], what: 'open' });
  electron.appEvents.emit('window-all-closed');
  await expect(asked).rejects.toMatchObject({ code: 'forbidden', details: { reason: 'no_window' } });
  expect(() => agentQuestions.ask({ leaves: ['open'], what: 'open' })).toThrow(
    'start Dailies with its window',
  );
  expect(agentQuestions.list()).toEqual([]);
  void agentQuestions.ask({ leaves: ['open'], what: 'open' });
  expect(agentQuestions.list()).toHaveLength(1);
});
