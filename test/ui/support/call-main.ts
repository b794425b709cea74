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
