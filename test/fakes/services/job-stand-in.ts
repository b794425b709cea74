import type { ServerResponse } from 'node:http';
import { type SeenRequest, sendJson, TestServer } from '../test-server.ts';
import { noMovie, sampleAccount } from './wire-records.ts';

type Json = Record<string, unknown>;

interface Job {
  readonly id: string;
  readonly kind: string;
  /** Owner of the list that contains it: a project or a chat. */
  readonly place: string;
  readonly fields: Json;
  status: string;
}

interface Project {
  readonly projectId: string;
  readonly assistantId: string | null;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Unix seconds; `createdAt` by default. */
  updatedAt?: number;
  readonly title?: string;
}

/** Treatment of a start request: carried out and answered, carried out with the answer lost, or lost itself. */
type Fate =
  | 'answered'
  | 'answer lost'
  | 'lost'
  | { readonly status: number; readonly body: Json; readonly headers?: Record<string, string> };

/** Service for all jobs except workflow runs, in the documented shape over real HTTP. Counts its requests. */
export class JobStandIn {
  readonly server: TestServer;
  readonly jobs: Job[] = [];
  readonly projects: Project[] = [{ projectId: 'proj_1', assistantId: null, createdAt: 1_700_000_000 }];
  /** Paths of the start requests that arrived. */
  readonly starts: string[] = [];
  readonly cancelled: string[] = [];
  /** True for this project's own service; the documented API cannot cancel exports and documents. */
  endsAllJobs = false;
  /** Links that only single reads show and lists omit, by job ID. */
  readonly linksOfSingleReads = new Map<string, string>();
  /** Number in the next ID. */
  #nextId = 1;
  /** Treatment of the next start requests. */
  fate: Fate = 'answered';
  /** Status of new jobs. */
  firstStatus = 'succeeded';
  /** Runs before the service carries out a start. */
  beforeStart: () => void | Promise<void> = () => undefined;

  private constructor(server: TestServer) {
    this.server = server;
  }

  static async start(): Promise<JobStandIn> {
    const server = await TestServer.start(() => undefined);
    const standIn = new JobStandIn(server);
    server.answerWith((request, response) => standIn.#answer(request, response));
    return standIn;
  }

  get url(): string {
    return this.server.url;
  }

  add(kind: string, place: string, fields: Json = {}, status = this.firstStatus): string {
    this.#nextId += 1;
    const id = `vg_${kind}_${String(this.#nextId)}`;
    this.jobs.push({ id, kind, place, fields, status });
    return id;
  }

  endAll(status = 'succeeded'): void {
    for (const job of this.jobs) job.status = status;
  }

  async #answer(request: SeenRequest, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url, this.url);
    const parts = pathname.split('/').slice(2);
    if (request.method === 'POST' && parts.at(-1) === 'cancel') {
      if (parts[0] === 'tools' || this.endsAllJobs) {
        return sendJson(response, 202, this.#cancel(parts.at(-2) ?? ''));
      }
      return sendJson(response, 404, { message: 'There is no such thing.', code: 'not_found' });
    }
    if (request.method === 'GET') {
      const answer = this.#read(parts);
      if (answer) sendJson(response, 200, answer);
      else sendJson(response, 404, { message: 'There is no such thing.', code: 'not_found' });
      return;
    }
    this.starts.push(pathname);
    await this.beforeStart();
    const { fate } = this;
    if (fate === 'lost') return void response.destroy();
    if (typeof fate === 'object') return sendJson(response, fate.status, fate.body, fate.headers);
    const answer = this.#carryOut(parts, JSON.parse(request.body.toString() || '{}') as Json);
    if (fate === 'answer lost') response.destroy();
    else sendJson(response, 202, answer);
  }

  #carryOut([noun = '', id = '', verb = '']: string[], body: Json): Json {
    if (noun === 'tools') {
      const toolType = id.toUpperCase().replaceAll('-', '_');
      return { toolExecutionId: this.add('tool', 'tools', { toolType, results: [] }) };
    }
    if (noun === 'assistants') return this.#say(id === '' ? this.#addChat() : id, body);
    if (verb === 'export') return { exportId: this.add('expo', id, { projectId: id, ...body }) };
    if (verb === 'timeline-interchange') {
      return { interchangeJobId: this.add('inte', id, { projectId: id, ...body, ...noFile }) };
    }
    return this.#remix(id, body);
  }

