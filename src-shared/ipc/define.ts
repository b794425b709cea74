import type { z } from 'zod';

/** A request from the renderer to main, with schemas for input and output. Unknown keys are dropped. */
export interface CallDefinition<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input;
  readonly output: Output;
}

/** An event that main sends to every renderer. */
export interface EventDefinition<Payload extends z.ZodType = z.ZodType> {
  readonly payload: Payload;
}

export interface Contract {
  readonly calls: Readonly<Record<string, CallDefinition>>;
  readonly events: Readonly<Record<string, EventDefinition>>;
}

export function call<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): CallDefinition<Input, Output> {
  return { input, output };
}

export function event<Payload extends z.ZodType>(payload: Payload): EventDefinition<Payload> {
  return { payload };
}

export type CallName<C extends Contract> = keyof C['calls'] & string;
export type EventName<C extends Contract> = keyof C['events'] & string;
export type CallInput<C extends Contract, Name extends CallName<C>> = z.infer<C['calls'][Name]['input']>;
export type CallOutput<C extends Contract, Name extends CallName<C>> = z.infer<C['calls'][Name]['output']>;
export type EventPayload<C extends Contract, Name extends EventName<C>> = z.infer<
  C['events'][Name]['payload']
>;

/** One handler per call. A missing handler does not compile. */
export type Handlers<C extends Contract> = {
  readonly [Name in CallName<C>]: (
    input: CallInput<C, Name>,
  ) => CallOutput<C, Name> | Promise<CallOutput<C, Name>>;
};
