import type { Page } from '@playwright/test';

/** Input of a call of the page to main. */
interface SeenInput {
  readonly operation?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Records the calls of the page in their order. `of` finds them by their operation of the API, else by their name. */
export function watchCalls(page: Page): { readonly of: (operation: string) => readonly SeenInput[] } {
  const calls: { readonly name: string; readonly input: SeenInput }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('bridge/invoke')) calls.push(request.postDataJSON() as (typeof calls)[number]);
  });
  return {
    of: (wanted) =>
      calls.filter(({ name, input }) => (input.operation ?? name) === wanted).map(({ input }) => input),
  };
}
