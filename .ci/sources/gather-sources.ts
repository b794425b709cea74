import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sha256Of } from '../file-hash.ts';
import { nonfreeOption } from '../package/copy-package.ts';
import type { NativeLibraries } from '../package/native-libraries.ts';
import { GitRepository } from './git-repository.ts';
import { type RecipeSource, sourcesOfRecipe } from './recipes.ts';
import { recordName, type SourceRecord } from './source-record.ts';

/** Submodule of `node-av` with the FFmpeg that its binaries are built from, and with the recipes of its libraries. */
const submodule = 'externals/jellyfin-ffmpeg';
const recipeFolder = 'builder/scripts.d';

export interface GatherOptions {
  /** Repository of `node-av`. */
  readonly url: string;
  /** Version of `node-av` whose tag is that version after a `v`. */
  readonly version: string;
  /** Facts that the binary itself states: the version of libavcodec such as `62.36.101`, and how it was configured. */
  readonly binary: { readonly avcodec: string; readonly configuration: string };
  /** Libraries inside the binary. */
  readonly libraries: NativeLibraries['libraries'];
  /** Receives the archives, and the record with their checksums; created if needed. */
  readonly folder: string;
}

/**
 * Archives the source of the FFmpeg in a version of `node-av`, and of each library at the revision of its recipe.
 * @throws Error if the binary is not free, is not of that source, or a source that a licence requires is not there.
 */
export async function gatherSources(options: GatherOptions): Promise<SourceRecord> {
  const { url, version, binary, libraries, folder } = options;
  if (binary.configuration.includes(nonfreeOption))
    throw new Error(`The binary was built with ${nonfreeOption}, so nobody may distribute it.`);
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'dailies-sources-'));
  try {
    const main = new GitRepository(join(work, 'ffmpeg'));
    const tagged = main.fetch(url, `refs/tags/v${version}`);
    const ffmpegUrl = new URL(main.submoduleUrl(tagged, submodule), `${url}/`).href;
    const ffmpeg = main.fetch(ffmpegUrl, main.submoduleCommit(tagged, submodule));
    requireVersion(main, ffmpeg, binary.avcodec);
    const archives = [archiveCommit(main, { url: ffmpegUrl, commit: ffmpeg, revision: ffmpeg }, folder)];
    for (const source of recipesOf(main, ffmpeg)) archives.push(await archive(source, work, folder));
    requireLibraries(libraries, archives);
    const record = { version, avcodec: binary.avcodec, archives };
    writeFileSync(join(folder, recordName), `${JSON.stringify(record, null, 2)}\n`);
    return record;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

type Archive = SourceRecord['archives'][number];

/** @throws Error if the commit's FFmpeg has another version of libavcodec than the binary. */
function requireVersion(repository: GitRepository, commit: string, wanted: string): void {
  const text = ['version_major.h', 'version.h']
    .map((name) => repository.read(commit, `libavcodec/${name}`))
    .join('\n');
  const found = ['MAJOR', 'MINOR', 'MICRO']
    .map((part) => new RegExp(`#define LIBAVCODEC_VERSION_${part}\\s+(\\d+)`).exec(text)?.[1] ?? '?')
    .join('.');
  if (found !== wanted)
    throw new Error(`The source ${commit} has libavcodec ${found}, and the binary has ${wanted}.`);
}

function recipesOf(repository: GitRepository, commit: string): readonly RecipeSource[] {
  const recipes = repository.list(commit, recipeFolder).filter((path) => path.endsWith('.sh'));
  if (recipes.length === 0) throw new Error(`${commit} has no recipes in ${recipeFolder}.`);
  return recipes.flatMap((path) => sourcesOfRecipe(path, repository.read(commit, path)));
}

/** @throws Error if a library whose licence requires its source is in no archive. */
function requireLibraries(libraries: GatherOptions['libraries'], archives: readonly Archive[]): void {
  const urls = new Set(archives.map(({ url }) => plainUrl(url)));
  const missing = libraries.filter(
    ({ licence, source }) => requiresSource(licence) && !urls.has(plainUrl(source)),
  );
  if (missing.length > 0)
    throw new Error(
      `No recipe names the source of ${missing.map(({ name, source }) => `${name} (${source})`).join(', ')}.`,
    );
}

/** True for licences that ask for the source of a library inside a binary. */
function requiresSource(licence: string): boolean {
  return /GPL|MPL/.test(licence) && !licence.includes('WITH GCC-exception');
}

function plainUrl(url: string): string {
  return url.replace(/(?:\.git)?\/?$/, '').toLowerCase();
}

async function archive(source: RecipeSource, work: string, folder: string): Promise<Archive> {
  const { kind, url } = source;
  if (kind === 'file') return download(source, folder);
  if (kind === 'svn') return archiveExport(source, work, folder);
  const repository = new GitRepository(mkdtempSync(join(work, 'library-')));
  const commit = repository.fetch(url, source.revision);
  return archiveCommit(repository, { url, commit, revision: source.revision }, folder);
}

interface FetchedCommit {
  readonly url: string;
  readonly commit: string;
  /** Name of the commit in its recipe. */
  readonly revision: string;
}

function archiveCommit(
  repository: GitRepository,
  { url, commit, revision }: FetchedCommit,
  folder: string,
): Archive {
  const stem = stemOf(url, revision);
  repository.archive(commit, `${stem}/`, join(folder, `${stem}.tar.gz`));
  return recordOf(folder, { name: `${stem}.tar.gz`, url, revision });
}

/** Archives a revision of a Subversion repository, with the programs `svn` and `tar`. */
function archiveExport(
  { url, revision }: { readonly url: string; readonly revision: string },
  work: string,
  folder: string,
): Archive {
  const stem = stemOf(url, `r${revision}`);
  execFileSync('svn', ['export', '--quiet', '--non-interactive', `${url}@${revision}`, join(work, stem)]);
  execFileSync('tar', ['-czf', join(folder, `${stem}.tar.gz`), '-C', work, stem]);
  return recordOf(folder, { name: `${stem}.tar.gz`, url, revision: `r${revision}` });
}

/** @throws Error if the file is not there or not the one of the recipe. */
async function download(
  { url, sha512 }: { readonly url: string; readonly sha512: string },
  folder: string,
): Promise<Archive> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answers ${String(answer.status)}.`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const found = createHash('sha512').update(bytes).digest('hex');
  if (found !== sha512) throw new Error(`${url} has the checksum ${found}, and its recipe names ${sha512}.`);
  const name = basename(new URL(url).pathname);
  writeFileSync(join(folder, name), bytes);
  return recordOf(folder, { name, url, revision: `sha512:${sha512}` });
}

function recordOf(folder: string, facts: Omit<Archive, 'sha256'>): Archive {
  return { ...facts, sha256: sha256Of(join(folder, facts.name)) };
}

/** Returns the name of the archive of a revision, without its suffix. */
function stemOf(url: string, revision: string): string {
  return `${basename(plainUrl(url))}-${revision.replaceAll(/[^\w.-]+/g, '-')}`;
}
