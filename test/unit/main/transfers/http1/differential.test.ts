import { request } from 'node:http';
import { createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { get } from '../../../../../src-main/transfers/http1/get.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { type Packets, packets } from './response-samples.ts';

/** Result of reading a response. */
interface Reading {
  /** `nothing`: no head, whether it was refused or never arrived. */
  readonly end: 'whole' | 'cut off' | 'refused' | 'nothing';
  readonly status: number;
  readonly fields: string;
  readonly body: string;
  /** Reason of a refusal: the app's message, or the code of Node's parser. */
  readonly why: string;
}

/** Cases in which the app is stricter than `node:http`: the app's message and the reason. */
const stricter = {
  'its first line is no status':
    'Empty lines before a response and control characters in its reason are illegal.',
  'its transfer encoding is unknown':
    'Node hands on bytes that are still encoded, and takes chunks named twice.',
  'it changes the protocol': 'Nobody asked for another protocol, so whatever follows is not a file.',
  'bytes follow its end':
    'Node drops them where the connection is to be closed. They show that a length is wrong.',
  'its trailer is too long': 'A limit of ours within the standard. The download falls back to Node.',
  'a line between its chunks is too long':
    'A limit of ours within the standard. The download falls back to Node.',
};
/** Cases in which the app accepts what `node:http` refuses: the parser's code, the refused bytes and the reason. */
const looser = {
  HPE_INVALID_CHUNK_SIZE: {
    sent: /\r\n[0-9a-f]+[\t ]+;/i,
    why: 'Space before the semicolon of a chunk’s extension must be read over (RFC 9112 §7.1.1).',
  },
};

const { signal } = new AbortController();
const sampleCount = 1_000;

async function serve(samples: readonly Packets[]): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (head: Buffer) => {
      send(socket, samples[Number(/^GET \/(\d+) /.exec(head.toString('latin1'))?.[1])] ?? []);
    });
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${String(typeof address === 'object' && address ? address.port : 0)}`;
}

/** Waits until the system has each packet before writing the next one. */
function send(socket: Socket, [first, ...rest]: Packets): void {
  if (first) socket.write(first, () => setImmediate(send, socket, rest));
  else socket.end();
}

async function readOurs(target: URL): Promise<Reading> {
  const pieces: Buffer[] = [];
  let seen = { status: 0, fields: '' };
  const reading = (end: Reading['end'], why = ''): Reading => {
    return { ...seen, end, why, body: Buffer.concat(pieces).toString('latin1') };
  };
  try {
    const response = await get({ target, lookup: null, proxy: null }, {}, { signal, timeoutMs: 20_000 });
    const { status, headers } = response.head;
    seen = { status, fields: JSON.stringify(Object.entries(headers).sort()) };
    const read = response.read((piece) => pieces.push(Buffer.from(piece)) > 0);
    const { isWhole } = await read.finally(() => {
      response.destroy();
    });
    return reading(isWhole ? 'whole' : 'cut off');
  } catch (error) {
    const why = error instanceof AppError ? (/: (.*)\.$/.exec(error.message)?.[1] ?? '') : '';
    return reading(seen.status > 0 ? 'refused' : 'nothing', why);
  }
}

function readNodes(target: URL): Promise<Reading> {
  const pieces: Buffer[] = [];
  let seen = { status: 0, fields: '' };
  return new Promise((resolve) => {
    const settle = (end: Reading['end'], why = ''): void => {
      resolve({ ...seen, end, why, body: Buffer.concat(pieces).toString('latin1') });
    };
    const asked = request(target, { agent: false, maxHeaderSize: 64 * 1024 });
    asked.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      const isRefusal = code.startsWith('HPE_');
      if (seen.status === 0) settle('nothing', isRefusal ? code : '');
      else settle(isRefusal ? 'refused' : 'cut off', code);
    });
    asked.on('upgrade', (_response, socket) => {
      socket.destroy();
      settle('whole');
    });
    asked.on('response', (response) => {
      seen = { status: response.statusCode ?? 0, fields: joinedFields(response.rawHeaders) };
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', () => undefined);
      // Node reports the refusal of a body as an error of the request in the same turn.
      response.on('close', () => setImmediate(settle, response.complete ? 'whole' : 'cut off'));
    });
    asked.end();
  });
}

/** Joins fields as `ResponseHead.headers` does, because Node drops some repeated fields. */
function joinedFields(raw: readonly string[]): string {
  const joined = new Map<string, string>();
  for (let index = 0; index < raw.length; index += 2) {
    const name = String(raw[index]).toLowerCase();
    const value = String(raw[index + 1]);
    joined.set(name, joined.has(name) ? `${String(joined.get(name))}, ${value}` : value);
  }
  return JSON.stringify([...joined].sort());
}

function isSame(ours: Reading, nodes: Reading): boolean {
  if (ours.end !== nodes.end) return false;
  if (ours.end === 'nothing' || ours.end === 'refused') return true;
  return ours.status === nodes.status && ours.fields === nodes.fields && ours.body === nodes.body;
}

/** Returns the entry of a list that explains a difference; null if none does. */
function reasonFor(ours: Reading, nodes: Reading, sample: Packets): string | null {
  const isOursToRefuse = ours.end === 'nothing' || ours.end === 'refused';
  if (isOursToRefuse && ours.why in stricter) return ours.why;
  const known = nodes.end === 'refused' ? looser[nodes.why as keyof typeof looser] : undefined;
  return known?.sent.test(Buffer.concat(sample).toString('latin1')) ? nodes.why : null;
}

test('a thousand valid and broken responses mean to us what they mean to Node, but for what is listed', async () => {
  const samples = fc.sample(packets, { numRuns: sampleCount, seed: 20_261_122 });
  const url = await serve(samples);
  const met = new Set<string>();
  const unexplained: unknown[] = [];
  let wholeCount = 0;
  let next = 0;
  const compare = async (): Promise<void> => {
    for (let index = next++; index < samples.length; index = next++) {
      const sample = samples[index] ?? [];
      const target = new URL(`/${String(index)}`, url);
      const [ours, nodes] = await Promise.all([readOurs(target), readNodes(target)]);
      if (isSame(ours, nodes)) {
        wholeCount += ours.end === 'whole' ? 1 : 0;
        continue;
      }
      const reason = reasonFor(ours, nodes, sample);
      if (reason === null) unexplained.push({ index, sent: String(Buffer.concat(sample)), ours, nodes });
      else met.add(reason);
    }
  };
  await Promise.all(Array.from({ length: 8 }, compare));
  expect(unexplained).toEqual([]);
  expect([...met].sort()).toEqual([...Object.keys(stricter), ...Object.keys(looser)].sort());
  expect(wholeCount).toBeGreaterThan(sampleCount / 5);
});
