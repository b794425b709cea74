import type { ServerResponse } from 'node:http';
import { type SeenRequest, sendJson } from '../test-server.ts';
import { JobStandIn } from './job-stand-in.ts';
import { ServiceStandIn } from './service-stand-in.ts';

/** Start request that the service has carried out. */
export interface CarriedOut {
  readonly path: string;
  readonly body: string;
}

/** Treatment of a POST: answered, carried out but left without an answer during the test, or refused for a while. */
type Fate = 'answered' | 'held' | 'refused';

const passedOn = 'x-passed-on';

/** Service for generations, deliveries, uploads and all other jobs. Its jobs run until the test ends them. */
export class EveryKindService {
  readonly service: ServiceStandIn;
  readonly jobs: JobStandIn;
  /** Paths of the POSTs that start something, in order of arrival, except documents for showing a project. */
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

  /** ID of the project with a timeline to deliver. */
  get projectId(): string {
    return [...this.service.runs.values()][0]?.projectId ?? '';
  }

  /** Repeats the starts that another service carried out, so that this one assigns the same IDs. */
  async replay(starts: readonly CarriedOut[]): Promise<void> {
    for (const { path, body } of starts) {
      const answer = await this.#passOn({ method: 'POST', url: path, body });
      const { fileId } = (await answer.json()) as { fileId?: string };
      if (fileId !== undefined) this.service.uploads.set(fileId, Buffer.from('sent before'));
    }
  }

  /** Ends all running jobs successfully, now and in future. */
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
      // Does not pass the request on, because the stand-in would make the document and use an ID for its link.
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
    // Takes the project's name from the heading of its script.
    this.service.title = /"# (.*?)\\n/.exec(body)?.[1] ?? this.service.title;
    const headers = { authorization: `Bearer ${this.service.apiKey}`, [passedOn]: '1' };
    const base = this.#isOfJobs(url) ? this.jobs.url : this.service.server.url;
    return fetch(base + url, { method, headers, ...(body === '' ? {} : { body }) });
  }

  #isOfJobs(url: string): boolean {
    const [, , noun = '', id = ''] = new URL(url, 'http://any').pathname.split('/');
    if (noun === 'timeline-interchange') return this.jobs.jobs.some((job) => job.id === id);
    const isProject = this.jobs.projects.some(({ projectId }) => projectId === id);
    return ['tools', 'assistants', 'assistant-messages'].includes(noun) || isProject;
  }

  /** Marks uploads as pending until the end, because the stand-in has them ready at once. */
  #shown(url: string, answer: unknown): unknown {
    if (this.#isEnding) return url.includes('/exports') ? withMovies(answer) : answer;
    if (!url.endsWith('/hydrate')) return answer;
    return { ...(answer as object), downloadSource: { status: 'pending', url: null } };
  }
}

function isToShowProject(body: string): boolean {
  return body === '{"format":"FCPXML","mediaDelivery":"REMOTE_URLS"}';
}

/** Adds links to movies, because the app would otherwise request another export to show. */
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
