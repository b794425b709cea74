import { expect, test } from 'vitest';
import type { Connection } from '../../../../../src-shared/contract/connection.ts';
import { ServiceStandIn } from '../../../../fakes/services/service-stand-in.ts';
import { startBoth } from '../../../../fakes/services/two-services.ts';
import { startApp } from '../../../../fakes/test-platform.ts';
import { until } from '../../../../fakes/turned-clock.ts';

test('an account without the names of a key is connected', async () => {
  const { app, client, hosted } = await startBoth();
  hosted.changeAnswer = (key, answer) => {
    if (key !== 'GET /v1/me') return answer;
    return { email: 'editor@example.com', teamId: 'vg_team_1', apiKeyId: null };
  };
  const { connectionId } = await client.call('connection.add', {
    serviceUrl: hosted.url,
    apiKey: hosted.apiKey,
  });
  const shown = (): Connection | undefined =>
    app.services.connections.list().find((each) => each.connectionId === connectionId);
  await until(() => shown()?.state !== 'starting');
  expect(shown()).toMatchObject({
    state: 'ready',
    account: { email: 'editor@example.com', displayName: null, credentialName: '' },
  });
});

test('an export whose file has a transcript of another form is read', async () => {
  const service = await ServiceStandIn.start();
  const { app } = await startApp(service);
  const projectId = service.addProject();
  service.changeAnswer = (key, answer) => {
    if (!key.endsWith('/exports')) return answer;
    const exports = answer?.['exports'] as readonly { readonly file: object }[];
    return {
      ...answer,
      exports: exports.map((each) => ({ ...each, file: { ...each.file, transcript: 'Hello.' } })),
    };
  };
  const { exports, error } = await app.services.active().projectJobs.listExports(projectId);
  expect([exports.length, error]).toEqual([1, null]);
});

test('a list of entities with one of an unknown type has the others', async () => {
  const service = await ServiceStandIn.start();
  const { app } = await startApp(service);
  const entityOf = (entityType: string) => ({
    entityId: `vg_${entityType}`,
    entityType,
    name: entityType,
    description: '',
    references: [],
    createdAt: 1,
    updatedAt: 1,
  });
  service.changeAnswer = (key, answer) => {
    if (!key.startsWith('GET /v1/entities')) return answer;
    const entities = ['LOCATION', 'ACTOR'].map(entityOf);
    return { entities, hasMore: false, nextCursor: null };
  };
  const entities = await app.services.active().catalogue.entities();
  expect(entities.map(({ entityType }) => entityType)).toEqual(['ACTOR']);
});
