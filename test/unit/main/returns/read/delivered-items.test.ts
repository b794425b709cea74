import { expect, test } from 'vitest';
import { cutOfDocuments } from '../../../../../src-main/deliveries/version/version-cut.ts';
import { documentKindOf } from '../../../../../src-main/projects/documents.ts';
import { writeEdl } from '../../../../../src-timeline/formats/edl/edl.ts';
import { writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { writeKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { writeOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import { writeShotcut } from '../../../../../src-timeline/formats/shotcut/shotcut.ts';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { openReturns, placeVersion } from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import {
  clip,
  itemWithoutMedia,
  rates,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../../../timeline/formats/sample-timelines.ts';

const pier = videoMedia('pier', 500);
const title = itemWithoutMedia({ kind: 'title', name: 'The end', words: 'The end', startFrame: 20 });

/** A cut with a title, as a service may deliver it. */
const delivered = timelineOf({
  name: 'Harbour',
  frameRate: rates[25],
  media: [pier],
  tracks: [videoTrack('Pictures', clip(pier, 100))],
  itemsWithoutMedia: [title],
});

const text = writeFcpxml(delivered, '1.13');

test('a title in the documents of a service is part of the delivered cut', () => {
  const kind = documentKindOf('a.fcpxml');
  if (!kind) throw new Error('FCPXML is no document.');
  expect(cutOfDocuments([{ name: 'a.fcpxml', kind, text }])?.itemsWithoutMedia).toMatchObject([
    { kind: 'title', words: 'The end', startFrame: 20, durationFrames: 75 },
  ]);
});

const writers: Readonly<Record<string, (cut: Timeline) => string>> = {
  fcpxml: (cut) => writeFcpxml(cut, '1.13'),
  xml: (cut) => writeXmeml(cut),
  otio: (cut) => writeOtio(cut, 'url'),
  edl: (cut) => writeEdl(cut, { fileName: 'cut.edl' }).text,
  mlt: (cut) => writeShotcut(cut, { notes: '' }),
  kdenlive: (cut) => writeKdenlive(cut, { fileName: 'cut.kdenlive', notes: '' }).text,
};

test.for(Object.entries(writers))(
  'a delivered title that comes back in .%s is no change',
  async ([end, write]) => {
    const version = await placeVersion(await makeFolder('items'), { cut: delivered });
    const { save, settle, all, repository } = await openReturns(undefined, version);
    await save(`Returns/cut.${end}`, write({ ...delivered, name: 'Again' }));
    await settle();
    const [found] = all();
    expect(found).toMatchObject({ state: 'described', error: null });
    const { edits } = repository.partsOf(found?.returnId ?? '');
    expect(edits.filter(({ kind }) => kind !== 'format-loss')).toEqual([]);
  },
);
