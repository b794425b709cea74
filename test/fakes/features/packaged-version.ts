import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { layVersion, packTarZst } from '../../../.ci/package/linux/versioned-tree.ts';
import type { Release, ReleaseFile } from '../../../src-main/updates/release.ts';
import type { SeenRequest } from '../test-server.ts';

/** Version of a stand-in program, laid out and packed like the app's packages. */
export interface PackagedVersion {
  /** Root of the unpacked archive. */
  readonly root: string;
  readonly archive: string;
}

/** @param script code of the program; by default it prints its version. */
export function packageVersion(
  folder: string,
  version: string,
  script = `echo ${version} "$@"`,
): PackagedVersion {
  const app = join(folder, `app-${version}`);
  mkdirSync(join(app, 'resources', 'bin'), { recursive: true });
  writeFileSync(join(app, 'dailies'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  writeFileSync(join(app, 'resources', 'bin', 'dailies'), '#!/bin/sh\necho command "$@"\n', { mode: 0o755 });
  writeFileSync(join(app, 'resources', 'app.asar'), `the app ${version}`.repeat(1_000));
  const root = join(folder, `dailies-${version}`);
  layVersion(root, app, 'dailies', version);
  const archive = join(folder, `dailies-${version}-linux-${process.arch}.tar.zst`);
  packTarZst(root, archive, 1);
  return { root, archive };
}

/** Distributor with a key and the files it serves. */
export class FeedStandIn {
  readonly keys = generateKeyPairSync('ed25519');
  /** Files by path, read at each request. */
  readonly files = new Map<string, Buffer>();
  feed = Buffer.alloc(0);

  get publicKey(): string {
    return this.keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  }

  /** Offers a version as one archive. @param base address of the server, without a trailing slash. */
  offer(base: string, version: string, archive: string, change: Partial<Release & ReleaseFile> = {}): void {
    const content = readFileSync(archive);
    this.files.set(`/${version}.tar.zst`, content);
    const file = {
      platform: process.platform,
      arch: process.arch,
      kind: 'tar.zst',
      isSlim: false,
      url: `${base}/${version}.tar.zst`,
      sizeBytes: statSync(archive).size,
      installedBytes: 100_000,
      sha256: createHash('sha256').update(content).digest('hex'),
      ...change,
    };
    const notes = { en: `What is new in ${version}` };
    this.serve({ version, releasedAt: 1, notes, minimumVersion: null, ...change, files: [file] });
  }

  serve(release: unknown, key: KeyObject = this.keys.privateKey): void {
    this.feed = Buffer.from(JSON.stringify(release));
    this.files.set('/feed.json', this.feed);
    this.files.set('/feed.json.sig', Buffer.from(sign(null, this.feed, key).toString('base64')));
  }

  /** Answers from the requested byte on, as a plain file server does. */
  readonly answer = ({ url, headers }: SeenRequest, response: ServerResponse): void => {
    const content = this.files.get(url);
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    if (!content) {
      response.writeHead(404).end();
      return;
    }
    const length = String(content.length - from);
    const range = `bytes ${String(from)}-${String(content.length - 1)}/${String(content.length)}`;
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': length,
      etag: '"one"',
      'accept-ranges': 'bytes',
      ...(from > 0 ? { 'content-range': range } : {}),
    });
    response.end(content.subarray(from));
  };
}
