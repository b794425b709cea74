import type { ServerResponse } from 'node:http';
import { sendJson } from '../../fakes/test-server.ts';

/** Answer of a third party in between, after which nobody knows whether the service has received the request. */
export interface LostAnswer {
  readonly name: string;
  readonly answer: (response: ServerResponse, own: string, other: string) => void;
}

function head(
  name: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  body = '',
): LostAnswer {
  return {
    name,
    answer: (response) => {
      response.writeHead(status, headers).end(body);
    },
  };
}

function redirect(status: number): LostAnswer[] {
  const to = (target: (own: string, other: string) => string, name: string): LostAnswer => ({
    name: `${String(status)} to ${name} origin`,
    answer: (response, own, other) => {
      response.writeHead(status, { location: target(own, other) }).end();
    },
  });
  return [to((own) => own, 'the same'), to((_own, other) => other, 'another')];
}

const html = { 'content-type': 'text/html; charset=utf-8' };
const page = '<!doctype html><title>Welcome</title>';

/** All ways to lose an answer. */
export const lostAnswers: readonly LostAnswer[] = [
  ...[302, 307, 308].flatMap(redirect),
  head('a page with status 200', 200, html, page),
  head('a page that refuses', 403, html, page),
  head('too many requests, from an unknown server', 429, { 'content-type': 'text/plain' }, 'Slow down.'),
  head('a sign-in asked for by nobody known', 401, html, page),
  head('a sign-in to a network', 511, html, page),
  head('502', 502, html, page),
  head('504', 504, html, page),
  {
    name: '504 in JSON',
    answer: (response) => {
      sendJson(response, 504, { message: 'Endpoint request timed out' });
    },
  },
  {
    name: 'a reset connection',
    answer: (response) => {
      response.socket?.resetAndDestroy();
    },
  },
  {
    name: 'a cut body',
    answer: (response) => {
      response.writeHead(202, { 'content-type': 'application/json', 'content-length': '200' });
      response.write('{"', () => response.socket?.resetAndDestroy());
    },
  },
  { name: 'no answer at all', answer: () => undefined },
];
