import type { ServerResponse } from 'node:http';
import { JobStandIn } from './job-stand-in.ts';
import { ServiceStandIn } from './service-stand-in.ts';
import { type SeenRequest, sendJson } from './test-server.ts';

/** A start that a service has carried out. */
export interface CarriedOut {
  readonly path: string;
  readonly body: string;
}

/** What becomes of a POST: answered, carried out without an answer for as long as the test runs, or refused for a while. */
type Fate = 'answered' | 'held' | 'refused';

const passedOn = 'x-passed-on';

/** One service of generations, deliveries, uploads and every other job. Nothing ends there before the test says so. */
export class EveryKindService {
  readonly service: ServiceStandIn;
  readonly jobs: JobStandIn;
  /** Paths of the POSTs that start something, in the order they came, but for the documents of which projects are shown. */
  readonly starts: string[] = [];
  readonly carriedOut: CarriedOut[] = [];
  fate: Fate = 'answered';
  #isEnding = false;

  private constructor(service: ServiceStandIn, jobs: JobStandIn) {
    this.service = service;
    this.jobs = jobs;
  }

  static async start(): Promise<EveryKindService> {
    const jobs = await JobStandIn.start();
    jobs.firstStatus = 'running';
    jobs.nextId = 100;
    const every = new EveryKindService(await ServiceStandIn.start(), jobs);
    every.service.addProject();
    every.service.readsPerRun = Infinity;
    every.service.intercept = (request, response) => every.#answer(request, response);
    return every;
  }

  /** The project with a timeline to be delivered. */
  get projectId(): string {
    return [...this.service.runs.values()][0]?.projectId ?? '';
  }

  /** Does once more what a service had carried out, so that the same things have the same ids here. */
  async replay(starts: readonly CarriedOut[]): Promise<void> {
    for (const { path, body } of starts) {
      const answer = await this.#passOn({ method: 'POST', url: path, body });
      const { fileId } = (await answer.json()) as { fileId?: string };
      if (fileId !== undefined) this.service.uploads.set(fileId, Buffer.from('sent before'));
    }
  }

  /** What runs ends well from now on. */
  endAll(): void {
    this.#isEnding = true;
    this.service.readsPerRun = 0;
    this.jobs.firstStatus = 'succeeded';
    this.jobs.endAll();
  }

  async #answer(request: SeenRequest, response: ServerResponse): Promise<boolean> {
    const { method, url } = request;
    const isStart = method === 'POST' && !/\/(hydrate|archive|cancel)$/.test(url);
    if (request.headers[passedOn] !== undefined || url.startsWith('/storage/')) return false;
    if (isStart) {
      if (!isToShowProject(request.body.toString())) this.starts.push(url);
      if (this.fate === 'refused') {
        sendJson(response, 429, { message: 'Later.', code: 'rate_limited' }, { 'retry-after': '3600' });
        return true;
      }
    }
    const document = this.#isEnding ? null : /^\/v1\/timeline-interchange\/(.+)$/.exec(url)?.[1];
    if (document) {
      // Not passed on: the stand-in would make it, and its link would take an id.
      sendJson(response, 200, unfinishedDocument(document));
      return true;
    }
    const { fate } = this;
    const answer = await this.#passOn({ method, url, body: request.body.toString() });
    if (isStart) this.carriedOut.push({ path: url, body: request.body.toString() });
    if (!isStart || fate !== 'held') sendJson(response, answer.status, this.#shown(url, await answer.json()));
    return true;
  }

  #passOn({ method, url, body }: { method: string; url: string; body: string }): Promise<Response> {
    // A project is called by its script's heading.
    this.service.title = /"# (.*?)\\n/.exec(body)?.[1] ?? this.service.title;
    const headers = { authorization: `Bearer ${this.service.apiKey}`, [passedOn]: '1' };
    const base = this.#isOfJobs(url) ? this.jobs.url : this.service.server.url;
    return fetch(base + url, { method, headers, ...(body === '' ? {} : { body }) });
  }

  #isOfJobs(url: string): boolean {
    const [, , noun = '', id = ''] = new URL(url, 'http://any').pathname.split('/');
    if (noun === 'timeline-interchange') return this.jobs.jobs.some((job) => job.id === id);
    return ['tools', 'assistants', 'assistant-messages'].includes(noun) || id === 'proj_1';
  }

  /** The stand-in has uploads ready at once: they are not before the end. */
  #shown(url: string, answer: unknown): unknown {
    if (this.#isEnding) return url.includes('/exports') ? withMovies(answer) : answer;
    if (!url.endsWith('/hydrate')) return answer;
    return { ...(answer as object), downloadSource: { status: 'pending', url: null } };
  }
}

function isToShowProject(body: string): boolean {
  return body === '{"format":"FCPXML","mediaDelivery":"REMOTE_URLS"}';
}

/** Else another export would be asked for, so that there is a movie to be shown. */
function withMovies(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer).replaceAll('"downloadUrl":null', '"downloadUrl":"https://example.com/movie"'),
  );
}

function unfinishedDocument(interchangeJobId: string): unknown {
  return {
    interchangeJobId,
    projectId: 'proj_1',
    format: 'OTIO',
    mediaDelivery: 'BUNDLE',
    status: 'running',
    progressPercentage: 40,
    attemptIndex: 0,
    error: null,
    downloadUrl: null,
    downloadUrlExpiresAt: null,
    interchangeFileId: null,
    file: null,
  };
}
