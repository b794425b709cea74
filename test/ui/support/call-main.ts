import type { Page } from '@playwright/test';

/** Calls main as the page does. */
export function callMain<Answer>(page: Page, name: string, input: unknown): Promise<Answer> {
  return page.evaluate(
    async (request) => {
      const token = document.querySelector<HTMLMetaElement>('meta[name="dailies-session"]')?.content ?? '';
      const headers = { 'content-type': 'application/json', 'x-dailies-session': token };
      const init = { method: 'POST', headers, body: JSON.stringify(request) };
      const reply = (await (await fetch('bridge/invoke', init)).json()) as { value: Answer };
      return reply.value;
    },
    { name, input },
  );
}

/** Holds back all calls of a name until the returned function is called. */
export async function holdCalls(page: Page, name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/bridge/invoke', async (route) => {
    if ((route.request().postDataJSON() as { name: string }).name === name) await promise;
    await route.fallback();
  });
  return () => {
    resolve(undefined);
  };
}
