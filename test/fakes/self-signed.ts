import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { atTestEnd } from '../support/at-test-end.ts';
import { makeFolder } from './main-fixture.ts';

interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

/** Makes a certificate of 30 days that no authority has signed. @param name such as `DNS:localhost`. */
export async function makeSelfSigned(name: string, commonName = 'test'): Promise<SelfSigned> {
  const folder = await makeFolder();
  const keyPath = join(folder, 'key.pem');
  const certPath = join(folder, 'cert.pem');
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'];
  const subject = ['-subj', `/CN=${commonName}`, '-addext', `subjectAltName=${name}`];
  execFileSync('openssl', ['req', ...kind, '-keyout', keyPath, '-out', certPath, ...subject], {
    stdio: 'pipe',
  });
  return { key: await readFile(keyPath, 'utf8'), cert: await readFile(certPath, 'utf8') };
}

/** Starts a server with a self-signed certificate for `service.example`. @returns `pem` with the private key, too. */
export async function serveSelfSigned(): Promise<{ readonly port: number; readonly pem: string }> {
  const { key, cert } = await makeSelfSigned('DNS:service.example', 'Studio Root CA');
  const server = createServer({ key, cert }, (_request, response) => response.end('an answer'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atTestEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, pem: `${key}${cert}` };
}
