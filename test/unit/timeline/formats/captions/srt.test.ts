import fc from 'fast-check';
import SrtParser from 'srt-parser-2';
import { expect, test } from 'vitest';
import { readSrt, writeSrt } from '../../../../../src-timeline/formats/captions/srt.ts';
import { readFcpxml, writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { millisecondsOfFrames } from '../../../../../src-timeline/model/rational-time.ts';
import { TimelineParseError } from '../../../../../src-timeline/model/timeline-parse-error.ts';
import type { CaptionTrack } from '../../../../../src-timeline/model/timeline.ts';
import { awkwardTexts, caption, rates, richTimeline } from '../sample-timelines.ts';

function english(...captions: CaptionTrack['captions']): CaptionTrack {
  return { languageCode: 'en', captions };
}

test('a file has CRLF, numbers from one, no byte order mark, and an empty line after each cue', () => {
  const track = english(caption(0, 60, 'First line', 'second'), caption(90, 30, 'Next'));
  expect(writeSrt(track, rates[30])).toBe(
    '1\r\n00:00:00,000 --> 00:00:02,000\r\nFirst line\r\nsecond\r\n\r\n' +
      '2\r\n00:00:03,000 --> 00:00:04,000\r\nNext\r\n\r\n',
  );
  expect(writeSrt(english(), rates[30])).toBe('');
});

test('milliseconds come from the frames, not from the label, and are rounded up', () => {
  const hour = writeSrt(english(caption(107_892, 1, 'At one hour')), rates[29.97]);
  expect(hour).toContain('00:59:59,997 --> 01:00:00,030');
  expect(writeSrt(english(caption(1, 1, 'x')), rates[23.976])).toContain('00:00:00,042 --> 00:00:00,084');
  expect(writeSrt(english(caption(158, 1, 'x')), rates[30])).toContain('00:00:05,267 --> 00:00:05,300');
});

test.for(Object.entries(rates))(
  'at %s frames per second rounding a time down gives its frame, and so does rounding to the nearest',
  ([, rate]) => {
    const frame = fc.integer({ min: 0, max: 2_000_000 });
    const length = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(frame, length, (startFrame, durationFrames) => {
        const text = writeSrt(english(caption(startFrame, durationFrames, 'x')), rate);
        const frames = [...text.matchAll(/(\d+):(\d\d):(\d\d),(\d{3})/g)].map((parts) => {
          const [hours = 0, minutes = 0, seconds = 0, rest = 0] = parts.slice(1).map(Number);
          const milliseconds = ((hours * 60 + minutes) * 60 + seconds) * 1000 + rest;
          const exact = milliseconds * rate.numerator;
          const unit = 1000 * rate.denominator;
          return [Math.floor(exact / unit), Math.round(exact / unit)];
        });
        const end = startFrame + durationFrames;
        expect(frames).toEqual([
          [startFrame, startFrame],
          [end, end],
        ]);
      }),
    );
  },
);

test('FCPXML has the same captions, to the frame', () => {
  const track = english(
    caption(0, 30, 'a'),
    caption(30, 1, 'b'),
    caption(31, 10, 'c'),
    caption(41, 5, ' \u0007'),
    caption(50, 20, 'd'),
    caption(70, 20, 'e'),
  );
  const timeline = richTimeline(rates[29.97], { captionTracks: [track] });
  const [ofFcpxml] = readFcpxml(writeFcpxml(timeline, '1.13')).captionTracks;
  expect(ofFcpxml?.captions).toEqual(readSrt(writeSrt(track, rates[29.97]), rates[29.97], 'en').captions);
  expect(ofFcpxml?.captions.map(({ durationFrames }) => durationFrames)).toEqual([29, 1, 10, 19, 20]);
});

