import { setTimeout as wait } from 'node:timers/promises';
import { readOwnFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import type { RealService } from '../../../conformance/support/real-service.ts';

/** Every field of an answer that is read here. */
interface Answer {
  readonly status: string;
  readonly projectId: string;
  readonly workflowRunId: string;
  readonly exportId: string;
  readonly interchangeJobId: string;
  readonly downloadUrl: string;
  readonly fileId: string;
  readonly uploadUrl: string;
  readonly projects: readonly Answer[];
  readonly exports: readonly Answer[];
  readonly downloadSource: { readonly status: string };
  readonly fileAnalysisMetadata: { readonly analysisLoadingState: string };
}

/** A project of the service: its cut, and its movie. */
export interface ServiceCut {
  readonly timeline: Timeline;
  /** Links to the cut's media, by id. */
  readonly links: ReadonlyMap<string, string>;
  readonly movie: Buffer;
}

const waitMs = 200;

/** Asks a service as its API is documented. */
export class ServiceCuts {
  readonly #service: RealService;

  constructor(service: RealService) {
    this.#service = service;
  }

  async #ask(path: string, body?: object): Promise<Answer> {
    const { url, apiKey } = this.#service;
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await response.json()) as Answer;
  }

  async #ended(path: string): Promise<Answer> {
    for (;;) {
      const answer = await this.#ask(path);
      if (answer.status === 'succeeded') return answer;
      if (answer.status !== 'pending' && answer.status !== 'running') throw new Error(JSON.stringify(answer));
      await wait(waitMs);
    }
  }

  /** Uploads a file; returns its id. */
  async upload(displayName: string, bytes: Buffer): Promise<string> {
    const { fileId, uploadUrl } = await this.#ask('/v1/files/upload', { displayName });
    await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) });
    for (;;) {
      const file = await this.#ask(`/v1/files/${fileId}/hydrate`, {});
      const isLoading = file.fileAnalysisMetadata.analysisLoadingState === 'LOADING';
      if (file.downloadSource.status !== 'pending' && !isLoading) return fileId;
      await wait(waitMs);
    }
  }

  /** Makes a project from a script. */
  async make(request: object): Promise<ServiceCut> {
    const { workflowRunId } = await this.#ask('/v1/workflows/script-to-video', request);
    const { projectId } = await this.#ended(`/v1/workflows/runs/${workflowRunId}`);
    return this.read(projectId);
  }

  /** Reads a project that has an export; by default the first. */
  async read(projectId?: string): Promise<ServiceCut> {
    const id = projectId ?? (await this.#ask('/v1/projects')).projects[0]?.projectId ?? '';
    const [made] = (await this.#ask(`/v1/projects/${id}/exports`)).exports;
    const done = await this.#ended(`/v1/projects/${id}/exports/${made?.exportId ?? ''}`);
    const { interchangeJobId } = await this.#ask(`/v1/projects/${id}/timeline-interchange`, {
      format: 'FCPXML',
    });
    const document = await this.#ended(`/v1/timeline-interchange/${interchangeJobId}`);
    const timeline = readOwnFcpxml(await (await fetch(document.downloadUrl)).text());
    return {
      timeline,
      links: new Map(timeline.media.map(({ mediaId, location }) => [mediaId, location])),
      movie: Buffer.from(await (await fetch(done.downloadUrl)).arrayBuffer()),
    };
  }
}
