import { expect, test } from 'vitest';
import { readNotes } from '../../../../../src-renderer/state/cuts/read-notes.ts';
import { writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { writeOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import { sampleTimeline } from '../../../../fakes/sample-project.ts';

const cut = sampleTimeline((fileName) => `media/${fileName}`);
const reviewed = { ...cut, markers: [{ frame: 70, name: 'Too dark', note: '', kind: 'to-do' as const }] };

const read = (name: string, text: string) => readNotes(new File([text], name), cut);

test('the markers of a reviewed document become notes, whatever program wrote it', async () => {
  const documents = [
    ['a.fcpxml', writeFcpxml(reviewed, '1.13')],
    ['a.xml', writeXmeml(reviewed)],
    ['a.OTIO', writeOtio(reviewed, 'url')],
  ] as const;
  for (const [name, text] of documents)
    expect([name, await read(name, text)]).toMatchObject([name, [{ frame: 70, text: 'Too dark' }]]);
});

test('comments of a table and a list of markers become notes', async () => {
  expect(await read('a.csv', 'Timecode,Comment\n00:00:01:00,Louder\n')).toMatchObject([
    { frame: 30, text: 'Louder' },
  ]);
  const list =
    'TITLE: a\nFCM: NON-DROP FRAME\n\n001  001      V     C        00:00:02:00 00:00:02:01 00:00:02:00 00:00:02:01\nShorter |C:ResolveColorBlue |M:Marker 1 |D:1\n';
  expect(await read('a.edl', list)).toMatchObject([{ frame: 60, text: 'Shorter' }]);
});

test('a file without notes that can be read is refused by its name', async () => {
  await expect(read('a.csv', 'Name,Age\nAnna,4\n')).rejects.toThrow('a.csv');
  await expect(read('a.fcpxml', 'not XML')).rejects.toThrow('a.fcpxml');
});

test('a file that is far too large for notes is refused before it is read', async () => {
  const file = new File([new Uint8Array(33 * 1024 * 1024)], 'movie.csv');
  await expect(readNotes(file, cut)).rejects.toMatchObject({
    code: 'file_unreadable',
    details: { displayName: 'movie.csv', reason: 'too_large' },
  });
});
