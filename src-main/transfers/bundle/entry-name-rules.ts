import { maxNameBytes } from '../../foundation/files/make-folders.ts';
import { mediaExtensions } from '../../intake/file-signatures.ts';
import type { BundleLimits } from './bundle-limits.ts';
import type { BundleRule, Violation } from './bundle-refusal.ts';

const allowedExtensions = new Set([
  ...'.fcpxml .xml .otio .srt .vtt .txt .json .svg .pdf'.split(' '),
  ...mediaExtensions.pictures,
  ...mediaExtensions.moviesAndSounds,
]);

/**
 * Names that Windows reserves for devices in every folder, whatever follows the first dot. Superscript digits count as
 * digits there (Microsoft, "Naming Files, Paths, and Namespaces").
 */
const deviceName = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?: *\..*| *)$/iu;

/**
 * Format characters, private use, line separators and non-characters, except for the joiners that some scripts need.
 */
const invisible =
  /[\p{Bidi_Control}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}]|(?![\u200c\u200d])\p{Cf}/u;

/** Ordered: a name that breaks several rules is refused for the most informative one. */
const characterRules: readonly (readonly [BundleRule, RegExp])[] = [
  ['control-character', /\p{Cc}/u],
  ['invisible-character', invisible],
  ['backslash', /\\/],
  ['absolute-path', /^\//],
  ['drive-letter', /^[a-z]:/i],
  ['stream-name', /:/],
  ['forbidden-character', /[<>"|?*]/],
];

function segmentRule(segment: string): BundleRule | null {
  if (segment === '') return 'empty-segment';
  if (segment === '..') return 'parent-path';
  if (segment === '.') return 'dot-segment';
  if (/[. ]$/.test(segment)) return 'trailing-dot-or-space';
  if (deviceName.test(segment)) return 'reserved-name';
  if (segment.startsWith('.')) return 'hidden-name';
  return Buffer.byteLength(segment) > maxNameBytes ? 'path-too-long' : null;
}

function lengthViolation(path: string, depth: number, limits: BundleLimits): Violation | null {
  if (path.length > limits.maxPathLength)
    return {
      rule: 'path-too-long',
      fact: `${String(path.length)} characters, at most ${String(limits.maxPathLength)}`,
    };
  if (depth > limits.maxDepth)
    return { rule: 'too-deep', fact: `${String(depth)} levels, at most ${String(limits.maxDepth)}` };
  return null;
}

/**
 * Checks that a path from a bundle can be created inside a folder with the same result on every supported system,
 * regardless of the current one. Returns null if it can.
 * @param path without the trailing slash of a folder.
 */
export function findPathViolation(path: string, limits: BundleLimits): Violation | null {
  if (path === '') return { rule: 'empty-name' };
  const broken = characterRules.find(([, pattern]) => pattern.test(path));
  if (broken) return { rule: broken[0] };
  const segments = path.split('/');
  for (const segment of segments) {
    const rule = segmentRule(segment);
    if (rule) return { rule };
  }
  return lengthViolation(path, segments.length, limits);
}

/** Returns the extension of the file in a path, lower-case with its dot; empty when there is none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot).toLowerCase();
}

/** Accepts the kinds of file that belong in a bundle: timelines, captions, notes and media. */
export function findExtensionViolation(path: string): Violation | null {
  return allowedExtensions.has(extensionOf(path)) ? null : { rule: 'extension-not-allowed' };
}
