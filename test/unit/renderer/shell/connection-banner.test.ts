import { expect, test } from 'vitest';
import { connectionBanner } from '../../../../src-renderer/shell/connection-banner.ts';
import type { Connection } from '../../../../src-shared/contract/connection.ts';
import { englishMessages } from '../../../fakes/english-words.ts';
import { fakeConnection } from '../../../fakes/fake-main-data.ts';

function bannerOf(fields: Partial<Connection>) {
  const connection = fakeConnection({ kind: 'key', state: 'signed_out', ...fields });
  const app = {
    connections: { current: connection, selected: connection },
    navigation: { place: { screen: 'generate' } },
  } as unknown as Parameters<typeof connectionBanner>[0];
  return connectionBanner(app, englishMessages);
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
