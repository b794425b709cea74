import { verify } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import semver from 'semver';
import { z } from 'zod';
import { AppError } from '../../src-shared/app-error.ts';
import { type OutgoingRequest, sendOnce } from '../api/http/send-once.ts';
import { isUsableAddress } from '../foundation/web-address.ts';
import type { PackageKind } from '../platform.ts';
import type { UpdateSource } from './update-source.ts';

const maxFeedLength = 1_000_000;
const deadlineMs = 60_000;
const maxNoteLength = 20_000;
const maxFileBytes = 4 * 1024 ** 3;

const versionSchema = z.string().refine((text) => semver.valid(text) === text, 'It is no version.');

const fileSchema = z.object({
  platform: z.string(),
  arch: z.string(),
  /** Kind of package; unknown ones are for future apps. */
  kind: z.string(),
  /** True for a package without the local service. */
  isSlim: z.boolean().default(false),
  url: z.string().max(2_000).refine(isUsable, 'It is no https address.'),
  sizeBytes: z.number().int().min(1).max(maxFileBytes),
  /** Unpacked size, for packages that are unpacked; null if unknown. */
  installedBytes: z.number().int().positive().nullable().default(null),
  /** SHA-256 in lower-case hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ReleaseFile = z.infer<typeof fileSchema>;

/** A version as announced by its distributor. */
export const releaseSchema = z.object({
  version: versionSchema,
  /** Unix time in milliseconds. */
  releasedAt: z.number().int().nonnegative(),
  /** Release notes by language tag. */
  notes: z.record(z.string().max(35), z.string().max(maxNoteLength)).default({}),
  /** Oldest version that can update to this one; null for any. */
  minimumVersion: versionSchema.nullable().default(null),
  files: z.array(fileSchema).max(100),
});
export type Release = z.infer<typeof releaseSchema>;

/** A feed as served, so that its release can be verified again. */
export const signedFeedSchema = z.object({ feed: z.string(), signature: z.string() });
export type SignedFeed = z.infer<typeof signedFeedSchema>;

/** A release with the signed feed that announced it. */
export interface Announcement {
  readonly release: Release;
  readonly signed: SignedFeed;
}

/** A release with its file for an installation. */
export interface Offer {
  readonly release: Release;
  readonly file: ReleaseFile;
}

/** Criteria for the file that fits an installation. */
export interface WantedFile {
  readonly kind: PackageKind;
  readonly platform: string;
  readonly arch: string;
  readonly isSlim: boolean;
}

function isUsable(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && isUsableAddress(url);
}

/**
 * Fetches the newest release: the feed, and its signature under the same name with `.sig`. Reads a mismatched pair
 * again, because a release may be published between the two requests.
 * @throws AppError `update_failed`, and as `readFeed`; the signal's reason.
 */
export async function fetchRelease(source: UpdateSource, signal: AbortSignal): Promise<Announcement> {
  try {
    return await fetchOnce(source, { signal, isFresh: false });
  } catch (error) {
    if (!(error instanceof AppError) || error.details['reason'] !== 'signature') throw error;
    return fetchOnce(source, { signal, isFresh: true });
  }
}

type Reading = Required<Pick<OutgoingRequest, 'signal' | 'isFresh'>>;

async function fetchOnce(source: UpdateSource, reading: Reading): Promise<Announcement> {
  const signatureUrl = new URL(source.feedUrl);
  signatureUrl.pathname += '.sig';
  const feed = await getText(source.feedUrl, reading);
  const signature = await getText(signatureUrl, reading);
  return { release: readFeed(feed, signature, source), signed: { feed, signature } };
}

async function getText({ href: url, host }: URL, reading: Reading): Promise<string> {
  const answer = await sendOnce({
    method: 'GET',
    url,
    bearer: null,
    json: undefined,
    deadlineMs,
    ...reading,
  });
  if (answer.status !== 200) {
    throw new AppError('update_failed', `The feed of updates answers with ${String(answer.status)}.`, {
      details: { host, status: answer.status },
    });
  }
  if (answer.text.length > maxFeedLength) throw refused('feed', 'The feed of updates is too large.');
  return answer.text;
}

/**
 * Verifies a feed and returns its release.
 * @param signature Ed25519 over the exact bytes of the feed, in base64.
 * @throws AppError `update_refused` with `reason` `signature` or `feed`.
 */
export function readFeed(feed: string, signature: string, { publicKeys }: UpdateSource): Release {
  const bytes = Buffer.from(feed);
  const signed = Buffer.from(signature, 'base64');
  if (!publicKeys.some((key) => verify(null, bytes, key, signed)))
    throw refused('signature', 'The feed of updates is not signed by its distributor.');
  try {
    return releaseSchema.parse(JSON.parse(feed));
  } catch (cause) {
    throw refused('feed', 'The feed of updates has an unknown shape.', cause);
  }
}

/** True if a release still matches its signed feed: neither was changed, and the key is one of the app's. */
export function isSigned(release: Release, { feed, signature }: SignedFeed, source: UpdateSource): boolean {
  try {
    return isDeepStrictEqual(readFeed(feed, signature, source), release);
  } catch {
    return false;
  }
}

/** Creates the error for an update that does not match its signature, or that cannot be used. */
export function refused(reason: string, message: string, cause?: unknown): AppError {
  return new AppError('update_refused', message, { details: { reason }, cause });
}

/** Converts an error to one of the error codes for updates. */
export function updateErrorOf(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, details } = error;
  if (code === 'update_refused' || code === 'update_failed') return error;
  if (code === 'disk_full')
    return new AppError(code, message, { details: { ...details, reason: 'update' }, cause: error });
  if (details['reason'] === 'corrupted')
    return refused('hash', 'The package of the update is not the one that was signed.', error);
  return new AppError('update_failed', message, { details: { ...details, cause: code }, cause: error });
}

/** Returns the file of a release for an installation; null where the release has none. */
export function fileFor(release: Release, wanted: WantedFile): ReleaseFile | null {
  const fits = (file: ReleaseFile): boolean =>
    file.platform === wanted.platform &&
    file.arch === wanted.arch &&
    file.kind === wanted.kind &&
    file.isSlim === wanted.isSlim;
  return release.files.find(fits) ?? null;
}

/** True if a version is newer than another, by the rules of semantic versions. */
export function isNewer(version: string, than: string): boolean {
  return semver.gt(version, than);
}
