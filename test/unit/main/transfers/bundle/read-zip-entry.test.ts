import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readZipEntry } from '../../../../../src-main/transfers/bundle/read-zip-entry.ts';
import { rawZip, type RawEntry } from '../../../../fakes/bundles/raw-zip.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

const document = '{"OTIO_SCHEMA": "Timeline.1"}';

async function zipOf(...entries: RawEntry[]): Promise<string> {
  const path = join(await makeFolder('zip'), 'cut.otioz');
  await writeFile(path, rawZip(entries));
  return path;
}

const read = async (path: string, maxBytes = 1000): Promise<string> =>
  (await readZipEntry(path, 'content.otio', { limitBytes: maxBytes })).toString('utf8');

test.for([false, true])(
  'A file is read whatever the others in the zip file are called (deflated: %s)',
  async (deflate) => {
    const others = [
      { name: 'media/what? #1.braw', content: 'x' },
      { name: '../up', content: 'y' },
    ];
    const path = await zipOf(...others, { name: 'content.otio', content: document, deflate });
    expect(await read(path)).toBe(document);
  },
);

test.for([
  ['without the file', [{ name: 'other.otio', content: document }], /has no “content.otio”/],
  ['with a larger file', [{ name: 'content.otio', content: 'x'.repeat(2000), deflate: true }], /too large/],
  [
    'with a file that unpacks to more than it declares',
    [{ name: 'content.otio', content: 'x'.repeat(5000), deflate: true, both: { size: 10 } }],
    /content.otio|larger/,
  ],
  [
    'with a damaged file',
    [{ name: 'content.otio', content: document, both: { crc: 1 } }],
    /“content.otio” is damaged/,
  ],
  [
    'with an encrypted file',
    // An encrypted entry is 12 bytes longer than its content (APPNOTE 6.1).
    [{ name: 'content.otio', content: document, both: { flags: 1, size: document.length - 12 } }],
    /unknown way/,
  ],
] as const)('A zip file %s is refused', async ([, entries, reason]) => {
  const path = await zipOf(...entries);
  await expect(read(path)).rejects.toMatchObject({ code: 'document_unreadable' });
  if (!String(reason).includes('larger')) await expect(read(path)).rejects.toThrow(reason);
});

test('A file that is no zip file is refused', async () => {
  const path = join(await makeFolder('zip'), 'cut.otioz');
  await writeFile(path, document);
  await expect(read(path)).rejects.toMatchObject({ code: 'document_unreadable' });
});
