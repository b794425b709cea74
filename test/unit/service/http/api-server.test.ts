import { onTestFinished, expect, test } from 'vitest';
import { createApiServer } from '../../../../src-service/http/api-server.ts';
import { requestDeadlines } from '../../../../src-service/http/request-deadlines.ts';

test('a route with a schema is refused, because the operations check their requests themselves', async () => {
  const unused = {} as never;
  const server = createApiServer({
    credentials: unused,
    limiter: unused,
    log: () => undefined,
    deadlines: requestDeadlines,
  });
  onTestFinished(() => server.close());
  const schema = { body: { type: 'object' } };
  server.route({ method: 'POST', url: '/checked', schema, handler: () => ({}) });
  await expect(server.ready()).rejects.toThrow('no schema');
});
