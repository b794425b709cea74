import { AppError } from '../../../src-shared/app-error.ts';

/** Reasons to refuse a bundle that asks for something it may not have, by rule. */
const unsafe = {
  'absolute-path': 'Its path starts at the root of a drive instead of inside the bundle.',
  'drive-letter': 'Its path names a drive.',
  'parent-path': 'Its path contains ".." and would leave the destination folder.',
  'dot-segment': 'Its path contains ".", which stands for another folder.',
  'empty-segment': 'Its path has an empty part, as in "a//b".',
  backslash: 'Its name contains a backslash, which some systems take for a folder separator.',
  'stream-name': 'Its name contains a colon, which Windows takes for a hidden stream.',
  'forbidden-character': 'Its name contains a character Windows cannot store: < > " | ? or *.',
  'control-character': 'Its name contains a control character.',
  'invisible-character': 'Its name contains an invisible or direction-changing character.',
  'reserved-name': 'Its name is reserved for a device on Windows.',
  'trailing-dot-or-space': 'A part of its path ends in a dot or a space, which Windows drops.',
  'hidden-name': 'Its name starts with a dot, which hides the file.',
  'path-too-long': 'Its path is too long for every system to store.',
  'too-deep': 'It lies in too many folders.',
  'empty-name': 'It has no name.',
  'undeclared-encoding': 'Its name is not plain ASCII and does not say how it is encoded.',
  'invalid-encoding': 'Its name is not valid UTF-8 although it claims to be.',
  'second-name': 'It carries a second name that differs from the first.',
  'extension-not-allowed': 'Files of this kind do not belong in a bundle of timelines and media.',
  'duplicate-name': 'The bundle contains this name twice.',
  'colliding-name':
    'Its name differs from another only by capitals or accents, so one would replace the other.',
  'file-and-folder': 'The same name is used for a file and for a folder.',
  'symbolic-link': 'It is a link, which could point anywhere on this computer.',
  'special-file': 'It is a device, a pipe or another special file.',
  'special-permission': 'It asks to run with the rights of another user.',
  'kind-mismatch': 'It is marked as a folder but named like a file, or the other way round.',
  'folder-with-content': 'It is a folder but carries data.',
  encrypted: 'It is encrypted. Ask for a bundle without a password.',
  'unsupported-method': 'It is compressed in a way other than Deflate.',
  'patched-data': 'It holds patch data instead of a file.',
  'inflation-ratio': 'It would unpack to far more than its packed size.',
  'too-many-entries': 'It holds more files and folders than a bundle may have.',
  'directory-too-large': 'Its list of files is larger than a bundle may have.',
  'total-too-large': 'Unpacked, it is larger than a bundle may be.',
  overlap: 'Its data overlaps the data of another file.',
  'hidden-data': 'There are bytes before or after it that belong to no file of the bundle.',
  'multi-disk': 'It is one part of an archive split over several files.',
} as const;

/** Reasons to refuse a bundle whose bytes contradict each other, by rule. */
const corrupt = {
  'not-a-zip': 'It is not a zip file, or its end is missing.',
  'bad-end-record': 'The record at its end contradicts the rest of the file.',
  'no-entries': 'It holds no files.',
  'bad-directory': 'Its list of files cannot be read.',
  'bad-zip64': 'Its large-file record contradicts its list of files.',
  'bad-number': 'It declares a size or position no file can have.',
  'stored-size-mismatch': 'It is not compressed, yet its packed and unpacked sizes differ.',
  'local-header-unreadable': 'Its own header is missing, damaged or lies outside the file.',
  'local-name-mismatch': 'Its own header gives another name than the list of files.',
  'local-method-mismatch': 'Its own header gives another compression than the list of files.',
  'local-flags-mismatch': 'Its own header gives other flags than the list of files.',
  'local-checksum-mismatch': 'Its own header gives another checksum than the list of files.',
  'local-size-mismatch': 'Its own header gives another size than the list of files.',
  'descriptor-mismatch': 'The record after its data contradicts the list of files.',
  'checksum-mismatch': 'Its content does not match its checksum.',
  'size-mismatch': 'Its content is not as long as declared.',
  'bad-compressed-data': 'Its compressed data is damaged.',
  truncated: 'The file ends in the middle of its data.',
} as const;

/** The rule that a refused bundle broke, passed on as `details.rule`. */
export type BundleRule = keyof typeof unsafe | keyof typeof corrupt;

/** A broken rule and, where it helps, the fact that broke it. */
export interface Violation {
  readonly rule: BundleRule;
  /** Appended to the reason, such as "99 folders, at most 16". Contains no text from the bundle. */
  readonly fact?: string;
}

/**
 * Creates the error that refuses a whole bundle: `bundle_unsafe` when it asks for something it may not have,
 * `bundle_corrupt` when its bytes contradict each other. `details` holds `entry` (safe to display), `rule` and
 * `reason`.
 * @param entryName name of the offending entry, or of the bundle when all of it is at fault.
 */
export function bundleRefusal(entryName: string, violation: Violation, cause?: unknown): AppError {
  const { rule, fact } = violation;
  const isCorrupt = rule in corrupt;
  const words = isCorrupt ? corrupt[rule as keyof typeof corrupt] : unsafe[rule as keyof typeof unsafe];
  const action = isCorrupt ? 'Fetch the bundle again.' : 'Nothing of the bundle was kept.';
  const sentence = fact === undefined ? words : `${words.slice(0, -1)} (${fact}).`;
  const reason = `${sentence} ${action}`;
  const entry = printableName(entryName);
  return new AppError(isCorrupt ? 'bundle_corrupt' : 'bundle_unsafe', `Bundle entry "${entry}": ${reason}`, {
    details: { entry, rule, reason },
    cause,
  });
}

const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;
const maxShownLength = 120;

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * Makes a hostile name safe to display: it cannot hide, reorder or break the text around it. Long names are shortened
 * in the middle, so that the start of the path and the extension stay readable.
 */
export function printableName(name: string): string {
  const escaped = name.slice(0, 2_000).replace(unprintable, escapeCharacter);
  const characters = [...escaped];
  if (characters.length <= maxShownLength) return escaped;
  const half = maxShownLength / 2;
  return `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`;
}
