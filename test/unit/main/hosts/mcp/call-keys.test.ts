import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CallKeys } from '../../../../../src-main/hosts/mcp/call-keys.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

test('a call is made once for its key, also by a program that was started again', async () => {
  const folder = join(await makeFolder('keys'), 'agent-calls');
  let count = 0;
  const run = () => {
    count += 1;
    return Promise.resolve({ jobId: `job-${String(count)}` });
  };
  expect(await new CallKeys(folder).once('generate one', run)).toEqual({ jobId: 'job-1' });
  const again = new CallKeys(folder);
  await again.start();
  expect(await again.once('generate one', run)).toEqual({ jobId: 'job-1' });
  expect(await again.once('generate two', run)).toEqual({ jobId: 'job-2' });
});

test('a call that was cut off is not made again', async () => {
  const folder = await makeFolder('keys');
  const cutOff = () => Promise.reject(new Error('The program was killed.'));
  await expect(new CallKeys(folder).once('generate one', cutOff)).rejects.toThrow('killed');
  expect(await new CallKeys(folder).find('generate two')).toBeNull();
  await expect(
    new CallKeys(folder).once('generate one', () => Promise.resolve({ jobId: 'job-2' })),
  ).rejects.toMatchObject({ code: 'start_unconfirmed' });
});
