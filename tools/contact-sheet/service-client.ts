import { setTimeout as wait } from 'node:timers/promises';

/** The fields of the service's answers that are read here. */
export interface Answer {
  readonly status: string;
  readonly error: unknown;
  readonly fileId: string;
  readonly uploadUrl: string;
  readonly downloadUrl: string | null;
  readonly toolExecutionId: string;
  readonly workflowRunId: string;
  readonly projectId: string;
  readonly exportId: string;
  readonly results: readonly Result[];
  readonly downloadSource: { readonly status: string; readonly url: string };
  readonly entities: readonly { readonly entityId: string; readonly name: string }[];
  readonly ttsVoices: readonly { readonly voiceId: string }[];
}

/** One result of a tool. */
export interface Result {
  readonly fileId: string;
  readonly type: string;
  readonly downloadUrl: string;
}

const terminal = ['succeeded', 'failed', 'cancelled'];

/** A client of the service for the requests of the sheet. It waits for jobs without a time limit. */
export class ServiceClient {
  readonly #url: string;
  readonly #apiKey: string;

  constructor(service: { readonly url: string; readonly apiKey: string }) {
    this.#url = service.url;
    this.#apiKey = service.apiKey;
  }

  async #send(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.#apiKey}`, 'content-type': 'application/json' };
    const response = await fetch(this.#url + path, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  get(path: string): Promise<Answer> {
    return this.#send(path);
  }

  post(path: string, body: object = {}): Promise<Answer> {
    return this.#send(path, { method: 'POST', body: JSON.stringify(body) });
  }

  /** Waits until a job ends. @throws when it did not succeed */
  async untilDone(path: string): Promise<Answer> {
    for (;;) {
      const job = await this.get(path);
      if (job.status === 'succeeded') return job;
      if (terminal.includes(job.status))
        throw new Error(`${path} ${job.status}: ${JSON.stringify(job.error)}`);
      await wait(400);
    }
  }

  async runTool(tool: string, body: object): Promise<readonly Result[]> {
    const { toolExecutionId } = await this.post(`/v1/tools/${tool}`, body);
    return (await this.untilDone(`/v1/tools/executions/${toolExecutionId}`)).results;
  }

  /** Starts a run and returns it when its movie is finished. */
  async runWorkflow(workflow: string, body: object): Promise<Answer> {
    const { workflowRunId } = await this.post(`/v1/workflows/${workflow}`, body);
    return this.untilDone(`/v1/workflows/runs/${workflowRunId}`);
  }

  /** Exports a project and returns the address of its movie. */
  async exportProject(projectId: string, options: object): Promise<string> {
    const { exportId } = await this.post(`/v1/projects/${projectId}/export`, options);
    return (await this.untilDone(`/v1/projects/${projectId}/exports/${exportId}`)).downloadUrl ?? '';
  }

  async upload(displayName: string, bytes: Buffer, fields: object = {}): Promise<string> {
    const { fileId, uploadUrl } = await this.post('/v1/files/upload', { displayName, ...fields });
    await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) });
    for (;;) {
      const file = await this.post(`/v1/files/${fileId}/hydrate`);
      if (file.downloadSource.status === 'ready') return fileId;
      if (file.downloadSource.status === 'failed') throw new Error(`${displayName} was not taken.`);
      await wait(100);
    }
  }

  async download(url: string): Promise<Buffer> {
    return Buffer.from(await (await fetch(url)).arrayBuffer());
  }
}
