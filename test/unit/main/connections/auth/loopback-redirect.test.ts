import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { LoopbackRedirect } from '../../../../../src-main/connections/auth/loopback-redirect.ts';
import { signInLink, signInPage } from '../../../../../src-main/connections/auth/sign-in-page.ts';
import { parseLink } from '../../../../../src-main/openings/parse-link.ts';
import { loadTexts } from '../../../../../src-shared/i18n/load-texts.ts';
import { Messages } from '../../../../../src-shared/i18n/messages.ts';
import { englishMessages } from '../../../../fakes/english-words.ts';
import { visit } from '../../../../fakes/sign-in/sign-in-server.ts';
import { TurnedClock, until } from '../../../../fakes/turned-clock.ts';

const page = (): string => signInPage(englishMessages, true);

async function open(preferredPort = 0) {
  const clock = new TurnedClock();
  const redirect = await LoopbackRedirect.open({ clock, preferredPort, page });
  onTestFinished(() => redirect.close());
  const stopper = new AbortController();
  const wait = () =>
    redirect.wait((answer) => (answer.get('state') === 'right' ? answer.get('code') : null), stopper.signal);
  return { clock, redirect, stopper, wait };
}

/** Sends the text unchanged and returns the first line and the headers of the answer. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

async function isListening(uri: string): Promise<boolean> {
  return visit(uri).then(
    () => true,
    () => false,
  );
}

test('it listens on 127.0.0.1 alone, at a port of its own', async () => {
  const { redirect } = await open();
  expect(redirect.uri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  await expect(visit(redirect.uri.replace('127.0.0.1', '[::1]'))).rejects.toThrow();
});

test('the first right answer ends the wait and the listening, with a page that says nothing', async () => {
  const { redirect, wait } = await open();
  const waiting = wait();
  const response = await fetch(`${redirect.uri}?code=the-code&state=right`);
  expect(await waiting).toBe('the-code');
  expect(response.status).toBe(200);
  const headers = Object.fromEntries(response.headers);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  const shown = await response.text();
  expect(shown).toContain('Go back to Dailies');
  expect(shown).not.toMatch(/the-code|right|<script|<link|http/);
  expect(await isListening(redirect.uri)).toBe(false);
});

test('the page leads back by a link of the app, where the app takes links, in the language in use', async () => {
  expect(page()).toContain(`<a href="${signInLink}">Open Dailies</a>`);
  expect(parseLink(signInLink)).toEqual({ kind: 'sign-in' });
  expect(signInPage(englishMessages, false)).not.toContain('<a');
  const arabic = new Messages(await loadTexts('ar', []));
  expect(signInPage(arabic, true)).toContain('<html lang="ar" dir="rtl">');
});

test('junk is not found and never ends the wait', async () => {
  const { redirect, wait } = await open();
  const waiting = wait();
  const port = Number(new URL(redirect.uri).port);
  const right = '?code=c&state=right';
  const host = `Host: 127.0.0.1:${String(port)}\r\n`;
  const answers = await Promise.all([
    raw(port, `GET /callback?code=evil&state=wrong HTTP/1.1\r\n${host}\r\n`),
    raw(port, `GET /callback HTTP/1.1\r\n${host}\r\n`),
    raw(port, `GET /callback/${right} HTTP/1.1\r\n${host}\r\n`),
    raw(port, `GET /CALLBACK${right} HTTP/1.1\r\n${host}\r\n`),
    raw(port, `GET //callback${right} HTTP/1.1\r\n${host}\r\n`),
    raw(port, `HEAD /callback${right} HTTP/1.1\r\n${host}\r\n`),
    raw(port, `POST /callback${right} HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`),
    raw(port, `GET /callback${right} HTTP/1.1\r\nHost: localhost:${String(port)}\r\n\r\n`),
    raw(port, `GET /callback${right} HTTP/1.1\r\nHost: evil.example\r\n\r\n`),
    raw(port, `GET http://evil.example/callback${right} HTTP/1.1\r\n${host}\r\n`),
    raw(port, `GET http://127.0.0.1:${String(port)}/callback${right} HTTP/1.1\r\n${host}\r\n`),
  ]);
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer.split('\r\n\r\n')[1]).toBe('');
  }
  expect(await raw(port, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await visit(`${redirect.uri}?code=good&state=right`)).toBe(200);
  expect(await waiting).toBe('good');
});

test('a flood of others does not keep the right answer out', async () => {
  const { redirect, wait } = await open();
  const waiting = wait();
  const flood = Array.from({ length: 150 }, (_, index) => visit(`${redirect.uri}?state=${String(index)}`));
  expect(await visit(`${redirect.uri}?code=good&state=right`)).toBe(200);
  expect(await waiting).toBe('good');
  await Promise.allSettled(flood);
});

test('connections that say nothing do not keep the right answer out for long', async () => {
  const { redirect, wait } = await open();
  const waiting = wait();
  const port = Number(new URL(redirect.uri).port);
  const silent = Array.from({ length: 256 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  onTestFinished(() => silent.forEach((socket) => socket.destroy()));
  await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  const answer = `${redirect.uri}?code=good&state=right`;
  await expect(visit(answer)).rejects.toThrow();
  await until(() =>
    visit(answer).then(
      (status) => status === 200,
      () => false,
    ),
  );
  expect(await waiting).toBe('good');
});

test('after five minutes the wait is over and nothing listens', async () => {
  const { clock, redirect, wait } = await open();
  const waiting = expect(wait()).rejects.toMatchObject({ code: 'sign_in_expired' });
  await clock.advance(5 * 60 * 1000 - 1);
  expect(await visit(redirect.uri)).toBe(404);
  await clock.advance(1);
  await waiting;
  expect(await isListening(redirect.uri)).toBe(false);
});

test('calling it off ends the wait and the listening, and leaves no timer', async () => {
  const { clock, redirect, stopper, wait } = await open();
  const waiting = expect(wait()).rejects.toMatchObject({ code: 'cancelled' });
  stopper.abort();
  await waiting;
  expect(await isListening(redirect.uri)).toBe(false);
  expect(clock.waiting).toBe(0);
});

test('connections that never ask for anything do not keep it open', async () => {
  const { redirect } = await open();
  const socket = connect(Number(new URL(redirect.uri).port), '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined).resume();
  await redirect.close();
  await closed;
});

test('the port of last time is taken again, or another when somebody has it', async () => {
  const first = await open();
  const port = Number(new URL(first.redirect.uri).port);
  await first.redirect.close();
  const second = await open(port);
  expect(second.redirect.uri).toBe(first.redirect.uri);
  const third = await open(port);
  expect(third.redirect.uri).toMatch(/^http:\/\/127\.0\.0\.1:/);
  expect(third.redirect.uri).not.toBe(first.redirect.uri);
});

test('without IPv4 it listens on ::1', async () => {
  const blockers: Server[] = [];
  const port = await new Promise<number>((resolve) => {
    const blocker = createServer().listen(0, '127.0.0.1', () => {
      resolve((blocker.address() as AddressInfo).port);
    });
    blockers.push(blocker);
  });
  onTestFinished(() => void blockers.map((blocker) => blocker.close()));
  const redirect = await LoopbackRedirect.open({
    clock: new TurnedClock(),
    preferredPort: port,
    page,
    hosts: ['::1'],
  });
  onTestFinished(() => redirect.close());
  expect(redirect.uri).toBe(`http://[::1]:${String(port)}/callback`);
  const waiting = redirect.wait((answer) => answer.get('code'), new AbortController().signal);
  expect(await visit(`${redirect.uri}?code=good`)).toBe(200);
  expect(await waiting).toBe('good');
});
