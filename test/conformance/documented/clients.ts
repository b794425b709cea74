import { request } from 'node:http';
import { describe, expect, test, type TestContext } from 'vitest';
import { expectApiError, expectPage } from './facts.ts';
import * as material from './material.ts';
import { bodyOf, caller, isLoopback, target } from './target.ts';

interface Raw {
  readonly status: number;
  readonly body: string;
}

/** Sends a request with exactly these headers and body, which `fetch` would change. */
function send(
  context: TestContext,
  method: string,
  path: string,
  headers: object,
  body?: string,
): Promise<Raw> {
  if (!isLoopback) context.skip('sends plain HTTP');
  const authorization = `Bearer ${target.apiKey}`;
  return new Promise((resolve, reject) => {
    const sent = request(target.url + path, { method, headers: { authorization, ...headers }, agent: false });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
    });
    sent.end(body);
  });
}

const json = { 'content-type': 'application/json' };

describe('clients', () => {
  test.for(['{"selfOnly":true}', '{"selfOnly": true'])(
    'contract §8 a GET with the body %s is answered as without',
    async (body, context) => {
      const headers = { ...json, 'content-length': String(body.length) };
      const answer = await send(context, 'GET', '/v1/files?limit=1', headers, body);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body)).toHaveProperty('files');
    },
  );

  test.each(['export', 'timeline-interchange'])(
    'contract §4.3 %s is taken without a body and with {}',
    async (what) => {
      const { projectId } = await material.run();
      for (const body of [undefined, {}]) {
        const answer = await caller.post(`/v1/projects/${projectId}/${what}`, body);
        expect(answer.status).toBe(202);
      }
    },
  );

  test('contract §1 a POST without a body needs no Content-Type, and Content-Length may be 0', async (context) => {
    const { fileId } = await material.picture();
    const answer = await send(context, 'POST', `/v1/files/${fileId}/hydrate`, { 'content-length': '0' });
    expect(answer.status).toBe(200);
  });

  test('contract §1 a POST without a body may still say it is JSON', async (context) => {
    const { fileId } = await material.picture();
    const headers = { ...json, 'content-length': '0' };
    expect((await send(context, 'POST', `/v1/files/${fileId}/hydrate`, headers)).status).toBe(200);
    const { projectId, workflowRunId } = await material.run();
    for (const path of [`/v1/projects/${projectId}/export`, `/v1/workflows/runs/${workflowRunId}/cancel`]) {
      expect((await send(context, 'POST', path, headers)).status).toBe(202);
    }
  });

  test('contract §1 without a body, fields that are needed are missing', async () => {
    expectApiError(await caller.post('/v1/workflows/script-to-video'), 400, 'invalid_parameters');
  });

  test('contract §1 unknown fields are ignored', async () => {
    const body = { prompt: 'Harbours', somethingNew: { deep: [1] }, maxOutputTokens: 10 };
    expect((await caller.post('/v1/text/generate', body)).status).toBe(200);
    const start = { ...material.script, somethingNew: { deep: [1] } };
    const { workflowRunId } = bodyOf(await caller.post('/v1/workflows/script-to-video', start), 202);
    await caller.post(`/v1/workflows/runs/${workflowRunId}/cancel`);
  });

  test('contract §8 unknown queries are ignored', async () => {
    expectPage(await caller.get('/v1/projects?limit=1&somethingNew=1'), 'projects');
  });

  test('contract §8 ids stand in paths as they are, or percent-encoded', async () => {
    const { fileId } = await material.picture();
    const encoded = [...fileId].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('');
    for (const id of [fileId, encoded]) {
      expect(bodyOf(await caller.get(`/v1/files/${id}`), 200).fileId).toBe(fileId);
    }
  });

  test.each(['sdk-python', 'sdk-typescript', 'cli', 'mcp', 'n8n'])(
    'contract §1 the marker %s is taken',
    async (name) => {
      const answer = await caller.send('/v1/me', { headers: { 'x-videogen-client': name } });
      expect(answer.status).toBe(200);
    },
  );

  test('contract §4.6 a PUT without Authorization and Content-Type is taken, and hydrate ends the wait', async () => {
    expect((await material.picture()).downloadSource.status).toBe('ready');
  });

  test('contract §4.3.1 the remix actions of a project are listed with limit=200', async () => {
    const { projectId } = await material.run();
    const actions = expectPage(
      await caller.get(`/v1/projects/${projectId}/remix-actions?limit=200`),
      'remixActions',
    );
    expect(actions.length).toBeGreaterThan(0);
  });

  test('contract §2.3 the fields an assistant’s client always sends are taken', async () => {
    const visualStyle = { type: 'AI_IMAGE', aiStyle: 'ink', restyleFeaturedBRollWithAiStyle: true };
    const exportOptions = { watermarkMode: 'AUTO', endScreenMode: 'AUTO' };
    const body = { script: 'Harbour.', visualStyle, exportOptions, remixActions: [], autoExport: false };
    const { workflowRunId } = bodyOf(await caller.post('/v1/workflows/script-to-video', body), 202);
    await caller.post(`/v1/workflows/runs/${workflowRunId}/cancel`);
  });

  test('contract §8 an older client finds when to try again on a refusal', async () => {
    const { headers } = await caller.get('/v1/projects?limit=0');
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(0);
  });
});
