import { expect, test } from 'vitest';
import { connectionBanner } from '../../../../src-renderer/shell/connection-banner.ts';
import type { Connection } from '../../../../src-shared/contract/connection.ts';
import { englishTexts } from '../../../../src-shared/i18n/load-texts.ts';
import { Messages } from '../../../../src-shared/i18n/messages.ts';
import { englishMessages } from '../../../fakes/english-words.ts';
import { fakeConnection } from '../../../fakes/page/fake-main-data.ts';

function bannerOf(fields: Partial<Connection>, messages = englishMessages) {
  const connection = fakeConnection({ kind: 'key', state: 'signed_out', ...fields });
  const app = {
    connections: { current: connection, selected: connection },
    navigation: { place: { screen: 'generate' } },
  } as unknown as Parameters<typeof connectionBanner>[0];
  return connectionBanner(app, messages);
}

test('a connection that waits for its own team says so, and not that its key is refused', () => {
  const error = { code: 'unauthorized', message: '', details: {} } as const;
  expect(bannerOf({ error })?.words).toContain('does not accept the API key');
  const banner = bannerOf({ error: { ...error, details: { reason: 'another_team' } } });
  expect(banner?.words).toBe(
    'api.studio.example: this credential belongs to another team. Its jobs are waiting for a credential from their own team.',
  );
  expect(banner?.actions).toHaveLength(1);
});

test('an unreachable service has its time without the date until the current day ends', () => {
  let day = new Date(2026, 2, 14);
  const messages = new Messages(englishTexts, () => day.getTime());
  const offlineSince = new Date(2026, 2, 14, 16, 10).getTime() / 1000;
  const words = () => bannerOf({ state: 'offline', offlineSince }, messages)?.words;
  expect(words()).toContain('since 16:10');
  day = new Date(2026, 2, 15);
  expect(words()).toContain('since 14 Mar, 16:10');
});
