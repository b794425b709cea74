import { speechBytes, stillBytes } from '../sample-project.ts';
import type { ServiceStandIn } from './service-stand-in.ts';

type Json = Record<string, unknown>;

/** Gives a service tools, each of which makes one file. */
export class ToolStandIn {
  readonly #service: ServiceStandIn;
  readonly executions: { readonly toolType: string; status: string }[] = [];
  readonly cancelled: string[] = [];
  /** Status of new executions. */
  firstStatus = 'succeeded';
  /** False: the links to files lead nowhere. */
  hasFiles = true;

  constructor(service: ServiceStandIn) {
    this.#service = service;
    service.changeAnswer = (key, answer) => this.#answer(key) ?? answer;
  }

  /** Returns the bodies of the starts of a tool, oldest first. */
  startsOf(name: string): unknown[] {
    const { seen } = this.#service.server;
    return seen
      .filter(({ method, url }) => method === 'POST' && url.endsWith(`/v1/tools/${name}`))
      .map(({ body }) => JSON.parse(body.toString()) as unknown);
  }

  endAll(status = 'succeeded'): void {
    for (const execution of this.executions) execution.status = status;
  }

  #answer(key: string): Json | null {
    const [, name, id = '', verb] =
      /\/v1\/(?:tools\/)?([a-z-]+)(?:\/([^/]+))?(?:\/([a-z]+))?$/.exec(key) ?? [];
    if (name === 'files' && verb === 'hydrate') return this.#file(id);
    if (name === 'executions' && id === '') {
      const toolExecutions = this.executions.map((_, index) => this.#execution(index)).reverse();
      return { toolExecutions, hasMore: false, nextCursor: null };
    }
    if (name === 'executions' && verb === 'cancel') {
      this.cancelled.push(id);
      this.endAll('cancelled');
      return { toolExecutionId: id };
    }
    if (name === 'executions') return this.#execution(Number(id));
    if (!key.startsWith('POST /v1/tools/') || name === undefined) return null;
    const toolType = name.toUpperCase().replaceAll('-', '_');
    this.executions.push({ toolType, status: this.firstStatus });
    return { toolExecutionId: String(this.executions.length - 1) };
  }

  #execution(index: number): Json {
    const { toolType = '', status = 'failed' } = this.executions[index] ?? {};
    const result = { fileId: String(index), type: 'IMAGE', file: this.#file(String(index)), ...noLinks };
    return {
      toolExecutionId: String(index),
      toolType,
      status,
      progressPercentage: status === 'succeeded' ? 100 : 40,
      attemptIndex: 0,
      error: status === 'failed' ? { message: 'It broke.', code: 'internal_error' } : null,
      results: status === 'succeeded' ? [result] : [],
    };
  }

  #file(fileId: string): Json {
    const isSpeech = this.executions[Number(fileId)]?.toolType === 'TEXT_TO_SPEECH';
    const bytes = isSpeech ? speechBytes : stillBytes;
    const size = isSpeech ? {} : { width: 1280, height: 720 };
    const url = this.hasFiles ? this.#service.link(bytes) : `${this.#service.url}/storage/gone`;
    return {
      fileId,
      type: isSpeech ? 'AUDIO' : 'IMAGE',
      scope: 'GLOBAL',
      displayName: isSpeech ? 'Speech.wav' : 'Harbour.png',
      durationSeconds: isSpeech ? 3 : null,
      downloadSource: { status: 'ready', url, ...size },
    };
  }
}

const noLinks = {
  downloadUrl: null,
  downloadUrlExpiresAt: null,
  thumbnailUrl: null,
  thumbnailUrlExpiresAt: null,
};
