import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { sha256Of } from '../../../src-main/foundation/files/sha256-of.ts';
import type { Timeline } from '../../../src-timeline/model/timeline.ts';
import { makeFolder } from '../main-fixture.ts';
import {
  movieStart,
  type SampleFormat,
  sampleBundle,
  sampleDocument,
  sampleTimeline,
  writeZip,
} from '../sample-project.ts';
import { type SeenRequest, sendJson, TestServer } from '../test-server.ts';
import { noMovie, sampleVoice } from './wire-records.ts';

type Json = Record<string, unknown>;

interface Run {
  readonly workflowRunId: string;
  readonly projectId: string;
  readonly body: Json;
  readonly title: string;
  readonly workflowType: string;
  /** Unix seconds. */
  readonly createdAt: number;
  reads: number;
  status: string;
}

/** Small, fast service in the documented shape over real HTTP. A test can make it misbehave. */
export class ServiceStandIn {
  readonly server: TestServer;
  apiKey = 'key-of-the-test';
  readonly starts: Json[] = [];
  readonly runs = new Map<string, Run>();
  readonly cancelled: string[] = [];
  readonly uploads = new Map<string, Buffer>();
  readonly #interchanges = new Map<
    string,
    { projectId: string; format: SampleFormat; mediaDelivery: string }
  >();
  readonly #storage = new Map<string, Buffer>();
  readonly #bundles = new Map<SampleFormat, Buffer>();
  #nextId = 1;
  /** Id of the newest export. */
  #exportId = 'expo_1';
  /** Number of reads until a run is done. */
  readsPerRun = 2;
  /** Error with which runs fail. */
  runError: Json | null = null;
  /** Carries out starts but never answers them. */
  losesStartAnswers = false;
  /** Time of the projects' last change, in Unix seconds. */
  projectUpdatedAt = 1_700_000_000;
  movie: Buffer | null = Buffer.concat([movieStart, Buffer.from('a finished movie')]);
  /** Status of each of a project's exports, the newest first; none of them without a movie. */
  exportStatuses = ['succeeded'];
  /** Title of all projects made from now on. */
  title = 'Harbour lights';
  /** Address for clients and links if a proxy stands in between. */
  publicUrl: string | null = null;
  /** Answers in place of the stand-in if it returns true. */
  intercept: (request: SeenRequest, response: ServerResponse) => boolean | Promise<boolean> = () => false;
  /** Changes an answer, by method and path, or makes one for a path without. */
  changeAnswer: (key: string, answer: Json | null) => Json | null = (_key, answer) => answer;
  /** Changes the entries of the bundle before the packing. */
  changeBundle: (entries: Map<string, Buffer>) => void = () => undefined;

  /** Changes the timeline before a document is written from it. */
  changeTimeline: (timeline: Timeline) => Timeline = (timeline) => timeline;

  private constructor(server: TestServer) {
    this.server = server;
  }

  static async start(): Promise<ServiceStandIn> {
    const server = await TestServer.start(() => undefined);
    const standIn = new ServiceStandIn(server);
    server.answerWith((request, response) => standIn.#answer(request, response));
    return standIn;
  }

  /** Changes the projects, so that further bundles differ. */
  remix(changeBundle: (entries: Map<string, Buffer>) => void): void {
    this.changeBundle = changeBundle;
    this.#bundles.clear();
    this.projectUpdatedAt += 60;
  }

  get url(): string {
    return this.publicUrl ?? this.server.url;
  }

  addProject(): string {
    return this.#addRun({ aspectRatio: { width: 16, height: 9 }, script: '' }, 'succeeded').projectId;
  }

  /** Returns a signed link that works until it is revoked. Links of one file differ in their signature. */
  link(bytes: Buffer): string {
    const name = sha256Of(bytes).slice(0, 16);
    const signature = this.#id('secret-of-the-link');
    this.#storage.set(`${name} ${signature}`, bytes);
    return `${this.url}/storage/${name}?signature=${signature}`;
  }

  /** Invalidates all links so far. */
  revokeLinks(): void {
    this.#storage.clear();
  }

  countOf(method: string, pattern: RegExp): number {
    return this.server.seen.filter((request) => request.method === method && pattern.test(request.url))
      .length;
  }

  async #answer(request: SeenRequest, response: ServerResponse): Promise<void> {
    if (await this.intercept(request, response)) return;
    const { pathname } = new URL(request.url, this.url);
    if (pathname.startsWith('/storage/')) return this.#store(request, pathname.slice(9), response);
    if (request.headers.authorization !== `Bearer ${this.apiKey}`) {
      return sendJson(response, 401, { message: 'No.', code: 'invalid_api_key' });
    }
    const body = request.body.length === 0 ? {} : (JSON.parse(request.body.toString()) as Json);
    const routed = await this.#route(request.method, pathname, body, response);
    const answer = this.changeAnswer(`${request.method} ${pathname}`, routed);
    if (response.destroyed) return;
    if (answer) sendJson(response, request.method === 'POST' ? 202 : 200, answer, this.#rateHeaders());
    else sendJson(response, 404, { message: 'There is no such thing.', code: 'not_found' });
  }

  async #route(method: string, path: string, body: Json, response: ServerResponse): Promise<Json | null> {
    const fixed = this.#fixedRoute(`${method} ${path}`, body, response);
    if (fixed) return fixed;
    const [, , noun, id = '', verb, last] = path.split('/');
    if (noun === 'workflows') return this.#run(verb ?? '', last);
    if (noun === 'projects') return this.#projectRoute(method, id, verb, last, body);
    if (noun === 'timeline-interchange') return this.#interchange(id);
    if (noun === 'files' && verb === 'hydrate') return this.#file(id);
    return null;
  }

