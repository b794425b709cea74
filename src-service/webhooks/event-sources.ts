import type { EndedJob } from '../jobs/job-run.ts';

/** What an event tells beyond its name and time, and whom it concerns. */
export interface EventSubject {
  readonly teamId: string;
  /** Called only when an endpoint subscribes to the event. */
  readonly payload: () => Readonly<Record<string, unknown>>;
}

/** Where the events of one family, such as `tool_execution`, come from. */
export interface EventSource {
  /** The event's name up to its dot (specification §6). */
  readonly family: 'workflow_run' | 'project_export' | 'tool_execution' | 'assistant_message';
  /** What to tell of a job that has just ended; null when it is none that events tell of. */
  readonly read: (jobId: string) => EventSubject | null;
}

/** Which ended jobs make events. Parts that have jobs of their own register how these are shown. */
export class EventSources {
  readonly #byKind = new Map<EndedJob['kind'], EventSource>();
  #others: EventSource | null = null;

  /** @param kind of the job, as `defineJobKind` names it */
  register(kind: string, source: EventSource): void {
    this.#byKind.set(kind, source);
  }

  /** For jobs of kinds that nobody registered: workflows, which are known by their record. */
  registerOthers(source: EventSource): void {
    this.#others = source;
  }

  sourceOf(kind: string): EventSource | null {
    return this.#byKind.get(kind) ?? this.#others;
  }
}
