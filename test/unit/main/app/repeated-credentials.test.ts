import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type App, compose } from '../../../../src-main/app/compose.ts';
import { BrowserHost } from '../../../../src-main/hosts/browser/browser-host.ts';
import { createFileLog } from '../../../../src-main/hosts/node/file-log.ts';
import { aRequest } from '../../../fakes/features/generations-fixture.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { noMovie } from '../../../fakes/services/wire-records.ts';
import { SignInServer, visit } from '../../../fakes/sign-in/sign-in-server.ts';
import { createTestPlatform } from '../../../fakes/test-platform.ts';
import { type Answer, sendJson, type SeenRequest } from '../../../fakes/test-server.ts';
import { until } from '../../../fakes/turned-clock.ts';

/** Contains characters that JSON and URLs escape. */
const apiKey = 'canary/key+of"the\\user==';

type Json = Record<string, unknown>;

/** Starts a service that repeats received data and all its own secrets in every answer. */
async function startGossip() {
  const server = await SignInServer.start();
  const codes: string[] = [];
  const secrets = (): string[] => [apiKey, ...server.accessTokens, ...server.refreshTokens, ...codes];
  /**
   * Repeats the other secrets only to a signed-in connection, because tokens of another sign-in may still be on their
   * way.
   */
  const words = ({ headers }: SeenRequest): string => {
    const bearer = (headers.authorization ?? '').replace('Bearer ', '');
    const known = server.accessTokens.has(bearer) ? secrets() : [apiKey];
    return ['I know', headers.authorization, bearer, ...known, ...known.map(encodeURIComponent)].join(' ');
  };
  const errorFor = (request: SeenRequest): Json => ({
    message: words(request),
    code: words(request).split(' ').at(-2),
    requirement: { type: words(request).split(' ').at(-1) },
  });
  const bodyFor = (request: SeenRequest): [number, Json] => {
    const { method, url } = request;
    const team = { apiKeyId: 'k', apiKeyNickname: words(request), email: words(request), teamId: 't' };
    if (url === '/v1/me') return [200, { ...team, displayName: words(request) }];
    if (method === 'POST' && url.endsWith('/script-to-video')) {
      return JSON.parse(request.body.toString()).script === 'Refused.'
        ? [400, errorFor(request)]
        : [202, { workflowRunId: 'work_1', projectId: 'proj_1', projectUrl: '' }];
    }
    if (url.startsWith('/v1/workflows/runs')) {
      const run = { ...failedRun, error: errorFor(request) };
      return [200, url.includes('work_1') ? run : { workflowRuns: [run], hasMore: false, nextCursor: null }];
    }
    if (url.startsWith('/v1/projects?')) {
      const projects = [{ ...project, title: words(request) }];
      return [200, { projects, hasMore: false, nextCursor: null }];
    }
    return [url.includes('languages') ? 500 : 409, errorFor(request)];
  };
  /** Serializes like other programs, with every escapable character escaped. */
  const escaped = (value: Json): string =>
    JSON.stringify(value).replaceAll('/', '\\/').replaceAll('c', '\\u0063');
  const answer: Answer = (request, response) => {
    const [status, body] = bodyFor(request);
    const bearer = (request.headers.authorization ?? '').replace('Bearer ', '');
    const headers = { 'x-request-id': bearer, 'content-type': 'application/json' };
    if (status === 409) sendJson(response, status, body, headers);
    else response.writeHead(status, headers).end(escaped(body));
  };
  server.onCall = answer;
  return { server, secrets, codes };
}

const failedRun = {
  workflowRunId: 'work_1',
  workflowType: 'SCRIPT_TO_VIDEO',
  status: 'failed',
  progressPercentage: 10,
  projectId: 'proj_1',
  projectUrl: '',
  attemptIndex: 0,
  exportId: null,
  ...noMovie,
};
const project = {
  projectId: 'proj_1',
  assistantId: null,
  aspectRatio: { width: 16, height: 9 },
  status: 'ready',
  createdAt: 1_700_000_000,
  updatedAt: 1_700_000_000,
  projectUrl: '',
};

