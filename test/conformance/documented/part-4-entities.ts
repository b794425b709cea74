import { describe, expect, test } from 'vitest';
import type { Json } from '../caller.ts';
import { expectApiError, expectPage, idsOf } from './facts.ts';
import * as material from './material.ts';
import { bodyOf, caller } from './target.ts';

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

  test.each(kinds)('§4.8 the list is filtered by entityType=%s', async (entityType) => {
    const listed = expectPage(await caller.get(`/v1/entities?entityType=${entityType}`), 'entities');
    expect(listed.every((entity) => entity['entityType'] === entityType)).toBe(true);
  });

  test.each(kinds)('§2.10 an entity of kind %s can be made', async (entityType) => {
    expect((await create({ entityType }))['entityType']).toBe(entityType);
  });

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

  test('§4.8 a slideshow theme may refer to a PDF, other kinds only to images', async () => {
    const { fileId } = await material.deck();
    const theme = pathOf(await create({ entityType: 'SLIDESHOW_THEME' }));
    expect((await caller.post(`${theme}/references`, { fileId })).status).toBe(200);
    expectApiError(
      await caller.post(`${pathOf(await create())}/references`, { fileId }),
      400,
      'invalid_parameters',
    );
  });

  test('§4.8 an archived entity leaves the list', async () => {
    const entity = await create();
    const answer = await caller.post(`${pathOf(entity)}/archive`);
    expect(bodyOf(answer, 200)).toEqual({ entityId: entity['entityId'], archived: true });
    const listed = expectPage(await caller.get('/v1/entities?entityType=PRODUCT&limit=200'), 'entities');
    expect(idsOf(listed, 'entityId')).not.toContain(entity['entityId']);
  });

  test.each([
    ['entityType', { entityType: 'PLANET' }],
    ['name', { name: '' }],
  ])('contract §4.7 a wrong %s is refused', async (_field, fields) => {
    const body = { entityType: 'PRODUCT', name: 'x', ...fields };
    expectApiError(await caller.post('/v1/entities', body), 400, 'invalid_parameters');
  });

  test('§7 (5) an unknown entity is not found', async () => {
    expectApiError(await caller.get('/v1/entities/x_enti_y'), 404, 'not_found');
  });
});
