// @vitest-environment runes
import { expect, test } from 'vitest';
import { Settings } from '../../../../../src-renderer/state/settings/settings.svelte.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientOf } from '../fake-client.ts';

async function settingsOf(main: FakeMain): Promise<Settings> {
  const settings = new Settings({ client: clientOf(main) });
  settings.start();
  await settings.refresh();
  return settings;
}

test('settings changed faster than main answers keep each other', async () => {
  const main = new FakeMain();
  const settings = await settingsOf(main);
  const release = [main.hold('settings.setTransfers'), main.hold('settings.setDocumentTiming')];
  const timing = { rate: '25', start: '01:00:00:00' } as const;
  const changes = [
    settings.setTransfers({ parallelTransfers: 4 }),
    settings.setTransfers({ bandwidthLimitBytesPerSecond: 1_000_000 }),
    settings.setDocumentTiming({ rate: timing.rate }),
    settings.setDocumentTiming({ start: timing.start }),
  ];
  for (const each of release) each();
  await Promise.all(changes);
  expect(main.settings).toMatchObject({ parallelTransfers: 4, bandwidthLimitBytesPerSecond: 1_000_000 });
  expect(main.settings.documentTiming).toEqual(timing);
  expect(settings.current).toEqual(main.settings);
});

test('a change that is refused does not stop those after it', async () => {
  const main = new FakeMain();
  const settings = await settingsOf(main);
  main.failNext('settings.setTransfers', new AppError('invalid_input', 'Too many.'));
  const refused = expect(settings.setTransfers({ parallelTransfers: 8 })).rejects.toThrow('Too many.');
  await settings.setTransfers({ bandwidthLimitBytesPerSecond: 1_000_000 });
  await refused;
  expect(main.settings).toMatchObject({ parallelTransfers: 3, bandwidthLimitBytesPerSecond: 1_000_000 });
});

test('an error of reading the settings is gone once they are read', async () => {
  const main = new FakeMain();
  const settings = await settingsOf(main);
  main.failNext('settings.get', new AppError('service_unreachable', 'Not there.'));
  await settings.refresh();
  expect(settings.readError?.code).toBe('service_unreachable');
  await settings.refresh();
  expect([settings.readError, settings.folderError]).toEqual([null, null]);
});
