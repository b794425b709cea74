import { describe, expect, test } from 'vitest';
import { expectApiError, text } from './facts.ts';
import * as material from './material.ts';
import { bodyOf, caller, freeCaller, target } from './target.ts';

const lists = ['/v1/projects', '/v1/workflows/runs', '/v1/tools/executions', '/v1/files', '/v1/entities'];

const entityChanges = (fileId: string): readonly [string, object | undefined][] => [
  ['update', { name: 'Mine' }],
  ['archive', undefined],
  ['references', { fileId }],
  ['references/remove', { fileId }],
];

describe('part-7-errors', () => {
  test.each(['400', '401', '404'])('§7 a %s has the body of ApiError', async (status) => {
    const answers: Record<string, Promise<Awaited<ReturnType<typeof caller.get>>>> = {
      '400': caller.get('/v1/projects?limit=0'),
      '401': caller.send('/v1/me', { headers: { authorization: 'Bearer wrong' } }),
      '404': caller.get('/v1/nothing-of-this-name'),
    };
    const answer = await answers[status];
    if (!answer) throw new Error('no answer');
    expectApiError(answer, Number(status));
  });

  test.each(lists)('§7 (1) a cursor of the voices is refused by %s', async (path) => {
    const voices = bodyOf(await caller.get('/v1/resources/tts-voices?limit=1'), 200);
    const cursor = encodeURIComponent(voices.nextCursor);
    expectApiError(await caller.get(`${path}?cursor=${cursor}`), 400);
  });

  test.each(lists)('§7 (1) a made-up cursor is refused by %s', async (path) => {
    expectApiError(await caller.get(`${path}?cursor=made-up`), 400);
  });

  test('§7 (1) the exports of a project refuse a cursor of the projects', async () => {
    const { projectId } = await material.run();
    const { nextCursor } = bodyOf(await caller.get('/v1/projects?limit=1'), 200);
    const path = `/v1/projects/${projectId}/exports?cursor=${encodeURIComponent(nextCursor)}`;
    expectApiError(await caller.get(path), 400);
  });

  test('§7 (1) an altered cursor is refused', async () => {
    const { nextCursor } = bodyOf(await caller.get('/v1/files?limit=1'), 200);
    expect((await caller.get(`/v1/files?cursor=${encodeURIComponent(nextCursor)}`)).status).toBe(200);
    for (const cursor of [`${nextCursor}x`, `x${nextCursor}`, `${nextCursor}=`, '1', 'bm9uc2Vuc2U']) {
      expectApiError(await caller.get(`/v1/files?cursor=${encodeURIComponent(cursor)}`), 400);
    }
  });

  test('§7 (2) a display name that matches no voice is invalid_parameters', async () => {
    const body = { ttsText: 'Boats.', voiceId: 'Nobody of this name' };
    expectApiError(await caller.post('/v1/tools/text-to-speech', body), 400, 'invalid_parameters');
  });

  test.each(['ACTOR', 'PRODUCT', 'VISUAL_STYLE', 'SLIDESHOW_THEME'])(
    '§7 (3) a built-in %s can be read, and every change of it is invalid_parameters',
    async (entityType) => {
      const entity = await material.builtInEntity(entityType);
      const path = `/v1/entities/${String(entity['entityId'])}`;
      expect(bodyOf(await caller.get(path), 200)).toEqual(entity);
      const { fileId } = await material.picture();
      for (const [change, body] of entityChanges(fileId)) {
        expectApiError(await caller.post(`${path}/${change}`, body), 400, 'invalid_parameters');
      }
    },
  );

  test.for(['watermarkMode', 'endScreenMode'])(
    '§7 (4) %s NONE needs the entitlement',
    async (field, context) => {
      const free = freeCaller(context);
      const exportOptions = { [field]: 'NONE' };
      const body = { ...material.script, autoExport: true, exportOptions };
      const answer = await free.post('/v1/workflows/script-to-video', body);
      expectApiError(answer, 403);
      expect(['purchase_add_on', 'upgrade_plan']).toContain(answer.body.requirement['type']);
    },
  );

  test('§7 (5) an entity that does not exist is not found', async () => {
    const body = { prompt: 'A lamp', entityIds: ['x_enti_y'] };
    expectApiError(await caller.post('/v1/tools/generate-image', body), 404, 'not_found');
  });

  test('§7 (5) an entity that does not exist can be neither read nor changed', async () => {
    expectApiError(await caller.get('/v1/entities/x_enti_y'), 404, 'not_found');
    for (const [change, body] of entityChanges('x_file_y')) {
      expectApiError(await caller.post(`/v1/entities/x_enti_y/${change}`, body), 404, 'not_found');
    }
  });

  test('§7 (5) an entity the caller may not use is a permission error', async (context) => {
    const other = freeCaller(context);
    const entityId = String((await material.entity())['entityId']);
    const body = { prompt: 'A lamp', entityIds: [entityId] };
    expectApiError(await other.post('/v1/tools/generate-image', body), 403, 'not_authorized');
    expectApiError(await other.get(`/v1/entities/${entityId}`), 403, 'not_authorized');
    for (const [change, fields] of entityChanges('x_file_y')) {
      const answer = await other.post(`/v1/entities/${entityId}/${change}`, fields);
      expectApiError(answer, 403, 'not_authorized');
    }
  });

  test('§7 (6) a clip without any input is an invalid request', async () => {
    expectApiError(await caller.post('/v1/tools/generate-video-clip', {}), 400, 'invalid_request');
  });

  test('§7 (7) a run that did not fail has no error', async () => {
    expect((await material.run()).error).toBeNull();
  });

  test('§7 (8) exhausted credits are a 429 with insufficient_credits', async (context) => {
    const body = { prompt: 'Waves', durationSeconds: 30, numResults: 100 };
    const answer = await freeCaller(context).post('/v1/tools/generate-video-clip', body);
    expectApiError(answer, 429, 'insufficient_credits');
    const { type, details } = answer.body.requirement;
    expect(['purchase_add_on', 'upgrade_plan']).toContain(type);
    expect(Object.values(details ?? {}).every(text)).toBe(true);
  });

  test.each([
    ['no JSON', '{"prompt":'],
    ['a brace', '{'],
    ['a list', '[]'],
    ['a text', '"prompt"'],
    ['null', 'null'],
    ['JSON after another sign', '\u00ff{}'],
  ])('§7 a body that is %s is an invalid request', async (_what, body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await caller.send('/v1/text/generate', { method: 'POST', headers, body });
    expectApiError(answer, 400, 'invalid_request');
  });

  test.each([
    'limit=0',
    'limit=-1',
    'limit=201',
    'limit=1.5',
    'limit=ten',
    'limit=0x10',
    'limit=1e2',
    'limit=%205',
    'limit=',
    'limit=5&limit=6',
    'cursor=',
  ])('§4.1 %s is refused by every list', async (query) => {
    for (const path of [...lists, '/v1/resources/tts-voices']) {
      expectApiError(await caller.get(`${path}?${query}`), 400, 'invalid_parameters');
    }
  });

  test.each([['GET', '/v1/nothing/here'], ['DELETE', '/v1/me'], ...(target.isOwn ? [['GET', '/']] : [])])(
    '§7 %s %s is not found',
    async (method = '', path = '') => {
      expectApiError(await caller.send(path, { method }), 404, 'not_found');
    },
  );
});
