import type { BundleRule } from './bundle-refusal.ts';

/** The facts that decide whether two names collide on disk. */
export interface NamedEntry {
  /** Without the trailing slash of a folder. */
  readonly path: string;
  readonly isFolder: boolean;
}

/** The first entry that cannot exist next to the previous ones. */
export interface Collision {
  readonly path: string;
  readonly rule: BundleRule;
}

interface Claim {
  readonly path: string;
  readonly isFolder: boolean;
  /** False for a folder that is only implied by the path of its content. */
  readonly isListed: boolean;
}

// eslint-disable-next-line no-control-regex -- the whole of ASCII is meant
const ascii = /^[\x00-\x7f]*$/;

/**
 * Returns the same key for two paths that could be one file on a system that ignores case, composes or decomposes
 * accents, or drops joiners. In doubt it returns equal keys: `ß` equals `ss`, as on some systems.
 */
export function collisionKey(path: string): string {
  if (ascii.test(path)) return path.toLowerCase();
  const bare = path.normalize('NFD').replace(/[\u200c\u200d]/gu, '');
  return bare.toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

function clashOf(known: Claim, claim: Claim): BundleRule | null {
  if (known.path !== claim.path) return 'colliding-name';
  if (known.isFolder !== claim.isFolder) return 'file-and-folder';
  return known.isListed && claim.isListed ? 'duplicate-name' : null;
}

/** The folder a path lies in; empty at the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The folders a path passes through, outermost first. */
export function parentPaths(path: string): string[] {
  const segments = path.split('/').slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

function impliedClaim(path: string): Claim {
  return { path, isFolder: true, isListed: false };
}

/** Compares all entries and the folders they imply with each other. Returns null if all can exist side by side. */
export function findCollision(entries: Iterable<NamedEntry>): Collision | null {
  const claims = new Map<string, Claim>();
  /** Folders that are claimed together with all their parents. */
  const implied = new Set(['']);
  for (const { path, isFolder } of entries) {
    const parents = implied.has(parentOf(path)) ? [] : parentPaths(path);
    implied.add(parentOf(path));
    for (const claim of [...parents.map(impliedClaim), { path, isFolder, isListed: true }]) {
      const key = collisionKey(claim.path);
      const known = claims.get(key);
      const rule = known ? clashOf(known, claim) : null;
      if (rule) return { path, rule };
      if (!known || claim.isListed) claims.set(key, claim);
    }
  }
  return null;
}
