import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readManifest } from '../../../../../src-main/deliveries/version/manifest.ts';
import type { DeliveryFormat } from '../../../../../src-shared/contract/delivery.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { createDeliveringApp, deliver } from '../../../../fakes/features/delivering-app.ts';
import { sampleDocument, sampleTimeline } from '../../../../fakes/sample-project.ts';

/** The test runs real threads on a possibly busy computer. */
vi.setConfig({ testTimeout: 30_000 });

/** Returns a box of ISO base media. */
function box(type: string, ...inside: readonly Buffer[]): Buffer {
  const body = Buffer.concat(inside);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + body.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

/** Returns the part of a movie that identifies its codec, with the index before or after the media. */
function movieOf(fourCc: string, isIndexFirst: boolean): Buffer {
  const entry = box(fourCc, Buffer.alloc(70));
  const descriptions = box('stsd', Buffer.alloc(4), Buffer.from([0, 0, 0, 1]), entry);
  const track = box(
    'trak',
    box('tkhd', Buffer.alloc(84)),
    box('mdia', box('minf', box('stbl', descriptions))),
  );
  const parts = [box('moov', box('mvhd', Buffer.alloc(100)), track), box('mdat', Buffer.alloc(100_000, 7))];
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isom')),
    ...(isIndexFirst ? parts : parts.reverse()),
  ]);
}

const webm = Buffer.concat([
  Buffer.from('1a45dfa3', 'hex'),
  Buffer.from('\0\0\0\0\0\0\0\x1fB\x82\x84webm', 'latin1'),
  Buffer.alloc(400),
  Buffer.from('\x86\x85V_VP9'),
  Buffer.alloc(4000, 3),
]);

/** Returns the sample with clips in place of its stills. */
function timelineWith(names: readonly string[]): Timeline {
  const timeline = sampleTimeline((fileName) => `media/${fileName}`);
  const media = timeline.media.map((one) => {
    const fileName = one.kind === 'still' ? names[Number(one.mediaId.at(-1))] : undefined;
    if (fileName === undefined) return one;
    return { ...one, kind: 'video' as const, durationFrames: 60, fileName, location: `media/${fileName}` };
  });
  return { ...timeline, media };
}

const names = ['01_presenter.webm', '02_clip.mp4', '03_clip.mp4'];
const documentNames = { FCPXML: 'fcpxml', PREMIERE_XML: 'xml', OTIO: 'otio' } as const;

async function deliverClips(format: keyof typeof documentNames & DeliveryFormat) {
  const { service, app, projectId } = await createDeliveringApp();
  service.changeBundle = (entries) => {
    for (const name of entries.keys()) if (/^Harbour_lights\..+(?:ml|otio)$/.test(name)) entries.delete(name);
    const document = sampleDocument(format, timelineWith(names));
    entries.set(`Harbour_lights.${documentNames[format]}`, Buffer.from(document));
    entries.set('media/01_presenter.webm', webm);
    entries.set('media/02_clip.mp4', movieOf('av01', false));
    entries.set('media/03_clip.mp4', movieOf('avc1', true));
  };
  return deliver(app, projectId, format);
}

test.for([
  [
    'FCPXML',
    [
      {
        editor: 'FINAL_CUT',
        files: ['01_presenter.webm', '02_clip.mp4'],
        forms: ['VP9 in WebM', 'AV1 in MP4'],
      },
    ],
  ],
  ['PREMIERE_XML', [{ editor: 'PREMIERE', files: ['01_presenter.webm'], forms: ['VP9 in WebM'] }]],
  ['OTIO', [{ editor: 'PREMIERE', files: ['01_presenter.webm'], forms: ['VP9 in WebM'] }]],
] as const)('a delivery as %s says which clips an editor of it cannot read', async ([format, unreadable]) => {
  const record = await deliverClips(format);
  expect(record).toMatchObject({ state: 'done', unreadable });
  expect((await readManifest(record.folderPath ?? ''))?.unreadable).toEqual(unreadable);
  const readme = await readFile(join(record.folderPath ?? '', 'README.txt'), 'utf8');
  expect(readme).toContain(`cannot read these files (${unreadable[0].forms.join(', ')})`);
  for (const file of unreadable[0].files) expect(readme).toContain(`  ${file}\n`);
  expect(readme).not.toContain('03_clip.mp4');
});

test('media that every editor reads are not mentioned', async () => {
  const { app, projectId } = await createDeliveringApp();
  const { folderPath, unreadable } = await deliver(app, projectId, 'FCPXML');
  expect(unreadable).toEqual([]);
  expect(await readFile(join(folderPath ?? '', 'README.txt'), 'utf8')).not.toContain('cannot read');
});
