import { afterAll, expect, test } from 'vitest';
import { asEntity, createEntity, type Entity, listEntities } from '../support/entity-commands.ts';
import { expectError } from '../support/expectations.ts';
import { startControlledService } from '../support/service-under-test.ts';

let service = await startControlledService();
let { caller } = service;
afterAll(() => service.dispose());

async function builtIn(entityType: string): Promise<Entity> {
  const found = (await listEntities(caller, `entityType=${entityType}`))[0];
  if (!found) throw new Error(`The catalogue has no ${entityType}.`);
  return found;
}

test('contract §4.7 an entity has every documented field from the start', async () => {
  const entity = await createEntity(caller, { description: 'Our guide' });
  expect(entity).toEqual({
    entityId: expect.stringMatching(/^vg_enti_/),
    entityType: 'ACTOR',
    name: 'Ada',
    description: 'Our guide',
    actorConfig: { voiceDisplayName: null, hasVoice: false, hasAvatarPresenter: false },
    references: [],
    createdAt: expect.any(Number),
    updatedAt: entity.createdAt,
    isBuiltIn: false,
  });
  expect(asEntity((await caller.get(`/v1/entities/${entity.entityId}`)).body)).toEqual(entity);
  const product = await createEntity(caller, { entityType: 'PRODUCT' });
  expect(product).toMatchObject({ actorConfig: null, description: '' });
});

test('§4.8 the list has the built-in catalogue first, then the own ones, updated last first', async () => {
  const first = await createEntity(caller, { name: 'First' });
  const second = await createEntity(caller, { name: 'Second' });
  await caller.post(`/v1/entities/${first.entityId}/update`, { name: 'Changed' });
  const all = await listEntities(caller);
  const builtInCount = all.filter((entity) => entity.isBuiltIn).length;
  expect(all.slice(0, builtInCount).every((entity) => entity.isBuiltIn)).toBe(true);
  const own = all.slice(builtInCount).map((entity) => entity.entityId);
  expect(own.slice(0, 2)).toEqual([first.entityId, second.entityId]);
});

test('§2.9 pages go over from the catalogue to the own ones without a gap or a repetition', async () => {
  const expected = (await listEntities(caller)).map((entity) => entity.entityId);
  for (const limit of [1, 7, expected.length - 1, expected.length]) {
    const ids: string[] = [];
    let cursor = '';
    do {
      const { body } = await caller.get(`/v1/entities?limit=${limit}${cursor}`);
      const entities = body['entities'] as Entity[];
      expect(body.hasMore).toBe(body.nextCursor !== null);
      expect(entities).toHaveLength(Math.min(limit, expected.length - ids.length));
      ids.push(...entities.map((entity) => entity.entityId));
      cursor = body.nextCursor === null ? '' : `&cursor=${encodeURIComponent(body.nextCursor)}`;
    } while (cursor !== '');
    expect(ids).toEqual(expected);
  }
  expectError(await caller.get('/v1/entities?cursor=made-up'), 400, 'invalid_parameters');
  expectError(await caller.get('/v1/entities?limit=201'), 400, 'invalid_parameters');
});

test('contract §4.7 an update changes what it names; null empties a description and keeps a name', async () => {
  const entity = await createEntity(caller, { description: 'Old' });
  const update = async (body: object) =>
    asEntity((await caller.post(`/v1/entities/${entity.entityId}/update`, body)).body);
  service.clock.advanceSeconds(10);
  const renamed = await update({ name: 'New name' });
  expect(renamed).toMatchObject({ name: 'New name', description: 'Old', createdAt: entity.createdAt });
  expect(renamed.updatedAt).toBeGreaterThan(entity.updatedAt);
  expect(await update({ name: null, description: null })).toMatchObject({
    name: 'New name',
    description: '',
  });
  expect((await caller.post(`/v1/entities/${entity.entityId}/update`, {})).status).toBe(400);
  for (const body of [{ name: '' }, { name: ' ' }]) {
    const answer = await caller.post(`/v1/entities/${entity.entityId}/update`, body);
    expectError(answer, 400, 'invalid_parameters');
  }
});

test('the built-in catalogue has pictures that can be downloaded, the same after a restart', async () => {
  const before = await listEntities(caller);
  const builtIns = before.filter((entity) => entity.isBuiltIn);
  for (const entity of builtIns) {
    const fileId = entity.references.find(({ isDefault }) => isDefault)?.fileId;
    const { status, body: file } = await caller.get(`/v1/files/${fileId}`);
    expect(status).toBe(200);
    expect(file).toMatchObject({ type: 'IMAGE', scope: 'ENTITY', downloadSource: { status: 'ready' } });
    const picture = await fetch(file.downloadUrl);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await picture.arrayBuffer()).byteLength).toBe(file.downloadSource['fileBytes']);
    expect((await fetch(file.thumbnailUrl)).status).toBe(200);
  }
  const { body: own } = await caller.get('/v1/files?limit=200');
  const shipped = builtIns.flatMap(({ references }) => references.map(({ fileId }) => fileId));
  expect(own.files.filter(({ fileId }) => shipped.includes(fileId))).toEqual([]);
  service = await service.restart();
  ({ caller } = service);
  expect((await listEntities(caller)).filter((entity) => entity.isBuiltIn)).toEqual(builtIns);
});

test('a built-in actor speaks with a voice of the catalogue and can be seen', async () => {
  const { body } = await caller.get('/v1/resources/tts-voices?limit=200');
  const names = body.ttsVoices.map((voice) => voice.displayName);
  const actors = (await listEntities(caller, 'entityType=ACTOR')).filter((entity) => entity.isBuiltIn);
  for (const { actorConfig } of actors) {
    expect(actorConfig).toMatchObject({ hasVoice: true, hasAvatarPresenter: true });
    expect(names).toContain(actorConfig?.voiceDisplayName);
  }
});

test('a file of the built-in catalogue cannot be archived by a team', async () => {
  const fileId = (await builtIn('ACTOR')).references[0]?.fileId;
  expectError(await caller.post(`/v1/files/${fileId}/archive`), 403, 'not_authorized');
  expect((await caller.get(`/v1/files/${fileId}`)).status).toBe(200);
});
