import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isDisguised } from '../../../../../src-main/deliveries/media/disguised-file.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { movieStart, speechBytes, stillBytes } from '../../../../fakes/sample-project.ts';

const program = Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1');
const page = '<!DOCTYPE html>\n<html><script>alert(1)</script></html>';
const drawing = '<?xml version="1.0"?><!-- a harbour --><svg xmlns="http://www.w3.org/2000/svg"/>';
const pdf = '%PDF-1.7\n%\xe2\xe3\n';
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

async function check(name: string, bytes: string | Buffer): Promise<boolean> {
  const path = join(await makeFolder(), name);
  await writeFile(path, bytes);
  return isDisguised(path);
}

test.each([
  ['a program as a picture', 'still.png', program],
  ['a program of Linux as a movie', 'scene.mp4', Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1')],
  ['a program as captions', 'captions.srt', program],
  ['a page as a picture', 'still.jpg', page],
  ['a page as a sound', 'speech.wav', page],
  ['a page as a drawing', 'logo.svg', page],
  ['a page as a note', 'readme.txt', `\n  ${page}`],
  ['a page with a space before its mark as a note', 'readme.txt', '\ufeff<HTML >'],
  ['a shortcut as a sound', 'speech.mp3', Buffer.from('4c0000000114020000000000c0000000', 'hex')],
  ['a script as a transport stream', 'scene.ts', 'export const scene = 1;\n'],
  ['a script that begins like a movie as a transport stream', 'scene.mts', 'let free = 1;\n'],
  ['a program as Ogg', 'music.ogg', program],
  ['a drawing as AVIF', 'own.avif', drawing],
  ['a picture as MXF', 'scene.mxf', stillBytes],
  ['a starter as a movie', 'scene.mov', '[Desktop Entry]\nExec=sh -c evil\n'],
  ['an archive as a page', 'notes.pdf', Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1')],
  ['a program with a page behind it', 'notes.pdf', Buffer.concat([program, Buffer.from(pdf)])],
  ['a picture as a sound', 'speech.wav', stillBytes],
  ['a drawing as a picture', 'still.png', drawing],
  ['a movie as a timeline', 'other.fcpxml', movieStart],
])('%s is something else', async (_name, name, bytes) => {
  expect(await check(name, bytes)).toBe(true);
});

test.each([
  ['a picture', 'still.png', stillBytes],
  ['a picture under the name of another kind of picture', 'still.JPEG', stillBytes],
  ['a sound', 'speech.wav', speechBytes],
  ['a movie', 'scene.mov', movieStart],
  ['sound in the box of a movie', 'speech.m4a', movieStart],
  ['an AVIF', 'own.avif', latin('\0\0\0\x1cftypavif\0\0\0\0')],
  ['a HEIC', 'own.heic', latin('\0\0\0\x18ftypheic\0\0\0\0')],
  ['a BMP', 'own.bmp', latin('BM\x36\x10\0\0\0\0\0\0\x36')],
  ['a Matroska movie', 'scene.mkv', latin('\x1a\x45\xdf\xa3\x8bB\x82\x88matroska')],
  ['an AVI', 'scene.avi', latin('RIFF....AVI LIST')],
  ['an MPEG program stream', 'scene.mpg', latin('\0\0\x01\xba\x44\0')],
  ['a transport stream', 'scene.ts', latin(`G${'\0'.repeat(187)}`.repeat(3))],
  ['a clip of an AVCHD camcorder', 'scene.MTS', latin(`\0\0\0\0G${'\0'.repeat(187)}`.repeat(3))],
  ['an MXF', 'scene.mxf', latin('\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02')],
  ['an Ogg sound', 'music.ogg', latin(`OggS\0\x02${'\0'.repeat(22)}OpusHead`)],
  ['an Ogg movie', 'scene.ogv', latin(`OggS\0\x02${'\0'.repeat(22)}\x80theora`)],
  ['a Windows Media movie', 'scene.wmv', latin('\x30\x26\xb2\x75\x8e\x66\xcf\x11')],
  ['a Flash movie', 'scene.flv', latin('FLV\x01\x05')],
  ['a Core Audio sound', 'music.caf', latin('caff\0\x01\0\0')],
  ['a recording of a telephone', 'note.amr', '#!AMR\n'],
  ['an AC-3', 'music.ac3', latin('\x0b\x77\x1c\x50')],
  ['a drawing', 'logo.svg', drawing],
  ['a page to print', 'notes.pdf', pdf],
  ['a note', 'readme.txt', 'Écoute: <html> is only a word here.'],
  ['a note cut within a letter by what is read of it', 'readme.txt', `a${'é'.repeat(4000)}`],
  ['a timeline', 'other.fcpxml', '<?xml version="1.0"?><!DOCTYPE fcpxml><fcpxml version="1.13"/>'],
  ['an animation', 'lower-third.json', '{"layers":[]}'],
  ['nothing at all', 'still.png', ''],
])('%s is what its name says', async (_name, name, bytes) => {
  expect(await check(name, bytes)).toBe(false);
});
