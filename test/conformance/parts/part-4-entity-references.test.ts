import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { asEntity, createEntity, type Entity, giveAway } from '../support/entity-commands.ts';
import { expectError } from '../support/expectations.ts';
import { startControlledService } from '../support/service-under-test.ts';

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(2_000)]);

const service = await startControlledService();
const { caller } = service;
afterAll(() => service.dispose());

async function addReference(entityId: string, fields: object): Promise<Entity> {
  const { status, body } = await caller.post(`/v1/entities/${entityId}/references`, fields);
  expect({ status, code: body.code }).toEqual({ status: 200, code: undefined });
  return asEntity(body);
}

test('contract §4.7 the first reference is the default until another is chosen or it is removed', async () => {
  const { entityId } = await createEntity(caller);
  const one = await caller.upload('1.png', png);
  const two = await caller.upload('2.png', png);
  const three = await caller.upload('3.png', png);
  const defaults = (entity: Entity) =>
    entity.references.filter(({ isDefault }) => isDefault).map(({ fileId }) => fileId);
  const first = await addReference(entityId, { fileId: one.fileId, description: 'Front' });
  expect(first.references).toEqual([{ fileId: one.fileId, description: 'Front', isDefault: true }]);
  expect(first.actorConfig).toMatchObject({ hasAvatarPresenter: true });
  const withTwo = await addReference(entityId, { fileId: two.fileId });
  expect(withTwo.references[1]).toEqual({ fileId: two.fileId, description: '', isDefault: false });
  expect(defaults(await addReference(entityId, { fileId: three.fileId, isDefault: true }))).toEqual([
    three.fileId,
  ]);
  const remove = (fileId: string) => caller.post(`/v1/entities/${entityId}/references/remove`, { fileId });
  expect(defaults(asEntity((await remove(three.fileId)).body))).toEqual([one.fileId]);
  expect(defaults(asEntity((await remove(one.fileId)).body))).toEqual([two.fileId]);
  const empty = asEntity((await remove(two.fileId)).body);
  expect(empty.references).toEqual([]);
  expect(empty.actorConfig).toMatchObject({ hasAvatarPresenter: false });
  expectError(await remove(two.fileId), 400, 'invalid_parameters');
});

test('contract §4.7 a file has the scope ENTITY as long as an entity refers to it', async () => {
  const { entityId } = await createEntity(caller);
  const other = await createEntity(caller);
  const { fileId } = await caller.upload('kept.png', png, { isTemporary: true });
  const scope = async () => (await caller.get(`/v1/files/${fileId}`)).body['scope'];
  await addReference(entityId, { fileId });
  await addReference(other.entityId, { fileId });
  expect(await scope()).toBe('ENTITY');
  await caller.post(`/v1/entities/${entityId}/references/remove`, { fileId });
  expect(await scope()).toBe('ENTITY');
  await caller.post(`/v1/entities/${other.entityId}/references/remove`, { fileId });
  expect(await scope()).toBe('GLOBAL');
});

test('a reference must be an existing file of the own team with its bytes in place', async () => {
  const { entityId } = await createEntity(caller);
  const add = (fileId: string) => caller.post(`/v1/entities/${entityId}/references`, { fileId });
  expectError(await add('vg_file_unknown'), 404, 'not_found');
  const { body: waiting } = await caller.post('/v1/files/upload', { displayName: 'a.png', type: 'IMAGE' });
  expectError(await add(waiting.fileId), 400, 'invalid_parameters');
  const foreign = await caller.upload('b.png', png);
  giveAway(service.dataFolder, 'files', 'file_id', foreign.fileId);
  expectError(await add(foreign.fileId), 403, 'not_authorized');
});
