import { appendFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordFault } from './support/fault-table.ts';
import type { RequestFault } from './support/picky-wire.ts';
import { clip, makeClip, startWiredApp } from './support/wired-app.ts';

const part = 'B6 wire, uploads';

/** Sends the clip over a wire with these faults for the PUTs, in order. */
async function send(faults: readonly RequestFault[], onPut: (path: string) => void = () => undefined) {
  const { app, wire, service, uploads, transfers } = await startWiredApp();
  const path = await makeClip();
  const left = [...faults];
  wire.faultOf = ({ method }) => {
    if (method !== 'PUT') return null;
    onPut(path);
    return left.shift() ?? null;
  };
  const { transferId } = await uploads.add(await app.fileGrants.grantPath(path));
  await uploads.settled(transferId);
  const puts = wire.seen.filter((line) => line.startsWith('PUT'));
  const archived = wire.seen.filter((line) => line.endsWith('/archive'));
  return { record: transfers.get(transferId), service, wire, puts, archived };
}

test.each([0, 10, 50, 99])(
  'an upload reset twice at %d percent starts over at a new address each time, and is there once',
  async (percent) => {
    const fault = { kind: 'cut request', at: percent / 100 } as const;
    recordFault({ part, fault: `reset at ${String(percent)} %`, injected: 2 });
    const { record, service, puts, archived, wire } = await send([fault, fault]);
    expect(record).toMatchObject({ state: 'done', error: null, doneBytes: clip.length });
    expect(puts).toHaveLength(3);
    expect(new Set(puts).size).toBe(3);
    expect([...service.uploads.keys()]).toEqual([record.fileId]);
    expect(service.uploads.get(record.fileId ?? '')?.equals(clip)).toBe(true);
    expect(archived).toHaveLength(2);
    expect(wire.injected).toBe(2);
  },
);

test.each([0, 0.5, 1])(
  'an upload whose answer is lost from %d of it is sent again, and the first one taken out of the library',
  async (at) => {
    recordFault({ part, fault: `answer cut at ${String(at)} of it` });
    const { record, service, puts, archived } = await send([{ kind: 'cut answer', at }]);
    expect(record.state).toBe('done');
    const [first = ''] = service.uploads.keys();
    expect(puts).toHaveLength(2);
    expect(archived).toEqual([`POST /v1/files/${first}/archive`]);
    expect([...service.uploads.keys()]).toEqual([first, record.fileId]);
  },
);

test('a refusal before the bytes are there ends an upload that is too large at once', async () => {
  recordFault({ part, fault: 'early 413' });
  const { record, service, puts } = await send([{ kind: 'refuse', status: 413 }]);
  expect(record).toMatchObject({
    state: 'failed',
    error: { code: 'service_refused', details: { status: 413 } },
  });
  expect(puts).toHaveLength(1);
  expect(service.uploads.size).toBe(0);
});

test('a storage that refuses and hangs up on the bytes is not asked for ever', async () => {
  const abrupt = { kind: 'refuse', status: 413, isAbrupt: true } as const;
  const { record, service, puts, wire } = await send(Array.from({ length: 9 }, () => abrupt));
  recordFault({ part, fault: 'early 413 and reset', injected: wire.injected });
  expect(record.state).toBe('failed');
  expect(['service_refused', 'service_failed']).toContain(record.error?.code);
  expect(puts.length).toBeLessThanOrEqual(5);
  expect(service.uploads.size).toBe(0);
});

test.each([401, 403, 404, 410, 503])(
  'an address that expired, refused with %d, is replaced by another',
  async (status) => {
    recordFault({ part, fault: `upload address expired, ${String(status)}` });
    const { record, service, puts } = await send([{ kind: 'refuse', status }]);
    expect(record.state).toBe('done');
    expect(new Set(puts).size).toBe(2);
    expect([...service.uploads.keys()]).toEqual([record.fileId]);
  },
);

test.each([
  ['grows', (path: string) => appendFileSync(path, 'more')],
  [
    'gets other bytes of the same length',
    (path: string) => writeFileSync(path, Buffer.alloc(clip.length, 1)),
  ],
  ['gets another time', (path: string) => utimesSync(path, new Date(), new Date(0))],
  [
    'is replaced',
    (path: string) => {
      writeFileSync(`${path}.new`, clip);
      renameSync(`${path}.new`, path);
    },
  ],
  ['goes away', (path: string) => renameSync(path, `${path}.gone`)],
])('a file that %s while it is sent fails, and stays out of the library', async (name, change) => {
  recordFault({ part, fault: `the file ${name} meanwhile` });
  let isChanged = false;
  const { record, service, archived } = await send([], (path) => {
    if (!isChanged) change(path);
    isChanged = true;
  });
  expect(record).toMatchObject({ state: 'failed', error: { code: 'file_unreadable' } });
  for (const fileId of service.uploads.keys()) {
    expect(archived).toContain(`POST /v1/files/${fileId}/archive`);
  }
});
