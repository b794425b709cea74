import { z } from 'zod';
import { AppError, fromErrorBody } from '../app-error.ts';
import type { Bridge } from './bridge.ts';
import type { CallInput, CallName, CallOutput, Contract, EventName, EventPayload } from './define.ts';
import { replySchema } from './router.ts';

const messageSchema = z.object({ name: z.string(), payload: z.unknown() });

/** The typed far end of a router. */
export interface Client<C extends Contract> {
  /** @throws AppError as main made it. */
  call<Name extends CallName<C>>(name: Name, input: CallInput<C, Name>): Promise<CallOutput<C, Name>>;
  /** Returns the function that ends the subscription. */
  on<Name extends EventName<C>>(name: Name, listener: (payload: EventPayload<C, Name>) => void): () => void;
}

export function createClient<C extends Contract>(
  contract: C,
  bridge: Pick<Bridge, 'invoke' | 'subscribe'>,
): Client<C> {
  return {
    async call(name, input) {
      const reply = replySchema.safeParse(await bridge.invoke({ name, input }));
      if (!reply.success) throw new AppError('internal', `The reply to ${name} has an unknown shape.`);
      if (!reply.data.ok) throw fromErrorBody(reply.data.error);
      return reply.data.value as never;
    },
    on(name, listener) {
      const definition = contract.events[name];
      return bridge.subscribe((message) => {
        const parsed = messageSchema.safeParse(message);
        if (!parsed.success || parsed.data.name !== name || !definition) return;
        const payload = definition.payload.safeParse(parsed.data.payload);
        if (payload.success) listener(payload.data as never);
      });
    },
  };
}
