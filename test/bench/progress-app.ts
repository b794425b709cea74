import type { Page } from '@playwright/test';

/** What the tray says about one job, in the words of the page. */
export interface ShownRow {
  readonly kind: string;
  readonly title: string;
  readonly state: string;
  /** Null without a percentage. */
  readonly percentage: number | null;
  /** Seconds; null without a time. */
  readonly secondsLeft: number | null;
}

const secondsPer: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1 };

function secondsOf(text: string): number | null {
  const parts = [...text.matchAll(/([\d,]+)\s*(h|min|s)\b/g)];
  if (parts.length === 0) return null;
  return parts.reduce(
    (sum, [, count = '', unit = '']) => sum + Number(count.replace(',', '')) * (secondsPer[unit] ?? 0),
    0,
  );
}

/** Reads the rows of the open tray. */
export async function readRows(page: Page): Promise<ShownRow[]> {
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll('[role=grid] [role=row][aria-selected]')].map((row) =>
      [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent.trim()),
    ),
  );
  return rows.map(([kind = '', title = '', state = '', amount = '', , left = '']) => ({
    kind,
    title,
    state,
    percentage: amount.endsWith('%') ? Number.parseFloat(amount) : null,
    secondsLeft: secondsOf(left),
  }));
}

/** Makes a call of the contract through the bridge of the page. @throws the error of main. */
export async function call<Value>(page: Page, name: string, input: object): Promise<Value> {
  const answer = await page.evaluate(
    async (request) => {
      const meta = document.querySelector<HTMLMetaElement>('meta[name="dailies-session"]');
      const headers = { 'content-type': 'application/json', 'x-dailies-session': meta?.content ?? '' };
      const init = { method: 'POST', headers, body: JSON.stringify(request) };
      return (await (await fetch('bridge/invoke', init)).json()) as unknown;
    },
    { name, input },
  );
  const reply = answer as { readonly ok: boolean; readonly value: Value; readonly error: unknown };
  if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`);
  return reply.value;
}
