import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noMovie, sampleAccount } from '../fakes/services/wire-records.ts';
import type { Truth } from './progress-judge.ts';

/** Percentage of a job by the seconds since its start; null while it waits, from 100 on it is done. */
export type Course = (seconds: number) => number | null;

interface Job {
  readonly id: string;
  readonly course: Course;
  readonly startMs: number;
  readonly workflowType: string;
}

/** A hosted service whose jobs advance as scripted: one by workflow, and the export of its one project. */
export class ScriptedService {
  readonly #courses: Readonly<Record<string, Course>>;
  readonly #jobs = new Map<string, Job>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response);
  });

  /** @param courses by the last part of the path of a start, such as `script-to-video` or `export`. */
  constructor(courses: Readonly<Record<string, Course>>) {
    this.#courses = courses;
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  truthOf(name: string): Truth {
    const job = this.#jobs.get(name);
    if (!job) return { status: 'unsent', percentage: 0, stage: null };
    const { status, progressPercentage } = standingOf(job);
    return { status, percentage: progressPercentage, stage: null };
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const { pathname } = new URL(request.url ?? '', 'http://service');
    const answer = request.method === 'POST' ? this.#begin(pathname) : this.#read(pathname);
    const status = answer === null ? 404 : request.method === 'POST' ? 202 : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { message: 'There is no such thing.', code: 'not_found' }));
  }

  #begin(path: string): object | null {
    const name = path.split('/').at(-1) ?? '';
    const course = this.#courses[name];
    if (!course) return null;
    const workflowType = name.replaceAll('-', '_').toUpperCase();
    this.#jobs.set(name, { id: name, course, startMs: performance.now(), workflowType });
    return name === 'export' ? { exportId: name } : { workflowRunId: name, projectId: `project-${name}` };
  }

  #read(path: string): object | null {
    const name = path.split('/').at(-1) ?? '';
    const job = this.#jobs.get(name);
    const runs = [...this.#jobs.values()].filter(({ id }) => id !== 'export').reverse();
    if (path === '/v1/me') return sampleAccount;
    if (path === '/v1/workflows/runs') return pageOf('workflowRuns', runs.map(showRun));
    if (path === '/v1/projects') return pageOf('projects', []);
    if (path.endsWith('/exports'))
      return pageOf('exports', [...this.#jobs.values()].filter(({ id }) => id === 'export').map(showExport));
    if (!job) return null;
    return name === 'export' ? showExport(job) : showRun(job);
  }
}

function standingOf({ course, startMs }: Job) {
  const percentage = course((performance.now() - startMs) / 1000);
  const status = percentage === null ? 'pending' : percentage < 100 ? 'running' : 'succeeded';
  return { status, progressPercentage: Math.min(100, percentage ?? 0), attemptIndex: 0, error: null };
}

function showRun(job: Job): object {
  const { id, workflowType } = job;
  const facts = {
    workflowRunId: id,
    workflowType,
    projectId: `project-${id}`,
    projectUrl: '',
    exportId: null,
  };
  return { ...facts, ...noMovie, ...standingOf(job) };
}

function showExport(job: Job): object {
  return { ...noMovie, exportId: job.id, projectId: 'project-export', file: null, ...standingOf(job) };
}

function pageOf(name: string, items: readonly object[]): object {
  return { [name]: items, hasMore: false, nextCursor: null };
}