  #fixedRoute(key: string, body: Json, response: ServerResponse): Json | null {
    if (key === 'GET /v1/me') return account;
    const workflowType = workflowTypes[key];
    if (workflowType !== undefined) return this.#start(workflowType, body, response);
    if (key === 'GET /v1/workflows/runs') return this.#listRuns();
    if (key === 'GET /v1/projects') {
      return page(
        'projects',
        [...this.runs.values()].map((run) => this.#project(run)),
      );
    }
    if (key === 'POST /v1/files/upload') return this.#createUpload();
    if (key === 'GET /v1/files')
      return page(
        'files',
        [...this.uploads.keys()].map((id) => this.#file(id)),
      );
    if (key === 'GET /v1/resources/tts-voices') return page('ttsVoices', [sampleVoice]);
    if (key === 'GET /v1/resources/languages')
      return { languages: [{ languageCode: 'en', name: 'English' }] };
    return null;
  }

  #start(workflowType: string, body: Json, response: ServerResponse): Json {
    this.starts.push(body);
    const run = this.#addRun(body, 'running', workflowType);
    if (this.losesStartAnswers) response.destroy();
    const { workflowRunId, projectId } = run;
    return { workflowRunId, projectId };
  }

  #addRun(body: Json, status: string, workflowType = 'SCRIPT_TO_VIDEO'): Run {
    const run: Run = {
      workflowRunId: this.#id('work'),
      projectId: this.#id('proj'),
      body,
      title: this.title,
      workflowType,
      createdAt: Math.floor(this.server.nowMs() / 1000),
      reads: 0,
      status,
    };
    this.runs.set(run.workflowRunId, run);
    return run;
  }

  #listRuns(): Json {
    return page(
      'workflowRuns',
      [...this.runs.values()].reverse().map((run) => this.#step(run)),
    );
  }

  #run(id: string, verb: string | undefined): Json | null {
    const run = this.runs.get(id);
    if (!run) return null;
    if (verb !== 'cancel') return this.#step(run);
    this.cancelled.push(id);
    if (run.status === 'running') run.status = 'cancelled';
    return { workflowRunId: id, projectId: run.projectId };
  }

  #step(run: Run): Json {
    run.reads += 1;
    if (run.status === 'running' && run.reads > this.readsPerRun) {
      run.status = this.runError ? 'failed' : 'succeeded';
    }
    return {
      ...nothingYet,
      workflowRunId: run.workflowRunId,
      workflowType: run.workflowType,
      status: run.status,
      progressPercentage: run.status === 'succeeded' ? 100 : Math.min(99, run.reads * 20),
      error: run.status === 'failed' ? this.runError : null,
      projectId: run.projectId,
      projectUrl: '',
    };
  }

  #project(run: Run): Json {
    return {
      projectId: run.projectId,
      assistantId: null,
      title: run.title,
      aspectRatio: run.body['aspectRatio'] ?? { width: 16, height: 9 },
      status: run.status === 'succeeded' ? 'ready' : 'generating',
      createdAt: run.createdAt,
      updatedAt: this.projectUpdatedAt,
      projectUrl: '',
    };
  }

  #projectRoute(method: string, id: string, verb = '', last = '', body: Json = {}): Json | null {
    const run = [...this.runs.values()].find(({ projectId }) => projectId === id);
    if (!run) return null;
    if (verb === '') return this.#project(run);
    if (verb === 'timeline-interchange') {
      const jobId = this.#id('inte');
      this.#interchanges.set(jobId, {
        projectId: id,
        ...(body as { format: SampleFormat; mediaDelivery: string }),
      });
      return { interchangeJobId: jobId };
    }
    if (verb === 'exports' && last !== '') return { ...this.#export(id), exportId: last };
    if (verb === 'exports') {
      const exports = this.exportStatuses.map((status) => ({ ...this.#export(id), status }));
      return page('exports', this.movie ? exports : []);
    }
    return method === 'POST' && verb === 'export' ? this.#startExport() : null;
  }

  #startExport(): Json {
    if (this.movie) this.#exportId = this.#id('expo');
    this.movie ??= Buffer.concat([movieStart, Buffer.from('a movie rendered later')]);
    return { exportId: this.#exportId };
  }

  #export(projectId: string): Json {
    const movie = this.movie ?? Buffer.alloc(0);
    return {
      ...nothingYet,
      exportId: this.#exportId,
      projectId,
      status: 'succeeded',
      progressPercentage: 100,
      downloadUrl: this.link(movie),
      downloadUrlExpiresAt: 2_000_000_000,
      file: { fileId: 'file_movie', type: 'VIDEO', scope: 'EXPORT', durationSeconds: 6 },
    };
  }

  async #interchange(id: string): Promise<Json | null> {
    const job = this.#interchanges.get(id);
    if (!job) return null;
    const bytes =
      job.mediaDelivery === 'BUNDLE' ? await this.#bundle(job.format) : this.#document(job.format);
    const downloadUrl = this.link(bytes);
    return {
      ...nothingYet,
      interchangeJobId: id,
      ...job,
      status: 'succeeded',
      progressPercentage: 100,
      downloadUrl,
      downloadUrlExpiresAt: 2_000_000_000,
      interchangeFileId: null,
      file: {
        fileId: 'file_inte',
        type: 'TEXT',
        scope: 'PROJECT',
        downloadSource: { status: 'ready', url: downloadUrl, fileBytes: bytes.length },
      },
    };
  }

  #document(format: SampleFormat): Buffer {
    const timeline = sampleTimeline((fileName) => this.link(Buffer.from(`bytes of ${fileName}`)));
    return Buffer.from(sampleDocument(format, this.changeTimeline(timeline)));
  }

  async #bundle(format: SampleFormat): Promise<Buffer> {
    const known = this.#bundles.get(format);
    if (known) return known;
    const path = join(await makeFolder('bundle'), 'bundle.zip');
    const entries = sampleBundle(format);
    this.changeBundle(entries);
    await writeZip(path, entries);
    const bytes = await readFile(path);
    this.#bundles.set(format, bytes);
    return bytes;
  }

  #createUpload(): Json {
    const fileId = this.#id('file');
    return { fileId, uploadUrl: `${this.url}/storage/${fileId}` };
  }

  #file(fileId: string): Json | null {
    if (!this.uploads.has(fileId)) return null;
    return { fileId, type: 'IMAGE', scope: 'GLOBAL', downloadSource: { status: 'ready', url: 'x' } };
  }

  #store(request: SeenRequest, token: string, response: ServerResponse): void {
    if (request.method === 'PUT') {
      this.uploads.set(token, request.body);
      response.writeHead(200).end();
      return;
    }
    const signature = new URL(request.url, this.url).searchParams.get('signature') ?? '';
    const bytes = this.#storage.get(`${token} ${signature}`);
    if (!bytes) {
      response.writeHead(403).end();
      return;
    }
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    const start = Number(range?.[1] ?? 0);
    const end = range?.[2] ? Number(range[2]) : bytes.length - 1;
    const headers = {
      etag: '"1"',
      'content-type': 'video/mp4',
      'content-length': end - start + 1,
      ...(range ? { 'content-range': `bytes ${String(start)}-${String(end)}/${String(bytes.length)}` } : {}),
    };
    response.writeHead(range ? 206 : 200, headers);
    response.end(bytes.subarray(start, end + 1));
  }

  #id(kind: string): string {
    this.#nextId += 1;
    return `vg_${kind}_${String(this.#nextId)}`;
  }

  #rateHeaders(): Record<string, string> {
    const reset = Math.floor(Date.now() / 1000) + 3_600;
    return {
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': String(Math.max(4_000, 4_950 - 50 * this.server.seen.length)),
      'x-ratelimit-reset': String(reset),
    };
  }
}

const workflowTypes: Readonly<Record<string, string>> = {
  'POST /v1/workflows/script-to-video': 'SCRIPT_TO_VIDEO',
  'POST /v1/workflows/voiceover-to-video': 'VOICEOVER_TO_VIDEO',
  'POST /v1/workflows/slideshow-to-video': 'SLIDESHOW_TO_VIDEO',
  'POST /v1/workflows/storyboard-to-video': 'STORYBOARD_TO_VIDEO',
  'POST /v1/workflows/prompt-to-video-clip': 'PROMPT_TO_VIDEO_CLIP',
  'POST /v1/workflows/content-outline-to-video': 'CONTENT_OUTLINE_TO_VIDEO',
};

const account = {
  apiKeyId: 'vg_key_1',
  apiKeyNickname: 'test',
  email: 'editor@example.com',
  displayName: null,
  teamId: 'vg_team_1',
};

const nothingYet = {
  attemptIndex: 0,
  error: null,
  exportId: null,
  ...noMovie,
  file: null,
};

function page(name: string, items: unknown[]): Json {
  return { [name]: items, hasMore: false, nextCursor: null };
}
