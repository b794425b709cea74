import { request as httpRequest } from 'node:http';
import { vi } from 'vitest';
import { recordExchange } from './record-exchange.ts';

/** Every field that the tests read from an answer. The type does not promise that the field exists. */
export interface Json {
  readonly [text: string]: unknown;
  readonly [index: number]: Json;
  readonly message: string;
  readonly code: string;
  readonly internalErrorCode: string;
  readonly requirement: Json;
  readonly error: Json;
  readonly status: string;
  readonly url: string;
  readonly workflowRunId: string;
  readonly projectId: string;
  readonly projectUrl: string;
  readonly exportId: string;
  readonly exportFileId: string;
  readonly interchangeJobId: string;
  readonly interchangeFileId: string;
  readonly fileId: string;
  readonly voiceId: string;
  readonly title: string;
  readonly displayName: string;
  readonly uploadUrl: string;
  readonly downloadUrl: string;
  readonly downloadUrlExpiresAt: number;
  readonly thumbnailUrl: string;
  readonly progressPercentage: number;
  readonly attemptIndex: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly thumbnailUrlExpiresAt: number;
  readonly remixActionIds: string[];
  readonly hasMore: boolean;
  readonly nextCursor: string;
  readonly file: Json;
  readonly downloadSource: Json;
  readonly thumbnailSource: Json;
  readonly previewSource: Json;
  readonly hlsSource: Json;
  readonly staticPublicPreviewSource: Json;
  readonly publicHlsUrl: string;
  readonly publicPlaybackId: string;
  readonly results: Json[];
  readonly similarity: number;
  readonly description: string;
  readonly workflowRuns: Json[];
  readonly toolExecutions: Json[];
  readonly projects: Json[];
  readonly exports: Json[];
  readonly files: Json[];
  readonly ttsVoices: Json[];
  readonly languages: Json[];
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** Smallest valid body for a script workflow. */
export const shortScript = {
  script: 'Harbour lights.\nThe boats come in.',
  visualStyle: { type: 'STOCK' },
};

/** Calls the service as its documentation describes, without any other knowledge of it. */
export class Caller {
  readonly url: string;
  readonly apiKey: string;

  constructor(service: { url: string; apiKey: string }) {
    this.url = service.url;
    this.apiKey = service.apiKey;
  }

  async send(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${this.apiKey}`);
    const response = await fetch(this.url + path, { ...init, headers });
    const text = await response.text();
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
    const { method = 'GET', body } = init;
    const { status, body: reported } = answer;
    recordExchange({ method, path, body, status, headers: response.headers, answer: reported });
    return answer;
  }

  get(path: string): Promise<Answer> {
    return this.send(path);
  }

  /** Sends no Content-Type and Content-Length 0 when `body` is omitted. */
  post(path: string, body?: unknown): Promise<Answer> {
    if (body === undefined) return this.send(path, { method: 'POST' });
    const headers = { 'content-type': 'application/json' };
    return this.send(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Polls until the status in the answer is one of the three terminal ones. */
  untilTerminal(path: string, timeoutMs = 20_000): Promise<Json> {
    return vi.waitFor(
      async () => {
        const { body } = await this.get(path);
        if (!['succeeded', 'failed', 'cancelled'].includes(body.status))
          throw new Error(JSON.stringify(body));
        return body;
      },
      { timeout: timeoutMs, interval: timeoutMs > 20_000 ? 500 : 10 },
    );
  }

  /** Generates a project. */
  async makeProject(body: object = {}, timeoutMs?: number): Promise<Json> {
    const { body: started } = await this.post('/v1/workflows/script-to-video', { ...shortScript, ...body });
    const run = await this.untilTerminal(`/v1/workflows/runs/${started.workflowRunId}`, timeoutMs);
    if (run.status !== 'succeeded') throw new Error(JSON.stringify(run));
    return run;
  }

  /** Uploads a file and waits for its analysis. */
  async upload(displayName: string, bytes: Buffer, fields: object = {}): Promise<Json> {
    const { body: created } = await this.post('/v1/files/upload', { displayName, ...fields });
    const put = await fetch(created.uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) });
    if (put.status >= 400) throw new Error(await put.text());
    return this.untilAnalysed(created.fileId);
  }

  untilAnalysed(fileId: string): Promise<Json> {
    return vi.waitFor(
      async () => {
        const { body } = await this.post(`/v1/files/${fileId}/hydrate`);
        const states = [body.downloadSource, body.thumbnailSource, body.previewSource].map((s) => s.status);
        const { analysisLoadingState } = body['fileAnalysisMetadata'] as { analysisLoadingState: string };
        if (states.includes('pending') || analysisLoadingState === 'LOADING')
          throw new Error(JSON.stringify(body));
        return body;
      },
      { timeout: 30_000, interval: 10 },
    );
  }
}

/** Sends a request with exactly these headers; Host only if it is among them. */
export function rawRequest(
  url: string,
  options: { method?: string; headers: Record<string, string | string[]>; target?: string; body?: string },
): Promise<Answer> {
  const { hostname, port, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      hostname,
      port,
      path: options.target ?? pathname + search,
      method: options.method ?? 'GET',
      headers: options.headers,
      setHost: false,
      agent: false,
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const headers = new Headers();
        for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
        resolve({ status: response.statusCode ?? 0, headers, body: text === '' ? null : JSON.parse(text) });
      });
    });
    request.end(options.body);
  });
}