/** Starts the app in a browser, with a log on the disk and on stdout, and keeps all output. */
async function startInBrowser(openUrl: (url: URL) => Promise<unknown>) {
  const plain = await createTestPlatform();
  const { paths, clock } = plain;
  const stdout: string[] = [];
  const log = createFileLog({
    folder: join(paths.userData, 'logs'),
    clock,
    echo: (line) => stdout.push(line),
  });
  const shell = {
    ...plain.shell,
    openUrl: async (url: URL): Promise<void> => {
      await openUrl(url);
    },
  };
  const app: App = compose({ ...plain, log, shell }, { version: '0', service: { kind: 'local' } });
  const events: string[] = [];
  app.subscribe((message) => events.push(JSON.stringify(message)));
  const rendererFolder = await makeFolder('page');
  await writeFile(join(rendererFolder, 'index.html'), '<!doctype html><html><head></head></html>');
  const host = new BrowserHost({
    app,
    rendererFolder,
    isOfOtherUser: () => Promise.resolve(false),
    onPagesGone: () => undefined,
    onBug: () => undefined,
  });
  onTestFinished(async () => {
    await host.dispose();
    await app.dispose();
  });
  await app.start();
  return { app, paths, stdout, events, page: await openPage(await host.start(0)) };
}

/** Opens the app as a page does, with calls and events over HTTP. */
async function openPage(startUrl: string) {
  const { origin } = new URL(startUrl);
  const opened = await fetch(startUrl, { redirect: 'manual' });
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const pageUrl = new URL(opened.headers.get('location') ?? '', origin);
  const html = await (await fetch(pageUrl, { headers: { cookie } })).text();
  const token = /name="dailies-session" content="([^"]+)"/.exec(html)?.[1] ?? '';
  const received: string[] = [];
  const call = async (name: string, input: unknown): Promise<Json> => {
    const headers = { cookie, origin, 'x-dailies-session': token };
    const body = JSON.stringify({ name, input });
    const text = await (
      await fetch(new URL('bridge/invoke', pageUrl), { method: 'POST', headers, body })
    ).text();
    received.push(text);
    return JSON.parse(text) as Json;
  };
  return { call, received };
}

async function textsIn(folder: string): Promise<[string, Buffer][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(files.map(async (path): Promise<[string, Buffer]> => [path, await readFile(path)]));
}

const everything = {
  filter: { what: 'all', status: null, connectionId: null, search: '' },
  offset: 0,
  limit: 50,
};

test('credentials that a service repeats reach neither a file, the log, stdout, an event nor the page', async () => {
  const { server, secrets, codes } = await startGossip();
  const { app, page, paths, stdout, events } = await startInBrowser((url) => {
    const target = server.redirectFor(url);
    codes.push(target.searchParams.get('code') ?? '');
    return visit(target);
  });
  const byKey = await page.call('connection.add', { serviceUrl: server.url, apiKey });
  const byToken = await page.call('connection.add', { serviceUrl: server.url, apiKey: null });
  const ids = [byKey, byToken].map((added) => (added['value'] as { connectionId: string }).connectionId);
  for (const connectionId of ids) {
    await page.call('connection.activate', { connectionId });
    const { generations, availability } = app.services.active();
    await until(() => availability.state === 'online');
    for (const script of ['Refused.', 'The harbour wakes.']) {
      const { generationId } = generations.startGeneration(aRequest({ script }));
      await generations.settled(generationId);
      expect(generations.get(generationId)).toMatchObject({ state: 'failed' });
    }
    await page.call('project.list', { cursor: null, limit: 50 });
    await page.call('project.get', { projectId: 'proj_1' });
    await page.call('catalogue.languages', {});
    await page.call('generation.list', { limit: 50 });
  }
  await page.call('activity.list', everything);
  await page.call('connection.list', {});
  const canaries = secrets().flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]);
  expect(canaries.length).toBeGreaterThan(10);
  const reported: [string, Buffer][] = [
    ...(await textsIn(paths.userData)),
    ['stdout', Buffer.from(stdout.join('\n'))],
    ['events', Buffer.from(events.join('\n'))],
    ['page', Buffer.from(page.received.join('\n'))],
  ];
  for (const place of [/state\.sqlite/, /dailies\.log/, /stdout/, /events/, /page/]) {
    const said = reported.filter(([name]) => place.test(name)).map(([, bytes]) => bytes.toString());
    expect(said.join('\n'), String(place)).toContain('I know');
  }
  const leaks = reported.flatMap(([place, bytes]) =>
    canaries.filter((canary) => bytes.includes(canary)).map((canary) => `${place}: ${canary}`),
  );
  expect(leaks).toEqual([]);
});
