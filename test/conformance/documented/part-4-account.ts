import { describe, test } from 'vitest';
import { expectField, orNull, text } from './facts.ts';
import { bodyOf, caller } from './target.ts';

describe('part-4-account', () => {
  test.each(['apiKeyId', 'apiKeyNickname', 'email', 'teamId'])('§4.12 the account has %s', async (field) => {
    expectField(bodyOf(await caller.get('/v1/me'), 200), field, text);
  });

  test('§4.12 the account has a display name or null', async () => {
    expectField(bodyOf(await caller.get('/v1/me'), 200), 'displayName', orNull(text));
  });
});
