import { RequestError } from 'got';
import { expect, test } from 'vitest';
import { errorOfTransport, mayHaveBeenReceived } from '../../../../../src-main/api/http/transport-errors.ts';

const { signal } = new AbortController();

function failedCall(syscall: string, code: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

function wrapped(error: Error): Error {
  return new RequestError(error.message, error, {} as never);
}

test.each(['ECONNREFUSED', 'ENETDOWN', 'ENETUNREACH', 'EHOSTUNREACH'])(
  '%s while connecting reached nobody, on a connection that stood it may have',
  (code) => {
    const ways = [wrapped, (error: Error) => error].flatMap((wrap) =>
      [null, new URL('http://proxy.example:3128')].map((proxy) => ({ wrap, proxy })),
    );
    for (const { wrap, proxy } of ways) {
      const outcomeOf = (syscall: string): boolean =>
        mayHaveBeenReceived(
          errorOfTransport(wrap(failedCall(syscall, code)), 'https://a.example', signal, proxy),
        );
      expect(['connect', 'getaddrinfo'].map(outcomeOf)).toEqual([false, false]);
      expect(['read', 'write'].map(outcomeOf)).toEqual([true, true]);
    }
  },
);