  #remix(source: string, body: Json): Json {
    const isCopy = body['saveAsNewProject'] === true;
    const projectId = isCopy ? this.#addProject(null, 'Harbour lights (copy)') : source;
    const wanted = body['remixActions'] as Json[];
    const remixActionIds = wanted.map(({ type }) =>
      this.add('rmix', projectId, { type, projectId, projectUrl: '' }),
    );
    return { projectId, projectUrl: '', remixActionIds };
  }

  #addProject(assistantId: string | null, title = 'Harbour lights'): string {
    this.#nextId += 1;
    const projectId = `vg_proj_${String(this.#nextId)}`;
    const createdAt = Math.floor(this.server.nowMs() / 1000);
    this.projects.push({ projectId, assistantId, createdAt, title });
    return projectId;
  }

  #addChat(): string {
    const assistantId = `vg_asst_${String(this.#nextId)}`;
    this.#addProject(assistantId);
    return assistantId;
  }

  #say(assistantId: string, { message }: Json): Json {
    const fields = { createdAt: 1, attachments: [] };
    if (message !== undefined)
      this.add('mesg', assistantId, { ...fields, role: 'user', content: message }, 'succeeded');
    const reply = {
      role: 'assistant',
      content: null,
      workflowSuggestions: [],
      actions: [],
      generation: null,
    };
    const messageId = this.add('mesg', assistantId, { ...fields, ...reply });
    const projectId = this.projects.find((project) => project.assistantId === assistantId)?.projectId ?? '';
    return { messageId, assistantId, projectId, projectUrl: '' };
  }

  #cancel(id: string): Json {
    this.cancelled.push(id);
    const job = this.jobs.find((other) => other.id === id);
    if (job) job.status = 'cancelled';
    return { toolExecutionId: id, exportId: id, interchangeJobId: id };
  }

  #read([noun = '', id = '', ...rest]: string[]): Json | null {
    if (noun === 'projects' && id === '') return page('projects', this.projects.map(shownProject).reverse());
    if (noun === 'me') return sampleAccount;
    if (noun === 'timeline-interchange' || noun === 'assistant-messages') return this.#one(id);
    if (noun === 'assistants') return this.#chat(id);
    const [verb = '', last = ''] = rest;
    if (noun === 'tools') return verb === '' ? this.#page('tool', 'tools') : this.#one(verb);
    return noun === 'projects' ? this.#readProject(id, verb, last) : null;
  }

  #readProject(id: string, verb: string, last: string): Json | null {
    if (verb === 'exports') return last === '' ? this.#page('expo', id) : this.#one(last);
    if (verb === 'remix-actions') return this.#page('rmix', id);
    const project = this.projects.find(({ projectId }) => projectId === id);
    return project ? shownProject(project) : null;
  }

  #one(id: string): Json | null {
    const job = this.jobs.find((other) => other.id === id);
    const downloadUrl = this.linksOfSingleReads.get(id);
    return job ? { ...shownJob(job), ...(downloadUrl !== undefined && { downloadUrl }) } : null;
  }

  #page(kind: string, place: string): Json {
    const jobs = this.jobs.filter((job) => job.kind === kind && job.place === place);
    return page(listNames[kind] ?? '', jobs.map(shownJob).reverse());
  }

  #chat(assistantId: string): Json {
    const messages = this.jobs.filter(({ place }) => place === assistantId).map(shownJob);
    return { assistantId, projectId: 'proj_1', projectUrl: '', messages };
  }
}

const noFile = {
  downloadUrl: 'https://example.com/x',
  downloadUrlExpiresAt: 2_000_000_000,
  interchangeFileId: null,
};
const listNames: Readonly<Record<string, string>> = {
  tool: 'toolExecutions',
  expo: 'exports',
  rmix: 'remixActions',
};
const idNames: Readonly<Record<string, string>> = {
  tool: 'toolExecutionId',
  expo: 'exportId',
  inte: 'interchangeJobId',
  rmix: 'remixActionId',
  mesg: 'messageId',
};

function shownJob({ id, kind, fields, status }: Job): Json {
  return {
    [idNames[kind] ?? '']: id,
    progressPercentage: status === 'succeeded' ? 100 : 40,
    attemptIndex: 0,
    error: status === 'failed' ? { message: 'It broke.', code: 'broken' } : null,
    ...noMovie,
    file: null,
    ...fields,
    status,
  };
}

function shownProject({
  projectId,
  assistantId,
  createdAt,
  updatedAt = createdAt,
  title = 'Harbour lights',
}: Project): Json {
  return {
    projectId,
    assistantId,
    title,
    aspectRatio: { width: 16, height: 9 },
    status: 'ready',
    createdAt,
    updatedAt,
    projectUrl: '',
  };
}

function page(name: string, items: unknown[]): Json {
  return { [name]: items, hasMore: false, nextCursor: null };
}
