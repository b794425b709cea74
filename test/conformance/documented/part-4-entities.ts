import { describe, expect, test } from 'vitest';
import type { Json } from '../support/caller.ts';
import { expectApiError, expectPage, idsOf } from './facts.ts';
import * as material from './material.ts';
import { bodyOf, caller, target } from './target.ts';

const kinds = ['ACTOR', 'PRODUCT', 'VISUAL_STYLE', 'SLIDESHOW_THEME'];

async function create(fields: object = {}): Promise<Json> {
  const body = { entityType: 'PRODUCT', name: 'Conformance kettle', ...fields };
  return bodyOf(await caller.post('/v1/entities', body), 200);
}

const pathOf = (entity: Json): string => `/v1/entities/${String(entity['entityId'])}`;

describe('part-4-entities', () => {
  test('§4.8 an entity is created, read and listed', async () => {
    const entity = await create({ description: 'Copper' });
    expect(entity).toMatchObject({
      isBuiltIn: false,
      description: 'Copper',
      references: [],
      entityType: 'PRODUCT',
    });
    expect(bodyOf(await caller.get(pathOf(entity)), 200)).toEqual(entity);
    const listed = expectPage(await caller.get('/v1/entities?entityType=PRODUCT&limit=200'), 'entities');
    expect(idsOf(listed, 'entityId')).toContain(entity['entityId']);
  });

  test('§4.8 built-in entities come first, then the team’s own', async () => {
    await create();
    const listed = expectPage(await caller.get('/v1/entities?limit=200'), 'entities');
    const flags = listed.map((entity) => entity['isBuiltIn']);
    expect(flags).toEqual(flags.toSorted((one, other) => Number(other) - Number(one)));
    expect(flags[0]).toBe(true);
  });

  test.each(kinds)(
    '§4.8 an entity of kind %s can be made, and the list has only them with entityType',
    async (entityType) => {
      const own = await create({ entityType });
      expect(own['entityType']).toBe(entityType);
      const path = `/v1/entities?entityType=${entityType}&limit=200`;
      const listed = expectPage(await caller.get(path), 'entities');
      expect(listed.every((entity) => entity['entityType'] === entityType)).toBe(true);
      expect(listed.some((entity) => entity['isBuiltIn'] === true)).toBe(true);
      if (target.isOwn) {
        expect(listed.filter((entity) => entity['isBuiltIn'] === true).length).toBeGreaterThanOrEqual(4);
        expect(idsOf(listed, 'entityId')).toContain(own['entityId']);
      }
    },
  );

  test('§4.8 name and description are updated', async () => {
    const path = pathOf(await create());
    const updated = bodyOf(
      await caller.post(`${path}/update`, { name: 'Conformance pot', description: 'Blue' }),
      200,
    );
    expect(updated).toMatchObject({ name: 'Conformance pot', description: 'Blue' });
    expectApiError(await caller.post(`${path}/update`, {}), 400);
  });

  test('§4.8 a reference is added and removed', async () => {
    const path = pathOf(await create());
    const { fileId } = await material.picture();
    const added = bodyOf(await caller.post(`${path}/references`, { fileId, description: 'front' }), 200);
    expect(added['references']).toMatchObject([{ description: 'front' }]);
    const [reference] = added['references'] as Json[];
    const removed = await caller.post(`${path}/references/remove`, { fileId: reference?.fileId });
    expect(bodyOf(removed, 200)['references']).toEqual([]);
  });

  test.each(kinds)(
    '§4.8 a %s refers to no sound, and to a PDF only when it is a theme',
    async (entityType) => {
      const path = `${pathOf(await create({ entityType }))}/references`;
      const sound = { fileId: (await material.tone()).fileId };
      expectApiError(await caller.post(path, sound), 400, 'invalid_parameters');
      const answer = await caller.post(path, { fileId: (await material.deck()).fileId });
      if (entityType === 'SLIDESHOW_THEME') expect(answer.status).toBe(200);
      else expectApiError(answer, 400, 'invalid_parameters');
    },
  );

  test('contract §4.7 an archived entity leaves the list, can still be read, and changes no more', async () => {
    const entity = await create();
    for (let round = 0; round < 2; round += 1) {
      const answer = await caller.post(`${pathOf(entity)}/archive`);
      expect(bodyOf(answer, 200)).toEqual({ entityId: entity['entityId'], archived: true });
    }
    const listed = expectPage(await caller.get('/v1/entities?entityType=PRODUCT&limit=200'), 'entities');
    expect(idsOf(listed, 'entityId')).not.toContain(entity['entityId']);
    expect((await caller.get(pathOf(entity))).status).toBe(200);
    expectApiError(await caller.post(`${pathOf(entity)}/update`, { name: 'B' }), 409, 'conflict');
  });

  test.each([
    ['entityType', { entityType: 'PLANET' }],
    ['name', { name: '' }],
    ['name', { name: '  ' }],
    ['name', { name: undefined }],
  ])('contract §4.7 a wrong %s is refused by its name (%#)', async (field, fields) => {
    const body = { entityType: 'PRODUCT', name: 'x', ...fields };
    const answer = await caller.post('/v1/entities', body);
    expectApiError(answer, 400, 'invalid_parameters');
    expect(answer.body.message).toContain(field);
  });
});
