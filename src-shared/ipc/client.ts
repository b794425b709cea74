import { z } from 'zod';
import { AppError, fromErrorBody } from '../app-error.ts';
import type { Bridge } from './bridge.ts';
import type { CallInput, CallName, CallOutput, Contract, EventName, EventPayload } from './define.ts';
import { replySchema } from './router.ts';

const messageSchema = z.object({ name: z.string(), payload: z.unknown() });

/** Typed client of a router. */
export interface Client<C extends Contract> {
  /** @throws AppError as thrown in main. */
  call<Name extends CallName<C>>(name: Name, input: CallInput<C, Name>): Promise<CallOutput<C, Name>>;
  /** Subscribes to an event. Returns a function that unsubscribes. */
  on<Name extends EventName<C>>(name: Name, listener: (payload: EventPayload<C, Name>) => void): () => void;
}

/** Shares one bridge subscription among all listeners. One each would copy every event for each listener. */
class EventListeners<C extends Contract> {
  readonly #bridge: Pick<Bridge, 'subscribe'>;
  readonly #listeners = new Map<EventName<C>, Set<(payload: never) => void>>();
  #unsubscribe: (() => void) | null = null;

  constructor(bridge: Pick<Bridge, 'subscribe'>) {
    this.#bridge = bridge;
  }

  add(name: EventName<C>, listener: (payload: never) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    // The same function may be added twice.
    const added = (payload: never): void => {
      listener(payload);
    };
    this.#listeners.set(name, listeners.add(added));
    this.#unsubscribe ??= this.#bridge.subscribe((message) => {
      this.#dispatch(message);
    });
    return () => {
      if (!listeners.delete(added) || listeners.size > 0) return;
      this.#listeners.delete(name);
      if (this.#listeners.size > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = null;
    };
  }

  #dispatch(message: unknown): void {
    const parsed = messageSchema.safeParse(message);
    if (!parsed.success) return;
    const name = parsed.data.name as EventName<C>;
    const errors: unknown[] = [];
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        listener(parsed.data.payload as never);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, `Listeners to ${name} failed.`);
  }
}

/** Creates a client of main, which checks all replies and events against the contract before it sends them. */
export function createClient<C extends Contract>(bridge: Pick<Bridge, 'invoke' | 'subscribe'>): Client<C> {
  const events = new EventListeners<C>(bridge);
  return {
    async call(name, input) {
      const reply = replySchema.safeParse(await bridge.invoke({ name, input }));
      if (!reply.success) throw new AppError('internal', `The reply to ${name} has an unknown shape.`);
      if (!reply.data.ok) throw fromErrorBody(reply.data.error);
      return reply.data.value as never;
    },
    on: (name, listener) => events.add(name, listener),
  };
}
