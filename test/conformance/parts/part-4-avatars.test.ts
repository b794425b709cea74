import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller, Json } from '../support/caller.ts';
import { expectError } from '../support/expectations.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;
let audio: Json;
let picture: Json;
let builtInActorId: string;

beforeAll(async () => {
  service = await startControlledService();
  ({ caller } = service);
  audio = await caller.upload('speech.wav', Buffer.from('RIFF....WAVE'));
  picture = await caller.upload(
    'me.png',
    Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(99)]),
  );
  builtInActorId = await builtInId('ACTOR');
});
afterAll(() => service.dispose());

async function builtInId(entityType: string): Promise<string> {
  const { body } = await caller.get(`/v1/entities?entityType=${entityType}&limit=1`);
  return (body['entities'] as { entityId: string }[])[0]?.entityId ?? '';
}

async function createActor(...fileIds: string[]): Promise<string> {
  const { body } = await caller.post('/v1/entities', { entityType: 'ACTOR', name: 'Me' });
  for (const fileId of fileIds)
    await caller.post(`/v1/entities/${String(body['entityId'])}/references`, { fileId });
  return String(body['entityId']);
}

function start(fields: object) {
  return caller.post('/v1/tools/generate-avatar', {
    actorEntityId: builtInActorId,
    audioFileId: audio.fileId,
    ...fields,
  });
}

async function run(fields: object): Promise<Json> {
  const { status, body } = await start(fields);
  expect(status).toBe(202);
  return caller.untilTerminal(`/v1/tools/executions/${String(body['toolExecutionId'])}`);
}

test('§4.5 an own actor with an image reference speaks too', async () => {
  const execution = await run({ actorEntityId: await createActor(picture.fileId) });
  expect(execution.status).toBe('succeeded');
  const call = service.engine.calls.findLast(({ name }) => name === 'avatars');
  expect(call?.request).toMatchObject({ actor: { kind: 'picture' } });
});

test.each([
  ['LOW', 480],
  ['STANDARD', 720],
  ['HIGH', 1080],
  ['MAX', 1080],
])('contract §4.1 avatarQuality %s gives a clip of %d pixels', async (avatarQuality, shortSide) => {
  await run({ avatarQuality });
  const call = service.engine.calls.findLast(({ name }) => name === 'avatars');
  expect(call?.request).toMatchObject({ shortSide });
});

test('§4.5 an actor without an image reference is refused', async () => {
  const answer = await start({ actorEntityId: await createActor() });
  expectError(answer, 400, 'invalid_parameters');
  expect(answer.body.message).toContain('actorEntityId');
});

test('an archived actor speaks no more', async () => {
  const actorEntityId = await createActor(picture.fileId);
  await caller.post(`/v1/entities/${actorEntityId}/archive`);
  expectError(await start({ actorEntityId }), 400, 'invalid_parameters');
});
