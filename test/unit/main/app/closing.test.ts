import { expect, test } from 'vitest';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';

test('a part that fails at the end keeps no other part from ending', async () => {
  const { app, platform } = await startApp(await ServiceStandIn.start());
  const { returns, state } = app.services;
  const failure = new Error('the drive is gone');
  returns.dispose = () => Promise.reject(failure);
  await app.dispose();
  expect(() => state.database).toThrow();
  const errors = platform.log.lines.filter(({ level }) => level === 'error');
  expect(errors).toMatchObject([{ facts: { error: failure } }]);
});
