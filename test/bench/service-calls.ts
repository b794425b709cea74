import { setTimeout as wait } from 'node:timers/promises';

/** Key of the services that benchmarks start. */
export const apiKey = 'sk_videogen_live_bench';

const headers = { authorization: `Bearer ${apiKey}` };
const pollIntervalMs = 100;
const failedStatuses = ['failed', 'cancelled', 'expired'];

/** Sends a request to a service under measurement. @throws Error with the answer if it is refused */
export async function post(url: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Record<string, string>;
}

/** Reads from a service under measurement. @throws Error with the answer if it is refused */
export async function read(url: string): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Record<string, unknown>;
}

/** Polls a job until it has succeeded. @throws Error with the job if it has not */
export async function untilSucceeded(url: string): Promise<Record<string, unknown>> {
  for (;;) {
    const job = await read(url);
    if (job['status'] === 'succeeded') return job;
    if (failedStatuses.includes(String(job['status']))) throw new Error(JSON.stringify(job));
    await wait(pollIntervalMs);
  }
}
