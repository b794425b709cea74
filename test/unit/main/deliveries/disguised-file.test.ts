import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isDisguised } from '../../../../src-main/deliveries/disguised-file.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { movieStart, speechBytes, stillBytes } from '../../../fakes/sample-project.ts';

const program = Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1');
const page = '<!DOCTYPE html>\n<html><script>alert(1)</script></html>';
const drawing = '<?xml version="1.0"?><!-- a harbour --><svg xmlns="http://www.w3.org/2000/svg"/>';
const pdf = '%PDF-1.7\n%\xe2\xe3\n';

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
