import { expect, test } from 'vitest';
import { readGrant } from '../../../src-renderer/bridge.ts';
import { createHttpBridge } from '../../../src-renderer/http-bridge.ts';

type Events = Pick<EventSource, 'onopen' | 'onmessage' | 'onerror'> & { readyState: number };

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function setUp(answer: () => Promise<Response>) {
  const events: Events = { onopen: null, onmessage: null, onerror: null, readyState: 0 };
  const sent: Sent[] = [];
  const bridge = createHttpBridge({
    session: { baseUrl: 'http://127.0.0.1:4000/first/', token: 'the-token' },
    fetch: (url, init) => {
      sent.push({ url, init });
      return answer();
    },
    openEvents: () => events,
  });
  const source = {} as EventSource;
  return {
    bridge,
    sent,
    /** Closes the stream as the browser does after a refusal. */
    giveUp: () => {
      events.readyState = 2;
      events.onerror?.call(source, new Event('error'));
    },
    open: () => events.onopen?.call(source, new Event('open')),
    fail: () => events.onerror?.call(source, new Event('error')),
    send: (data: string) => events.onmessage?.call(source, new MessageEvent('message', { data })),
  };
}

const ok = () => Promise.resolve(Response.json({ ok: true, value: 1 }));

test('nothing is asked before events are heard, so that no change falls in between', async () => {
  const { bridge, sent, open } = setUp(ok);
  const reply = bridge.invoke({ name: 'app.info', input: {} });
  await Promise.resolve();
  expect(sent).toEqual([]);
  open();
  expect(await reply).toEqual({ ok: true, value: 1 });
  expect(sent[0]).toMatchObject({
    url: 'http://127.0.0.1:4000/first/bridge/invoke',
    init: {
      method: 'POST',
      headers: { 'x-dailies-session': 'the-token', 'content-type': 'application/json' },
    },
  });
});

test('events that cannot be heard do not keep calls from being made', async () => {
  const { bridge, fail } = setUp(ok);
  fail();
  expect(await bridge.invoke({})).toEqual({ ok: true, value: 1 });
});

test('every event reaches every listener until it leaves', () => {
  const { bridge, send } = setUp(ok);
  const heard: unknown[] = [];
  const stop = bridge.subscribe((message) => heard.push(message));
  send('{"name":"activity.changed","payload":{}}');
  stop();
  send('{"name":"activity.changed","payload":{}}');
  expect(heard).toEqual([{ name: 'activity.changed', payload: {} }]);
});

test('a link that breaks and comes back is reported once each time', () => {
  const { bridge, open, fail } = setUp(ok);
  const states: string[] = [];
  bridge.onLinkChange((state) => states.push(state));
  open();
  fail();
  fail();
  open();
  expect(states).toEqual(['lost', 'open']);
});

test('A stream that the browser gave up says that the app was started again', () => {
  const { bridge, open, fail, giveUp } = setUp(ok);
  const states: string[] = [];
  bridge.onLinkChange((state) => states.push(state));
  open();
  fail();
  giveUp();
  expect(states).toEqual(['lost', 'restarted']);
});

test('an app that does not answer is an error with words', async () => {
  const { bridge, open } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
  open();
  await expect(bridge.invoke({})).rejects.toMatchObject({ code: 'service_unreachable' });
});

test('an answer that is not JSON is an error with its status', async () => {
  const { bridge, open } = setUp(() => Promise.resolve(new Response('<html>', { status: 502 })));
  open();
  await expect(bridge.invoke({})).rejects.toThrow(/502/);
});

test('the refusal of a restarted app says that the app does not answer', async () => {
  const { bridge, open } = setUp(() => Promise.resolve(new Response('Open the page.', { status: 403 })));
  open();
  await expect(bridge.invoke({})).rejects.toMatchObject({ code: 'service_unreachable' });
});

test('a file is handed over whole and answered by its grant', async () => {
  const { bridge, sent } = setUp(() => Promise.resolve(Response.json({ ok: true, value: 'g1' })));
  const file = new File(['words'], 'a & b.txt');
  expect(readGrant(await bridge.grantFile(file))).toBe('g1');
  expect(sent[0]).toMatchObject({
    url: 'http://127.0.0.1:4000/first/bridge/files?name=a%20%26%20b.txt',
    init: { body: file, headers: { 'x-dailies-session': 'the-token' } },
  });
});

test('a file the host refuses is refused with the reason it gave', async () => {
  const error = { code: 'disk_full', message: 'ENOSPC', details: {} };
  const { bridge } = setUp(() => Promise.resolve(Response.json({ ok: false, error }, { status: 400 })));
  const refusal: unknown = await bridge.grantFile(new File([], 'a'));
  expect(() => readGrant(refusal)).toThrow(expect.objectContaining({ code: 'disk_full' }));
  for (const unreadable of [{}, null, { ok: true, value: 7 }]) {
    expect(() => readGrant(unreadable)).toThrow(expect.objectContaining({ code: 'internal' }));
  }
});
