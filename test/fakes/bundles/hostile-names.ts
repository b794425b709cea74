import { rawZip, type RawEntry, unicodePathExtra } from './raw-zip.ts';

interface HostileName {
  readonly name: string;
  readonly bytes: () => Buffer;
  readonly entry: string;
}

const document: RawEntry = { name: 'Cut.fcpxml', content: '<fcpxml version="1.13"/>' };

/** Returns an archive of a harmless document and one entry with this name. */
function named(name: string, entry = name, what = `named ${entry}`): HostileName {
  return { name: what, entry, bytes: () => rawZip([document, { name, content: 'x' }]) };
}

/** Returns an archive whose last entry name must be refused. */
function together(what: string, ...names: readonly [string, ...string[]]): HostileName {
  const entry = (names.at(-1) ?? '').replace(/\/$/, '');
  const entries = names.map((name) => ({ name, content: name.endsWith('/') ? '' : 'x' }));
  return { name: what, entry, bytes: () => rawZip(entries) };
}

/** Returns an archive of a harmless document and this entry. */
function entry(what: string, hostile: RawEntry, shown = hostile.name.toString()): HostileName {
  return { name: what, entry: shown, bytes: () => rawZip([document, hostile]) };
}

const longSegment = `${'a'.repeat(300)}.mov`;
const shortened = (path: string): string => `${path.slice(0, 60)}…${path.slice(-60)}`;
const longPath = `media/${'folder-of-clips/'.repeat(15)}a.mov`;
const deepPath = `${'d/'.repeat(16)}a.mov`;
const wideSegment = `media/${'語'.repeat(100)}.mov`;

/** Archives with refused names, by the rule they break. */
export const hostileNames = {
  'parent-path': [named('../evil.txt'), named('media/../../evil.txt'), named('media/..', 'media/..')],
  'dot-segment': [named('./evil.txt'), named('media/./a.mov')],
  'empty-segment': [named('media//a.mov'), entry('a folder with two slashes', { name: 'media//' })],
  'absolute-path': [named('/etc/evil.txt'), named('//server/share/evil.txt')],
  'drive-letter': [named('C:/evil.txt'), named('c:evil.txt')],
  backslash: [
    named('..\\evil.txt'),
    named('media\\a.mov'),
    named('\\\\server\\share\\evil.mov'),
    named('\\\\?\\C:\\evil.mov'),
  ],
  'stream-name': [named('media/a.mov:evil.txt'), named('media/a.mov::$DATA')],
  'forbidden-character': [
    named('media/a?.mov'),
    named('media/*.mov'),
    named('media/a|b.mov'),
    named('media/"a".mov'),
  ],
  'control-character': [
    named('media/a\u0000.mov', 'media/a\\u{0}.mov'),
    named('media/a\n.mov', 'media/a\\u{a}.mov'),
    named('media/a\u0085.mov', 'media/a\\u{85}.mov'),
    named('Icon\r', 'Icon\\u{d}'),
  ],
  'invisible-character': [
    named('media/gnp\u202evom.mov', 'media/gnp\\u{202e}vom.mov'),
    named('media/a\u200b.mov', 'media/a\\u{200b}.mov'),
    named('media/a\u2066b.mov', 'media/a\\u{2066}b.mov'),
    named('media/a\uf03ab.mov', 'media/a\\u{f03a}b.mov'),
    named('media/a\u2028b.mov', 'media/a\\u{2028}b.mov'),
    named('\ufeffa.mov', '\\u{feff}a.mov'),
  ],
  'reserved-name': [
    named('CON.mov'),
    named('media/nul'),
    named('media/com1.mp4'),
    named('media/COM¹.mp4'),
    named('lpt³.tar.xml'),
    named('CONIN$.txt'),
    named('conout$.txt'),
    named('CLOCK$.txt'),
    named('aux .txt'),
    named('prn/a.mov'),
  ],
  'trailing-dot-or-space': [
    named('media/a.mov.'),
    named('media/a.mov '),
    named('media./a.mov'),
    named('.. /a.mov'),
  ],
  'hidden-name': [named('.a.mov'), named('__MACOSX/._a.mov'), named('.ssh/id.txt')],
  'path-too-long': [
    named(longSegment, shortened(longSegment), 'a name of 304 characters'),
    named(longPath, shortened(longPath), 'a path of 251 characters'),
    named(wideSegment, wideSegment, 'a name of 304 bytes in 104 characters'),
  ],
  'too-deep': [named(deepPath, deepPath, '17 levels')],
  'empty-name': [named('', 'number 2', 'no name'), entry('only a slash', { name: '/' }, '/')],
  'undeclared-encoding': [
    entry(
      'bytes of a code page',
      { name: Buffer.from('media/Caf\u00e9.mov', 'latin1'), both: { flags: 0 } },
      'media/Café.mov',
    ),
  ],
  'invalid-encoding': [
    entry(
      'a slash hidden in overlong UTF-8',
      { name: Buffer.from('media/..\u00c0\u00afa.mov', 'latin1') },
      'media/..À¯a.mov',
    ),
  ],
  'second-name': [
    entry('another name in the directory', {
      name: 'media/a.mov',
      central: { extra: unicodePathExtra('media/a.mov', '../evil.txt') },
    }),
    entry('another name in the local header', {
      name: 'media/a.mov',
      local: { extra: unicodePathExtra('media/a.mov', '../evil.txt') },
    }),
    entry('a second name for a different first one', {
      name: 'media/a.mov',
      both: { extra: unicodePathExtra('other', 'media/a.mov') },
    }),
  ],
  'extension-not-allowed': [
    named('media/a.exe'),
    named('media/a.mov.lnk'),
    named('media/index.html'),
    named('media/run.sh'),
    named('media/noextension'),
    named('desktop.ini'),
    named('media.mov/a'),
  ],
  'duplicate-name': [
    together('the same file twice', 'media/a.mov', 'media/a.mov'),
    together('the same folder twice', 'media/', 'media/'),
  ],
  'colliding-name': [
    together('other capitals', 'media/A.mov', 'media/a.mov'),
    together('other capitals in a folder only implied', 'Media/a.mov', 'media/b.mov'),
    together('composed and decomposed', 'media/caf\u00e9.mov', 'media/cafe\u0301.mov'),
    together('sharp s', 'media/stra\u00dfe.mov', 'media/STRASSE.mov'),
    together('capital sharp s', 'media/stra\u1e9ee.mov', 'media/stra\u00dfe.mov'),
    together('Kelvin sign', 'media/\u212a.mov', 'media/k.mov'),
    together('final sigma', 'media/\u03c3.mov', 'media/\u03c2.mov'),
  ],
  'file-and-folder': [
    together('a file, then a folder of its name', 'media.mov', 'media.mov/a.mov'),
    together('a file in place of an implied folder', 'media.mov/a.mov', 'media.mov'),
  ],
} as const satisfies Record<string, readonly HostileName[]>;
