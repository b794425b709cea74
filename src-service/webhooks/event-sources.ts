import type { EndedJob } from '../jobs/job-run.ts';

/** The team an event concerns, and its fields other than name and time. */
export interface EventSubject {
  readonly teamId: string;
  /** Called only if an endpoint subscribes to the event. */
  readonly payload: () => Readonly<Record<string, unknown>>;
}

/** Reads the events of one family, such as `tool_execution`. */
export interface EventSource {
  /** The event's name up to its dot (specification §6). */
  readonly family: 'workflow_run' | 'project_export' | 'tool_execution' | 'assistant_message';
  /** Reads the event of a job that has just ended; null if the job makes none. */
  readonly read: (jobId: string) => EventSubject | null;
}

/** Event sources by kind of job. Parts with their own kinds register how their events are shown. */
export class EventSources {
  readonly #byKind = new Map<EndedJob['kind'], EventSource>();
  #others: EventSource | null = null;

  /** @param kind name of the job kind, as in `defineJobKind` */
  register(kind: string, source: EventSource): void {
    this.#byKind.set(kind, source);
  }

  /** Sets the source for all kinds without one: workflows, whose records identify them. */
  registerOthers(source: EventSource): void {
    this.#others = source;
  }

  sourceOf(kind: string): EventSource | null {
    return this.#byKind.get(kind) ?? this.#others;
  }
}
