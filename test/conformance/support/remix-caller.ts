import { afterAll, beforeEach, expect, vi } from 'vitest';
import type { RenderMovieRequest } from '../../../src-media/media-engine.ts';
import type { Answer, Caller, Json } from './caller.ts';
import { type ControlledService, startControlledService } from './service-under-test.ts';

const terminal = ['succeeded', 'failed', 'cancelled'];

/** Remixes projects of a controlled service and reads the results. */
export class RemixCaller {
  readonly service: ControlledService;
  readonly caller: Caller;

  constructor(service: ControlledService) {
    this.service = service;
    this.caller = service.caller;
  }

  static async start(): Promise<RemixCaller> {
    return new RemixCaller(await startControlledService({ plan: 'pro' }));
  }

  /** Generates a project and clears the recorded engine calls. */
  async makeProject(body: object = {}): Promise<string> {
    const { projectId } = await this.caller.makeProject(body);
    this.forgetCalls();
    return projectId;
  }

  /** Clears the recorded engine calls. */
  forgetCalls(): void {
    this.service.engine.calls.length = 0;
  }

  /** Uploads the user's own files for remixes. */
  async uploadOwn(): Promise<{ readonly music: Json; readonly picture: Json }> {
    return {
      music: await this.caller.upload('tune.wav', Buffer.from('RIFF....WAVE tune')),
      picture: await this.caller.upload('own.png', Buffer.from('\x89PNG\r\n\x1a\nimage', 'latin1')),
    };
  }

  post(projectId: string, body: object): Promise<Answer> {
    return this.caller.post(`/v1/projects/${projectId}/remix`, body);
  }

  /** Lists the remix actions of a project, newest first. */
  async list(projectId: string): Promise<Json[]> {
    const { body } = await this.caller.get(`/v1/projects/${projectId}/remix-actions?limit=200`);
    return body['remixActions'] as Json[];
  }

  /** Waits until all actions of the project have ended, as the official client does. Returns them oldest first. */
  ended(projectId: string): Promise<Json[]> {
    return vi.waitFor(
      async () => {
        const actions = await this.list(projectId);
        const isDone = actions.length > 0 && actions.every((action) => terminal.includes(action.status));
        if (!isDone) throw new Error(JSON.stringify(actions));
        return actions.toReversed();
      },
      { timeout: 10_000, interval: 10 },
    );
  }

  /** Remixes a project and expects every action to succeed. */
  async remix(projectId: string, ...remixActions: object[]): Promise<void> {
    const started = await this.post(projectId, { remixActions });
    expect(started.status).toBe(202);
    const actions = await this.ended(projectId);
    expect(actions.map(({ status, error }) => ({ status, error }))).toEqual(
      actions.map(() => ({ status: 'succeeded', error: null })),
    );
  }

  /** Returns the request from which the engine rendered an export of the project. */
  async exportedFrom(projectId: string): Promise<RenderMovieRequest> {
    const { body } = await this.caller.post(`/v1/projects/${projectId}/export`, {});
    const done = await this.caller.untilTerminal(`/v1/projects/${projectId}/exports/${body.exportId}`);
    expect(done.status).toBe('succeeded');
    return this.callsOf('renderMovie').at(-1) as RenderMovieRequest;
  }

  /** Returns the engine's requests of the given name, in order. */
  callsOf(name: string): unknown[] {
    return this.service.engine.calls.filter((call) => call.name === name).map((call) => call.request);
  }
}

/** Starts a service for all remixes of a test file and uploads the user's own files to it. */
export async function startRemixer() {
  const remixer = await RemixCaller.start();
  afterAll(() => remixer.service.dispose());
  beforeEach(() => remixer.forgetCalls());
  return { remixer, caller: remixer.caller, ...(await remixer.uploadOwn()) };
}
