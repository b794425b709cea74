import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Measurements of one process of clients. Times are milliseconds from sending a request to its last byte. */
export interface LoadReport {
  readonly polls: readonly number[];
  readonly lists: readonly number[];
  /** Times of the empty route of another server, requested in turn with the service. */
  readonly empty: readonly number[];
  /** Requests without a 200. */
  readonly lost: number;
}

/** Work of the clients, passed as JSON in the first argument. */
export interface LoadOrder {
  readonly url: string;
  readonly emptyUrl: string;
  readonly apiKey: string;
  readonly clientCount: number;
  readonly seconds: number;
  readonly pollPath: string;
  readonly listPath: string;
}

/** Official clients poll at this interval. */
const pollIntervalMs = 1_500;
const listEvery = 4;

function get(agent: Agent, url: string, apiKey: string): Promise<{ status: number; ms: number }> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const call = request(url, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, ms: performance.now() - startedMs });
      });
    });
    call.on('error', () => {
      resolve({ status: 0, ms: performance.now() - startedMs });
    });
    call.end();
  });
}

async function runClient(
  order: LoadOrder,
  index: number,
  agent: Agent,
  report: LoadReport & { lost: number },
) {
  const seen = {
    polls: report.polls as number[],
    lists: report.lists as number[],
    empty: report.empty as number[],
  };
  const endMs = performance.now() + order.seconds * 1_000;
  await wait((index * pollIntervalMs) / order.clientCount);
  for (let turn = index; performance.now() < endMs; turn += 1) {
    const isList = turn % listEvery === 0;
    const answer = await get(agent, order.url + (isList ? order.listPath : order.pollPath), order.apiKey);
    (isList ? seen.lists : seen.polls).push(answer.ms);
    if (answer.status !== 200) report.lost += 1;
    seen.empty.push((await get(agent, order.emptyUrl, order.apiKey)).ms);
    await wait(pollIntervalMs * (0.9 + 0.2 * ((turn * 7) % 10) * 0.1));
  }
}

const [orderText] = process.argv.slice(2);
if (orderText !== undefined) {
  const order = JSON.parse(orderText) as LoadOrder;
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const report = { polls: [], lists: [], empty: [], lost: 0 };
  await Promise.all(
    Array.from({ length: order.clientCount }, (_, index) => runClient(order, index, agent, report)),
  );
  agent.destroy();
  process.stdout.write(JSON.stringify(report));
}
