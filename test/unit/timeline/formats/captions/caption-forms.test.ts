import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readAss } from '../../../../../src-timeline/formats/captions/ass.ts';
import { readSrt } from '../../../../../src-timeline/formats/captions/srt.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';

const milliseconds = { numerator: 1000, denominator: 1 };

/** Reads captions as `start-end words`, with lines separated by bars and words without a place at the end. */
function read(text: string, reader = readSrt): readonly string[] {
  const { captions, unplaced = [] } = reader(text, milliseconds, 'en');
  const shown = captions.map(({ startFrame, durationFrames, lines }) => {
    const endFrame = startFrame + durationFrames;
    return `${String(startFrame)}-${String(endFrame)} ${lines.join('|')}`;
  });
  return [...shown, ...unplaced.map((words) => `? ${words}`)];
}

const reports = {
  'arrow-in-words.srt': ['1000-2500 Choose File --> Export.', '3000-4000 Done.'],
  'before-zero.srt': ['0-1500 The gulls circle.', '3000-4000 The boat leaves.'],
  'whole-seconds.srt': ['1000-2000 The gulls circle.', '3000-4000 The boat leaves.'],
};

test.for(Object.entries(reports))('%s is read', ([name, captions], context) => {
  const path = `reports/srt-forms/${name}`;
  skipFor(reasonWithoutOracle(path), context);
  expect(read(readFileSync(oraclePath(path), 'utf8'))).toEqual(captions);
});

describe('times of captions', () => {
  test.for([
    ['00:00:01,000 --> 00:00:02,500', '1000-2500'],
    ['00:00:01:000 --> 00:00:02:500', '1000-2500'],
    ['00:00:01.000 --> 00:00:02.500', '1000-2500'],
    ['00:00:01,0 --> 00:00:02,5', '1000-2500'],
    ['00:00:01,00 --> 00:00:02,50', '1000-2500'],
    ['00:00:01,0000 --> 00:00:02,500000', '1000-2500'],
    ['0:0:1 --> 0:0:2,5', '1000-2500'],
    ['00:01 --> 00:02.500', '1000-2500'],
    ['00:01,000 --> 00:00:02,500', '1000-2500'],
    ['00:00:01,000-->00:00:02,500', '1000-2500'],
    ['00:00:01,000 -> 00:00:02,500', '1000-2500'],
    ['00:00:01,000 -- > 00:00:02,500', '1000-2500'],
    ['00:00:01,000 –> 00:00:02,500', '1000-2500'],
    ['\t00: 00: 01, 000\t-->\t00: 00: 02, 500\t', '1000-2500'],
    ['00:00:01,000 --> 00:00:02,500 X1:040 X2:600 Y1:020 Y2:050', '1000-2500'],
    ['00:00:01,000 --> 00:00:02,500 line:0 position:20%,line-left', '1000-2500'],
    ['00:00:01,000 --> 00:00:02,500X1:040 X2:600', '1000-2500'],
    ['-00:00:01,000 --> 00:00:02,500', '0-2500'],
    ['00:00:-1,-500 --> 00:00:02,500', '0-2500'],
    ['100:00:01,000 --> 100:00:02,500', '360001000-360002500'],
    ['00:00:01,000 --> 00:00:01,000', '1000-1001'],
    ['00:00:02,000 --> 00:00:01,000', '2000-2001'],
  ])('%s is read', ([times, place]) => {
    expect(read(`1\n${times}\nBoats.\n`)).toEqual([`${place} Boats.`]);
    expect(read(`WEBVTT\n\n${times}\nBoats.\n`)).toEqual([`${place} Boats.`]);
  });

  test('Words after the times stay words', () => {
    expect(read('00:00:01,000 --> 00:00:02,000 Boats leave.\nNow.')).toEqual(['1000-2000 Boats leave.|Now.']);
  });

  test('An unreadable time leaves out its caption alone, and keeps its words', () => {
    const text =
      '1\n00:00:01,000 --> 00:00:02,000\nOne.\n\n2\n00:00:xx,000 --> 00:00:04,000\n<i>Two.</i>\nTwo and a half.\n\n' +
      '3\nsoon --> later\nThree.\n\n4\n00:00:07,000 --> 00:00:08,000\nFour.\n';
    expect(read(text)).toEqual(['1000-2000 One.', '7000-8000 Four.', '? Two. Two and a half.', '? Three.']);
  });

  test('An event of ASS without a time keeps its words, and the others are read', () => {
    const events = 'Dialogue: 0,soon,0:00:02.00,,,0,0,0,,One.\nDialogue: 0,-0:00:01.00,0:00:04,,,0,0,0,,Two.';
    expect(read(`[Events]\n${events}`, readAss)).toEqual(['0-4000 Two.', '? One.']);
  });
});

