import { expect, test } from 'vitest';
import { operations } from '../../../src-shared/api/operations.ts';

function bodyOf(name: keyof typeof operations, value: object): object {
  return operations[name].body?.parse(value) as object;
}

test.each([
  ['upscaleImage', 'imageStorageFileId', 'imageFileId', {}],
  ['vectorizeImage', 'imageStorageFileId', 'imageFileId', {}],
  ['upscaleVideo', 'videoStorageFileId', 'videoFileId', {}],
  ['generateAvatar', 'audioStorageFileId', 'audioFileId', { actorEntityId: 'a' }],
] as const)('%s takes %s as %s', (name, old, current, rest) => {
  const body = bodyOf(name, { ...rest, [old]: 'x' });
  expect(body).toMatchObject({ [current]: 'x' });
  expect(body).not.toHaveProperty(old);
  expect(bodyOf(name, { ...rest, [old]: 'x', [current]: 'y' })).toMatchObject({ [current]: 'y' });
});

test('a body without either name is still refused by the current one', () => {
  const result = operations.upscaleImage.body.safeParse({ imageStorageFileId: null });
  expect(result.error?.issues[0]?.path).toEqual(['imageFileId']);
  expect(operations.upscaleImage.body.safeParse([]).success).toBe(false);
});

test('a scene’s one actor is a list of one', () => {
  const old = { actorEntityId: 'a' };
  const both = { actorEntityId: 'a', actorEntityIds: ['b', 'c'] };
  const scenes = [old, both, {}].map((fields) => ({ prompt: 'A lighthouse', ...fields }));
  const body = operations.storyboardToVideo.body.parse({ scenes });
  expect(body.scenes.map((scene) => scene.actorEntityIds)).toEqual([['a'], ['b', 'c'], undefined]);
});

test('regenerated images take the old name of quality', () => {
  const action = { type: 'REGENERATE_IMAGES', stylePrompt: 'ink', modelMode: 'LOW' };
  const body = operations.remixProject.body.parse({ remixActions: [action] });
  expect(body.remixActions).toEqual([{ type: 'REGENERATE_IMAGES', stylePrompt: 'ink', quality: 'LOW' }]);
});

test('delivery destinations may be written in lower case', () => {
  const destination = { integrationConnectionId: 'c', type: 'slack_channel', slackChannelId: 's' };
  const body = operations.exportProject.body.parse({ deliveryDestinations: [destination] });
  expect(body.deliveryDestinations[0]?.type).toBe('SLACK_CHANNEL');
});