test('captions that touch are one frame apart, unless that frame is all there is', () => {
  const track = english(caption(0, 30, 'a'), caption(30, 1, 'b'), caption(31, 10, 'c'));
  expect(writeSrt(track, rates[30]).match(/\d\d:\d\d:\d\d,\d{3}/g)).toEqual([
    '00:00:00,000',
    '00:00:00,967',
    '00:00:01,000',
    '00:00:01,034',
    '00:00:01,034',
    '00:00:01,367',
  ]);
});

test('nothing in a text can break a cue open', () => {
  const track = english(
    caption(0, 10, 'a --> b', '', 'c\r\n\r\nd'),
    caption(20, 10, '\u0000\u0007'),
    caption(40, 10, '2'),
  );
  expect(writeSrt(track, rates[30])).toBe(
    '1\r\n00:00:00,000 --> 00:00:00,334\r\na → b\r\nc d\r\n\r\n2\r\n00:00:01,334 --> 00:00:01,667\r\n2\r\n\r\n',
  );
});

test('an independent parser reads the same texts and times', () => {
  const track = english(...awkwardTexts.map((text, index) => caption(index * 50, 40, text, 'second line')));
  const rate = rates[23.976];
  const read = new SrtParser().fromSrt(writeSrt(track, rate));
  expect(read.map(({ id }) => id)).toEqual(awkwardTexts.map((_, index) => String(index + 1)));
  read.forEach(({ startSeconds, endSeconds }, index) => {
    expect(Math.round(startSeconds * 1000)).toBe(millisecondsOfFrames(index * 50, rate));
    expect(Math.round(endSeconds * 1000)).toBe(millisecondsOfFrames(index * 50 + 40, rate));
  });
  expect(read[1]?.text).toBe(`${String(awkwardTexts[1])}\nsecond line`);
  expect(read[4]?.text).toBe(`${String(awkwardTexts[4])}\nsecond line`);
});

test('whatever is written comes back to the frame at every rate', () => {
  const cue = fc.record({
    hole: fc.integer({ min: 1, max: 5000 }),
    durationFrames: fc.integer({ min: 1, max: 500 }),
    text: fc.constantFrom(...awkwardTexts.slice(1, 5), 'plain'),
  });
  fc.assert(
    fc.property(fc.array(cue, { maxLength: 20 }), fc.constantFrom(...Object.values(rates)), (cues, rate) => {
      let cursor = 0;
      const captions = cues.map(({ hole, durationFrames, text }) => {
        const startFrame = cursor + hole;
        cursor = startFrame + durationFrames;
        return caption(startFrame, durationFrames, text);
      });
      expect(readSrt(writeSrt(english(...captions), rate), rate, 'en')).toEqual(english(...captions));
    }),
  );
});

test('files of other programs are read: marks, line ends, points, formatting, missing numbers', () => {
  const text =
    '\ufeff7\n0:00:01.5 --> 0:00:02.000 X1:40 X2:600\n<i>One</i> {\\an8}two\n\nstill the first\n\n' +
    '00:00:05,000 --> 00:00:04,999\n'.replace('04,999', '06,000') +
    '<font color="#fff">Three</font>\r\r9\r00:00:09,000 --> 00:00:10,000\r\r';
  expect(readSrt(text, rates[30], 'en')).toEqual(
    english(caption(45, 15, 'One two', 'still the first'), caption(150, 30, 'Three')),
  );
});

test('overlapping cues are put apart and cues at one moment joined', () => {
  const text =
    '1\n00:00:02,000 --> 00:00:04,000\nb\n\n2\n00:00:00,000 --> 00:00:03,000\na\n\n3\n00:00:02,000 --> 00:00:03,000\nc\n';
  expect(readSrt(text, rates[30], 'en')).toEqual(english(caption(0, 60, 'a'), caption(60, 60, 'b', 'c')));
});

test('a text without any times is refused', () => {
  expect(() => readSrt('just words', rates[30], 'en')).toThrow(
    new TimelineParseError('This text belongs to no caption.', 'line 1'),
  );
});
