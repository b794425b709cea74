import { expect, test } from 'vitest';
import { readAss, writeAss } from '../../../../../src-timeline/formats/captions/ass.ts';
import { writeVtt } from '../../../../../src-timeline/formats/captions/vtt.ts';
import { caption, rates } from '../sample-timelines.ts';

const frame = { width: 1920, height: 1080 };

test.for(Object.entries(rates))(
  'at %s frames a second captions of ASS begin and end on their frames',
  ([, rate]) => {
    const captions = Array.from({ length: 2000 }, (_, index) =>
      caption(index * 7 + (index % 5), 2, `No ${String(index)}`),
    );
    const track = { languageCode: 'en', captions };
    const document = writeAss(track, rate, frame);
    expect(readAss(document, rate, 'en')).toEqual(track);
    // A renderer shows a line from its time on, so no line may start a frame late or almost a frame early.
    const starts = [...document.matchAll(/^Dialogue: 0,(\d+):(\d\d):(\d\d)\.(\d\d)/gm)].map(
      ([, h, m, s, c]) => (Number(h) * 60 + Number(m)) * 6000 + Number(s) * 100 + Number(c),
    );
    for (const [index, { startFrame }] of captions.entries())
      expect((starts[index] ?? 0) / 100).toBeLessThan(
        (startFrame * rate.denominator) / rate.numerator + 0.002,
      );
  },
);

test('text of ASS keeps what looks like instructions, and loses control characters', () => {
  const track = {
    languageCode: 'en',
    captions: [caption(0, 5, '{\\b1}a, b\\Nc', 'two\u0007'), caption(5, 5, ' \u0000 '), caption(10, 5, 'x')],
  };
  const document = writeAss(track, rates[25], frame);
  expect(document).not.toMatch(/\{/);
  expect(readAss(document, rates[25], 'en').captions).toEqual([
    caption(0, 5, '{\\b1}a, b\\Nc', 'two'),
    caption(10, 5, 'x'),
  ]);
});

test('ASS of other programs is read: fields in another order, styles, comments, lines over each other', () => {
  const document = [
    '[Script Info]\r\nDialogue: no',
    '[Events]',
    'Format: Start, End, Text',
    'Comment: 0:00:00.00,0:00:01.00,not shown',
    'Dialogue: 0:00:01.00,0:00:03.00,{\\i1}late{\\i0}, yes\\hyes',
    'Dialogue: 0:00:00.000,0:00:02.000,early\\nbelow',
  ].join('\n');
  expect(readAss(document, rates[25], 'en').captions).toEqual([
    caption(0, 25, 'early', 'below'),
    caption(25, 50, 'late, yes yes'),
  ]);
});

test('VTT has escaped text, times that never fall before their frame, and no caption without text', () => {
  const captions = [
    caption(0, 30, 'A < B & C', 'two'),
    caption(30, 10, ' \u0001'),
    caption(41, 107_892, 'x'),
  ];
  expect(writeVtt({ languageCode: 'en', captions }, rates[29.97])).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.001\nA &lt; B &amp; C\ntwo\n\n00:00:01.369 --> 01:00:01.365\nx\n',
  );
});
