import { afterAll, beforeEach, expect, test } from 'vitest';
import type { DrawPictureRequest } from '../../../src-media/media-engine.ts';
import { shortScript } from '../support/caller.ts';
import { createEntity, giveAway } from '../support/entity-commands.ts';
import { expectError } from '../support/expectations.ts';
import { startControlledService } from '../support/service-under-test.ts';

/** Contract supplement §9, S1 and S2. */
const service = await startControlledService();
const { caller, engine } = service;
const png = Buffer.from('\x89PNG\r\n\x1a\nimage', 'latin1');
const { entityId } = await createEntity(caller, { entityType: 'VISUAL_STYLE', name: 'Etching' });

afterAll(() => service.dispose());
beforeEach(() => {
  engine.calls.length = 0;
});

function drawnStyles(): string[] {
  return engine.calls
    .filter(({ name }) => name === 'drawPicture')
    .map(({ request }) => (request as DrawPictureRequest).styleText);
}

test.each([
  { type: 'AI_IMAGE', entityId },
  { type: 'AI_IMAGE', aiStyle: 'watercolour', entityId },
  { type: 'ENTITY', entityId },
])('pictures match the entity of %o instead of written words', async (visualStyle) => {
  await caller.makeProject({ script: 'One.', visualStyle });
  expect(drawnStyles()).toEqual(['Etching']);
});

test.each([
  ['AI_IMAGE', true, 'images'],
  ['AI_IMAGE', undefined, 'images'],
  ['AI_IMAGE', false, 'conformStill'],
  ['ENTITY', undefined, 'conformStill'],
])('own stills in a saved style of type %s with redrawing %s go through %s', async (type, redraws, call) => {
  const image = await caller.upload('own.png', png);
  const visualStyle = { type, entityId, restyleFeaturedBRollWithAiStyle: redraws };
  await caller.makeProject({ script: 'One.', visualStyle, featuredBRollFileIds: [image.fileId] });
  const calls = engine.calls.map(({ name }) => name).filter((name) => /conformStill|images/.test(name));
  expect(calls).toEqual([call]);
});

test('a style of another team is a permission error, and an actor is no style', async () => {
  const foreign = await createEntity(caller, { entityType: 'VISUAL_STYLE', name: 'Foreign' });
  giveAway(service.dataFolder, 'entities', 'entity_id', foreign.entityId);
  const actor = await createEntity(caller);
  for (const type of ['AI_IMAGE', 'ENTITY']) {
    const start = (id: string) =>
      caller.post('/v1/workflows/script-to-video', {
        ...shortScript,
        visualStyle: { type, entityId: id },
      });
    expectError(await start(foreign.entityId), 403, 'not_authorized');
    expectError(await start(actor.entityId), 400, 'invalid_parameters');
    expectError(await start('vg_enti_unknown'), 404, 'not_found');
  }
});
