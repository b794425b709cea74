import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readWebVtt } from '../../../../src-main/intake/read-web-vtt.ts';
import { findSideCar, readTranscript } from '../../../../src-main/intake/side-car.ts';
import { timedWordsOf } from '../../../../src-main/intake/timed-words.ts';
import { transcriptSchema } from '../../../../src-shared/api/common.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { createUploads } from '../transfers/upload/upload-fixture.ts';

const clip = Buffer.concat([Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0', 'latin1'), Buffer.alloc(1_000, 7)]);
const subRip = '1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>The harbour</i>\r\nwakes.\r\n';

async function makeClip(captions: Record<string, string>): Promise<string> {
  const folder = await makeFolder('side-car');
  const path = join(folder, 'Day 1.mp4');
  await writeFile(path, clip);
  for (const [name, text] of Object.entries(captions)) await writeFile(join(folder, name), text);
  return path;
}

describe('captions beside a movie', { timeout: 20_000 }, () => {
  test('go with it as its transcript', async () => {
    const third = (count: number): unknown => expect.closeTo(1 + count / 3, 6);
    const { send, service } = await createUploads();
    await send(await makeClip({ 'Day 1.srt': subRip }));
    expect(service.files.get('vg_file_1')?.created['transcript']).toEqual({
      languageCode: null,
      words: [
        { word: 'The', startSeconds: 1, endSeconds: third(1) },
        { word: 'harbour', startSeconds: third(1), endSeconds: third(2) },
        { word: 'wakes.', startSeconds: third(2), endSeconds: 2 },
      ],
    });
  });

  test('that cannot be read hold nothing up, and the log tells', async () => {
    const { send, service, log } = await createUploads();
    expect(await send(await makeClip({ 'Day 1.srt': 'no captions' }))).toMatchObject({ state: 'done' });
    expect(service.files.get('vg_file_1')?.created['transcript']).toBeUndefined();
    expect(log.lines.some(({ message }) => message.includes('Captions'))).toBe(true);
  });

  test('of a still or text are none of it', async () => {
    const { send, service } = await createUploads();
    const path = await makeClip({ 'Day 1.srt': subRip });
    await writeFile(path, 'A text.');
    await send(path);
    expect(service.files.get('vg_file_1')?.created).not.toHaveProperty('transcript');
  });

  test('are found by the same name, SubRip before WebVTT, and only as files', async () => {
    const path = await makeClip({ 'Day 1.VTT': 'WEBVTT', 'Day 10.srt': subRip, 'Day 1.mp4.srt': subRip });
    const beside = (name: string): string => join(path, '..', name);
    expect(await findSideCar(path)).toBe(beside('Day 1.VTT'));
    await mkdir(beside('Day 1.srt'));
    await symlink(beside('Day 10.srt'), beside('Day 1.SRT'));
    expect(await findSideCar(path)).toBe(beside('Day 1.VTT'));
    await truncate(beside('Day 1.VTT'), 0);
    expect(await findSideCar(path)).toBeNull();
  });

  test('in an old encoding are decoded', async () => {
    const path = join(await makeFolder(), 'a.srt');
    await writeFile(path, Buffer.from(subRip.replace('harbour', 'Gr\xfc\xdfe'), 'latin1'));
    expect((await readTranscript(path, []))?.words[1]?.word).toBe('Grüße');
    await writeFile(path, Buffer.from(subRip.replace('harbour', '\xc3\xe0\xe2\xe0\xed\xfc'), 'latin1'));
    expect((await readTranscript(path, ['ru-RU']))?.words[1]?.word).toBe('Гавань');
  });

  test('are the transcript of a recording only if they have words', async () => {
    const { materials, grants, log } = await createUploads();
    const add = async (captions: string): Promise<string | undefined> => {
      const path = join(await makeFolder(), 'Take 1.wav');
      await writeFile(path, 'RIFF....WAVEfmt ');
      await writeFile(join(path, '..', 'Take 1.srt'), captions);
      return (await materials.add(await grants.grantPath(path))).transcriptName;
    };
    expect(await add(subRip)).toBe('Take 1.srt');
    expect(await add('no captions')).toBeUndefined();
    expect(await add('1\n00:00:01,000 --> 00:00:02,000\n<i></i>\n')).toBeUndefined();
    expect(log.lines.some(({ message }) => message.includes('Captions'))).toBe(true);
  });

  test('lose only the broken ones among them', async () => {
    const cue = (times: string, ...lines: readonly string[]): string =>
      ['7', times, ...lines, '', ''].join('\n');
    const cues = [
      cue('00:00:01,000 --> 00:00:02,000', 'Boats'),
      cue('00:00:04,000 --> 00:00:03,000', 'ends before it begins'),
      cue('-00:00:05,000 --> 00:00:05,500', 'negative'),
      cue('soon --> later', 'no times'),
      cue('00:00:06,000 --> 00:00:07,000', 'leave', 'A --> B'),
    ];
    const read = async (text: string): Promise<string[] | undefined> => {
      const path = join(await makeFolder(), 'a.srt');
      await writeFile(path, text);
      return (await readTranscript(path, []))?.words.map(({ word }) => word);
    };
    const words = ['negative', 'Boats', 'ends', 'before', 'it', 'begins', 'leave', 'A', '-->', 'B'];
    expect(await read(cues.join(''))).toEqual(words);
    expect(await read(`Subtitles of a film\n\n${cues.join('')}`)).toEqual(words);
  });

  test('without words are none', async () => {
    const path = join(await makeFolder(), 'a.vtt');
    await writeFile(path, 'WEBVTT\n\n00:01.000 --> 00:02.000\n<i></i>\n');
    expect(await readTranscript(path, [])).toBeNull();
  });
});

describe('WebVTT', () => {
  test('is read without notes, styles, settings and tags', () => {
    const text = [
      '\ufeffWEBVTT - made by hand',
      'X-TIMESTAMP-MAP=LOCAL:00:00:00.000',
      '',
      'STYLE',
      '::cue { color: red }',
      '',
      'NOTE not shown',
      '',
      'intro',
      '00:01.000 --> 00:02.500 align:start position:10%',
      '<v Ann>Boats <00:00:01.500><c.loud>leave</c> &amp; &lt;come&gt;',
      '<i>back</i>&lrm;.',
      '01:00:00.000 --> 01:00:01.000',
      'Later.',
      '',
      '00:05.000 --> 00:04.000',
      'Ends before it begins.',
      '',
      '00:0x.000 --> 00:06.000',
      'Broken times.',
    ].join('\r\n');
    expect(readWebVtt(text)).toEqual([
      { startFrame: 1_000, durationFrames: 500, lines: ['Boats'] },
      { startFrame: 1_500, durationFrames: 1_000, lines: ['leave & <come>', 'back.'] },
      { startFrame: 5_000, durationFrames: 1, lines: ['Ends before it begins.'] },
      { startFrame: 3_600_000, durationFrames: 1_000, lines: ['Later.'] },
    ]);
  });

  test('may refer to a character by its number or its name in HTML', () => {
    const words = (text: string) => readWebVtt(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`)?.[0]?.lines;
    expect(words('Don&#39;t say &quot;no&quot;, &apos;x&apos; or caf&eacute;&#x2014;&#X1f30a;')).toEqual([
      "Don't say \"no\", 'x' or café—🌊",
    ]);
    expect(words('&amp;lt; &unknown; &#; &#1114112; R&D&lrm;&#8206;')).toEqual([
      '&lt; &unknown; &#; \ufffd R&D',
    ]);
  });

  test('may have commas in its times and hours of one digit', () => {
    expect(readWebVtt('WEBVTT\n\n0:00:01,000 --> 1:00:02,500\nHello.')).toEqual([
      { startFrame: 1_000, durationFrames: 3_601_500, lines: ['Hello.'] },
    ]);
  });

  test('may part its cues by lines of spaces', () => {
    const text =
      'WEBVTT\n\n1\n00:01.000 --> 00:02.000\nHello.\n \n2\n00:03.000 --> 00:04.000\nGulls.\n \nNOTE a';
    expect(readWebVtt(text)?.map(({ lines }) => lines)).toEqual([['Hello.'], ['Gulls.']]);
  });

  test('whose lines roll up gives each word once, at its own time', () => {
    const place = 'align:start position:0%';
    const text = [
      'WEBVTT',
      'Kind: captions',
      'Language: en',
      '',
      `00:00:01.000 --> 00:00:02.990 ${place}`,
      ' ',
      'the<00:00:01.400><c> harbour</c><00:00:02.000><c> wakes</c>',
      '',
      `00:00:02.990 --> 00:00:03.000 ${place}`,
      'the harbour wakes',
      ' ',
      '',
      `00:00:03.000 --> 00:00:04.490 ${place}`,
      'the harbour wakes',
      'boats<00:00:03.500><c> leave</c>',
      '',
      `00:00:04.490 --> 00:00:04.500 ${place}`,
      'boats leave',
      ' ',
      '',
      `00:00:04.500 --> 00:00:05.990 ${place}`,
      'boats leave',
      '[Music]',
      '',
      `00:00:05.990 --> 00:00:06.000 ${place}`,
      '[Music]',
      ' ',
      '',
      `00:00:09.000 --> 00:00:10.000 ${place}`,
      '[Music]',
      '',
    ].join('\n');
    const words = timedWordsOf(readWebVtt(text) ?? []);
    expect(words.map(({ word, startSeconds, endSeconds }) => [word, startSeconds, endSeconds])).toEqual([
      ['the', 1, 1.4],
      ['harbour', 1.4, 2],
      ['wakes', 2, 2.99],
      ['boats', 3, 3.5],
      ['leave', 3.5, 4.49],
      ['[Music]', 4.5, 5.99],
      ['[Music]', 9, 10],
    ]);
  });

  test('without times between its words keeps what is said twice', () => {
    const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nRow, row.\n\n00:02.000 --> 00:03.000\nRow, row.\n';
    expect(readWebVtt(text)).toHaveLength(2);
  });

  test('ignores times between words that lie outside of the cue or go backwards', () => {
    const text = 'WEBVTT\n\n00:01.000 --> 00:03.000\na <00:02.000>b <00:01.500>c <00:05.000>d';
    expect(readWebVtt(text)?.map(({ startFrame, lines }) => [startFrame, ...lines])).toEqual([
      [1_000, 'a'],
      [2_000, 'b c d'],
    ]);
  });

  test('begins with its name', () => {
    expect(readWebVtt('00:01.000 --> 00:02.000\nNo.')).toBeNull();
    expect(readWebVtt('WEBVTTX\n\n00:01.000 --> 00:02.000\nNo.')).toBeNull();
  });

  test('of great length is read in no time', () => {
    const cues = Array.from({ length: 20_000 }, (_, index) => {
      const at = new Date(index * 1_000).toISOString().slice(11, 23);
      return `${at} --> ${at.slice(0, 9)}999\nLine.\n`;
    });
    const started = performance.now();
    expect(readWebVtt(`WEBVTT\n\n${cues.join('\n')}`)).toHaveLength(20_000);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('timed words', () => {
  test('of a script without spaces are words all the same, with their signs', () => {
    const caption = { startFrame: 0, durationFrames: 1_000, lines: ['港が目を覚ます。'] };
    const words = timedWordsOf([caption]).map(({ word }) => word);
    expect(words.length).toBeGreaterThan(2);
    expect(words.join('')).toBe('港が目を覚ます。');
    expect(words.at(-1)).toMatch(/.。$/);
  });

  test('are what the service takes, whatever the captions say', () => {
    const cue = fc.record({
      start: fc.integer({ min: 0, max: 100_000 }),
      length: fc.integer({ min: 1, max: 5_000 }),
      text: fc.string({ minLength: 1, unit: 'grapheme' }),
    });
    const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 23);
    fc.assert(
      fc.property(fc.array(cue, { minLength: 1, maxLength: 20 }), (cues) => {
        const text = cues.map(
          (each) => `${clock(each.start)} --> ${clock(each.start + each.length)}\n${each.text}\n`,
        );
        const words = timedWordsOf(readWebVtt(`WEBVTT\n\n${text.join('\n')}`) ?? []);
        if (words.length > 0) expect(transcriptSchema.safeParse({ words }).error).toBeUndefined();
      }),
    );
  });
});
