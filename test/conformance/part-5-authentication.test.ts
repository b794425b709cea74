import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import { expectError } from './expectations.ts';
import { startControlledService } from './service-under-test.ts';
import type { ControlledService } from './service-under-test.ts';

let service: ControlledService;
let caller: Caller;

const everyPath = [
  ['GET', '/v1/me'],
  ['GET', '/v1/resources/tts-voices'],
  ['GET', '/v1/resources/languages'],
  ['GET', '/v1/files'],
  ['GET', '/v1/files/vg_file_x'],
  ['POST', '/v1/files/upload'],
  ['POST', '/v1/files/search'],
  ['POST', '/v1/files/vg_file_x/hydrate'],
  ['POST', '/v1/files/vg_file_x/archive'],
  ['POST', '/v1/workflows/script-to-video'],
  ['POST', '/v1/workflows/add-visuals-narrations-and-captions-to-script'],
  ['POST', '/v1/workflows/storyboard-to-video'],
  ['GET', '/v1/workflows/runs'],
  ['GET', '/v1/workflows/runs/vg_work_x'],
  ['POST', '/v1/workflows/runs/vg_work_x/cancel'],
  ['GET', '/v1/projects'],
  ['GET', '/v1/projects/vg_proj_x'],
  ['POST', '/v1/projects/vg_proj_x/export'],
  ['GET', '/v1/projects/vg_proj_x/exports'],
  ['GET', '/v1/projects/vg_proj_x/exports/vg_expo_x'],
  ['POST', '/v1/projects/vg_proj_x/timeline-interchange'],
  ['GET', '/v1/timeline-interchange/vg_inte_x'],
  ['POST', '/v1/projects/vg_proj_x/remix'],
  ['GET', '/v1/projects/vg_proj_x/remix-actions'],
  ['POST', '/v1/assistants'],
  ['GET', '/v1/assistant-messages/vg_mesg_x'],
  ['POST', '/v1/text/generate'],
  ['POST', '/v1/tools/generate-image'],
  ['GET', '/v1/tools/executions'],
  ['GET', '/v1/entities'],
  ['GET', '/v1/webhooks/endpoints'],
  ['DELETE', '/v1/webhooks/endpoints/ep_x'],
  ['GET', '/v1/no-such-path'],
  ['GET', '/'],
] as const;

beforeAll(async () => {
  service = await startControlledService();
  ({ caller } = service);
});
afterAll(() => service.dispose());

test.each(everyPath)('§5.3 %s %s needs the key', async (method, path) => {
  const answer = await caller.send(path, { method, headers: { authorization: 'Bearer wrong' } });
  expectError(answer, 401, 'invalid_api_key');
  const { url } = service;
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="[^"]+", resource_metadata="/);
  expect(answer.headers.get('www-authenticate')).toContain(`"${url}/.well-known/oauth-protected-resource"`);
});

test('§5.3 a missing key, another scheme and a key elsewhere are as good as none', async () => {
  const { url, apiKey } = service;
  const attempts: [string, Record<string, string>][] = [
    ['/v1/me', {}],
    ['/v1/me', { authorization: apiKey }],
    ['/v1/me', { authorization: `Basic ${apiKey}` }],
    ['/v1/me', { authorization: 'Bearer ' }],
    ['/v1/me', { authorization: `Bearer ${apiKey}x` }],
    ['/v1/me', { authorization: `Bearer ${apiKey.slice(0, -1)}` }],
    ['/v1/me', { 'x-api-key': apiKey }],
    [`/v1/me?api_key=${apiKey}&access_token=${apiKey}`, {}],
  ];
  for (const [path, headers] of attempts) expect((await fetch(url + path, { headers })).status).toBe(401);
  expect((await fetch(`${url}/v1/me`, { headers: { authorization: `bearer ${apiKey}` } })).status).toBe(200);
});

test('§5.1 the resource describes itself to anyone', async () => {
  const answer = await fetch(`${service.url}/.well-known/oauth-protected-resource`);
  expect(answer.status).toBe(200);
  const body = await answer.json();
  expect(body).toMatchObject({ resource: service.url, bearer_methods_supported: ['header'] });
  expect(Array.isArray(body.authorization_servers)).toBe(true);
});

test('a project’s link tells a browser nothing about the project', async () => {
  const run = await caller.makeProject({ script: 'Secret title.' });
  const text = async (link: string) => (await fetch(link)).text();
  expect(await text(run.projectUrl)).toBe(await text(`${service.url}/projects/vg_proj_unknown`));
  expect(await text(run.projectUrl)).not.toContain('Secret');
});
