import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './main-fixture.ts';

/** Makes a certificate that no authority has signed. @param name such as `DNS:localhost`. */
export async function makeSelfSigned(name: string): Promise<{ readonly key: string; readonly cert: string }> {
  const folder = await makeFolder();
  const keyPath = join(folder, 'key.pem');
  const certPath = join(folder, 'cert.pem');
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'];
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${name}`];
  execFileSync('openssl', ['req', ...kind, '-keyout', keyPath, '-out', certPath, ...subject], {
    stdio: 'pipe',
  });
  return { key: await readFile(keyPath, 'utf8'), cert: await readFile(certPath, 'utf8') };
}
