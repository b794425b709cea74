import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { isUsableAddress } from '../src-main/foundation/web-address.ts';
import { type Release, type ReleaseFile, releaseSchema } from '../src-main/updates/release.ts';
import { helpIfAsked } from './arguments-or-usage.ts';
import { artifactName, formatsOf, readManifest } from './package/package-facts.ts';

/**
 * `npm run feed`: writes the update feed `feed.json` for the packages of a version in a folder, and its signature
 * `feed.json.sig`. `DAILIES_UPDATE_KEY` holds the key as PEM. See docs/updates.md.
 */
const usage = `Usage: npm run feed -- --folder FOLDER --url ADDRESS [--notes FILE] [--app-version VERSION]
         [--minimum-version VERSION]`;

const systems = ['linux', 'win32', 'darwin'] as const;
const architectures = ['x64', 'arm64'] as const;

function readOptions() {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', default: 'out/packages' },
      url: { type: 'string' },
      notes: { type: 'string' },
      'app-version': { type: 'string' },
      'minimum-version': { type: 'string' },
    },
  });
  if (values.url === undefined) throw new Error('--url has to say where the packages will lie.');
  return { ...values, base: readBase(values.url) };
}

/** Returns the address of the packages' folder. A query or a fragment would be lost in the addresses in it. */
function readBase(text: string): URL {
  const base = URL.parse(text.endsWith('/') ? text : `${text}/`);
  if (base && isUsableAddress(base) && base.search + base.hash === '') return base;
  throw new Error(`--url must be an https address without a query, not ${text}.`);
}

function readKey(): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(process.env['DAILIES_UPDATE_KEY'] ?? '');
  } catch (cause) {
    throw new Error('DAILIES_UPDATE_KEY has to hold the private key as PEM.', { cause });
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is none of Ed25519.');
  return key;
}

function readNotes(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new Error(`The notes ${path} cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
}

/** Returns the size of an archive after decompression. */
async function unpackedBytes(path: string): Promise<number> {
  let bytes = 0;
  const counter = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done();
    },
  });
  await pipeline(createReadStream(path), createZstdDecompress(), counter);
  return bytes;
}

async function describe(
  path: string,
  url: string,
  file: Pick<ReleaseFile, 'platform' | 'arch' | 'kind' | 'isSlim'>,
) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return {
    ...file,
    url,
    sizeBytes: statSync(path).size,
    sha256: hash.digest('hex'),
    installedBytes: file.kind === 'tar.zst' ? await unpackedBytes(path) : null,
  };
}

/** Finds all packages of a version in a folder by their names. */
async function findFiles(folder: string, base: URL, version: string): Promise<ReleaseFile[]> {
  const manifest = readManifest();
  const variants = systems.flatMap((platform) =>
    architectures.flatMap((arch) => [false, true].map((isSlim) => ({ platform, arch, isSlim }))),
  );
  const files: ReleaseFile[] = [];
  for (const variant of variants)
    for (const kind of formatsOf(variant.platform)) {
      const name = artifactName(kind, { ...manifest, ...variant, programName: manifest.name, version });
      const path = join(folder, name);
      if (!existsSync(path)) continue;
      const described = describe(path, new URL(name, base).href, { ...variant, kind });
      files.push(
        await described.catch((cause: unknown) => {
          throw new Error(`The package ${path} cannot be read: ${reasonOf(cause)}`, { cause });
        }),
      );
    }
  return files;
}

helpIfAsked(usage);
try {
  const options = readOptions();
  const key = readKey();
  const version = options['app-version'] ?? readManifest().version;
  const files = await findFiles(options.folder, options.base, version);
  if (files.length === 0) throw new Error(`There is no package of ${version} in ${options.folder}.`);
  const notes = options.notes === undefined ? {} : readNotes(options.notes);
  const minimumVersion = options['minimum-version'] ?? null;
  const release: Release = releaseSchema.parse({
    version,
    releasedAt: Date.now(),
    notes,
    minimumVersion,
    files,
  });
  const feed = Buffer.from(`${JSON.stringify(release, null, 2)}\n`);
  const path = join(options.folder, 'feed.json');
  writeFileSync(path, feed);
  writeFileSync(`${path}.sig`, `${sign(null, feed, key).toString('base64')}\n`);
  for (const { kind, platform, arch, url } of files) console.log(`${platform} ${arch} ${kind}: ${url}`);
} catch (error) {
  console.error(`${reasonOf(error)}\n${usage}`);
  process.exitCode = 2;
}