describe('captions in files', () => {
  test.for([
    ['carriage returns alone', '1\r00:01,0 --> 00:02,0\rOne.\r\r2\r00:03,0 --> 00:04,0\rTwo.\r'],
    ['no empty lines between', '1\n00:01,0 --> 00:02,0\nOne.\n2\n00:03,0 --> 00:04,0\nTwo.'],
    ['no numbers', '00:01,0 --> 00:02,0\nOne.\n\n00:03,0 --> 00:04,0\nTwo.'],
    ['numbers in any order', '7\n00:01,0 --> 00:02,0\nOne.\n\n3\n00:03,0 --> 00:04,0\nTwo.'],
    ['later ones first', '2\n00:03,0 --> 00:04,0\nTwo.\n\n1\n00:01,0 --> 00:02,0\nOne.'],
    ['a byte order mark', '\ufeff1\n00:01,0 --> 00:02,0\nOne.\n\n2\n00:03,0 --> 00:04,0\nTwo.'],
    [
      'an empty line after each line',
      '1\r\r\n00:01,0 --> 00:02,0\r\r\nOne.\r\r\n\r\r\n2\r\r\n00:03,0 --> 00:04,0\r\r\nTwo.\r\r\n',
    ],
    [
      'WebVTT',
      'WEBVTT - a\nKind: captions\n\nNOTE no\nwords\n\n00:01,0 --> 00:02,0\nOne.\n\nend\n00:03,0 --> 00:04,0\nTwo.',
    ],
    [
      'blocks of WebVTT',
      'WEBVTT\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\n\n00:01,0 --> 00:02,0\nOne.\n\nNOTE\n\n00:03,0 --> 00:04,0\nTwo.',
    ],
  ] as const)('with %s are read', ([, text]) => {
    expect(read(text)).toEqual(['1000-2000 One.', '3000-4000 Two.']);
  });

  test('keep empty lines, numbers and arrows among their words', () => {
    const text =
      '1\n00:00:01,000 --> 00:00:02,000\nOne.\n\n1999\n\nA --> B\n\n2\n00:00:03,000 --> 00:00:04,000\n42\n';
    expect(read(text)).toEqual(['1000-2000 One.|1999|A --> B', '3000-4000 42']);
  });

  test('lose their markup, and a < b stays', () => {
    const line =
      '{\\an8}<font color="#fff">A</font> <v Ann>B</v><br />1 < 2 > 0 &amp; <i>&lt;i&gt;</i> {sic} <b.x>C</b>';
    expect(read(`1\n00:01,0 --> 00:02,0\n${line}`)).toEqual(['1000-2000 A B|1 < 2 > 0 & <i> {sic} C']);
  });

  test('that overlap are put apart', () => {
    expect(read('00:01,0 --> 00:05,0\nOne.\n\n00:03,0 --> 00:04,0\nTwo.')).toEqual([
      '1000-3000 One.',
      '3000-4000 Two.',
    ]);
  });

  test('after words of none keep those words', () => {
    expect(read('Words by Ann\n\n1\n00:01,0 --> 00:02,0\nOne.')).toEqual([
      '1000-2000 One.',
      '? Words by Ann',
    ]);
  });
});
