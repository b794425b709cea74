import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { readXmeml } from '../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { WantedSequence } from '../../../../src-timeline/model/choose-sequence.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../fakes/oracle-files.ts';
import { fcpxmlOf } from './fcpxml/fcpxml-documents.ts';
import { rates, timelineOf } from './sample-timelines.ts';

/** Starts at 01:00:00:00. */
const upright = timelineOf({ frameRate: rates[25], width: 1080, height: 1920, startFrame: 90_000 });

const wantedAs = (settings: Timeline): WantedSequence => ({ name: 'Harbour', fileNames: [], settings });

describe('Settings that a returned document does not state are those of the delivery', () => {
  test('in XML of Premiere without a timecode, as of reports/items-not-told', (context) => {
    const path = 'reports/items-not-told/title-over-picture.xml';
    skipFor(reasonWithoutOracle(path), context);
    const text = readFileSync(oraclePath(path), 'utf8');
    const stated = { width: 1920, height: 1080 };
    expect(readXmeml(text, wantedAs(upright))).toMatchObject({ ...stated, startFrame: 90_000 });
    expect(readXmeml(text)).toMatchObject({ ...stated, startFrame: 0, isDropFrame: false });
    const sizeless = text.replace(/<format>.*?<\/format>/, '');
    expect(readXmeml(sizeless, wantedAs(upright))).toMatchObject({ width: 1080, height: 1920 });
    expect(readXmeml(sizeless)).toMatchObject(stated);
  });

  test('in FCPXML without a size or a start', () => {
    const text = fcpxmlOf({ spine: '<asset-clip ref="film" duration="1s"/>' });
    const bare = text.replace(/ width="\d+" height="\d+"/g, '').replace(/ tc(?:Start|Format)="\w+"/g, '');
    const expected = { width: 1080, height: 1920, startFrame: 90_000 };
    expect(readFcpxml(bare, wantedAs(upright))).toMatchObject(expected);
    expect(readFcpxml(bare)).toMatchObject({ width: 1920, height: 1080, startFrame: 0 });
    expect(readFcpxml(text, wantedAs(upright))).toMatchObject({ width: 1920, height: 1080 });
  });

  test('with the start at the same timecode in another rate', (context) => {
    const path = 'reports/items-not-told/title-over-picture.xml';
    skipFor(reasonWithoutOracle(path), context);
    const text = readFileSync(oraclePath(path), 'utf8');
    const dropping = { ...upright, frameRate: rates[29.97], startFrame: 107_892, isDropFrame: true };
    expect(readXmeml(text, wantedAs(dropping))).toMatchObject({ startFrame: 90_000, isDropFrame: false });
  });
});
