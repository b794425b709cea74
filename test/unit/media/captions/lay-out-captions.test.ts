import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layOutCaptions } from '../../../../src-media/captions/lay-out-captions.ts';
import type { CaptionedScene } from '../../../../src-media/media-engine.ts';
import type { ProjectCaption } from '../../../../src-media/project-content.ts';
import { textColumns } from '../../../../src-shared/script/speakable.ts';
import { writtenWords } from '../../../../src-shared/script/written-words.ts';
import { cpuMsOf } from '../../../support/cpu-ms.ts';

const wide = { width: 1920, height: 1080 };
const upright = { width: 1080, height: 1920 };

/** Returns scenes with all words at the same pace and pauses around them. */
function spokenScenes(
  texts: readonly string[],
  languageCode: string,
  samplesPerLetter = 3_200,
): CaptionedScene[] {
  let startFrame = 0;
  return texts.map((text) => {
    let at = 14_400;
    const words = writtenWords(text, languageCode).map(({ start, end }) => {
      const startSample = at;
      at += (end - start + 1) * samplesPerLetter;
      return { startSample, endSample: at, textStart: start, textEnd: end };
    });
    const scene = { text, startFrame, durationFrames: Math.ceil((at + 16_000) / 1_600), words };
    startFrame += scene.durationFrames;
    return scene;
  });
}

function lay(texts: readonly string[], aspect = wide, languageCode = 'en'): string[] {
  return layOutCaptions(spokenScenes(texts, languageCode), { languageCode, aspect }).map((caption) =>
    caption.lines.join(' / '),
  );
}

const long =
  'He won the prize in 1973, together with Konrad Lorenz and Nikolaas Tinbergen, who had worked on the behaviour of geese, of fish and of gulls.';

describe('layOutCaptions', () => {
  test('breaks at the ends of sentences and clauses', () => {
    expect(
      lay([
        'Bees travel up to ten kilometres from their hive, and they always come back. How? They use the sun.',
      ]),
    ).toEqual([
      'Bees travel up to ten kilometres / from their hive,',
      'and they always come back. / How? They use the sun.',
    ]);
  });

  test('does not leave a title, a number or an article at the end of a caption', () => {
    const captions = lay([
      'Back home it tells the others. Dr. Karl von Frisch decoded this dance in the 3 years after the great war ended.',
    ]);
    for (const caption of captions) expect(caption).not.toMatch(/(?:Dr\.|\d|\bthe|\ba)$/u);
  });

  test.each([wide, upright])('breaks no name and no number, and leaves no word alone in a line', (aspect) => {
    const captions = lay(
      [
        'One hundred and twenty ships came to the north quay.',
        'Forty percent of the visitors arrive by ship from New York City, and most of them stay for one day.',
        'The boats come in at dusk, one after the other, and nobody counts them.',
        'The fish market opens at seven in the morning, and boats come in before that.',
        'In the summer of 1969 the crew of Apollo 11 came back to Cape Canaveral in Florida.',
        'The morning train leaves at six and arrives in the capital at noon tomorrow.',
      ],
      aspect,
    );
    const breaks = captions.join(' / ');
    expect(breaks).not.toMatch(/\b(?:hundred|and twenty|twenty|forty|seven|New|New York|Apollo|Cape) \/ /iu);
    expect(breaks).not.toMatch(/ \/ (?:and twenty|11|1969|York|City|Canaveral)\b/iu);
    for (const caption of captions.filter((text) => text.split(' ').length > 4))
      for (const line of caption.split(' / ')) expect(line, caption).toContain(' ');
  });

  test('lines are at most 42 columns on wide frames and 28 on upright ones', () => {
    const widest = (aspect: typeof wide): number =>
      Math.max(
        ...lay([long], aspect)
          .flatMap((caption) => caption.split(' / '))
          .map(textColumns),
      );
    expect(widest(wide)).toBeLessThanOrEqual(42);
    expect(widest(wide)).toBeGreaterThan(28);
    expect(widest(upright)).toBeLessThanOrEqual(28);
  });

  test('Japanese lines have at most 18 letters and do not begin with a particle', () => {
    const captions = lay(
      ['電車の中では、みんな静かに本を読んだり、スマートフォンを見たりしています。'],
      wide,
      'ja',
    );
    const lines = captions.flatMap((caption) => caption.split(' / '));
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(18);
    for (const line of lines) expect(line).not.toMatch(/^[のをはがに、。]/u);
    expect(lines.join('')).toBe('電車の中では、みんな静かに本を読んだり、スマートフォンを見たりしています。');
  });

  test('items of a list stand on lines of their own', () => {
    expect(lay(['Fresh beans\nClean water\nTime']).flatMap((caption) => caption.split(' / '))).toEqual([
      'Fresh beans',
      'Clean water',
      'Time',
    ]);
  });

  test('a caption begins with its first word and stays a little behind its last', () => {
    const [scene] = spokenScenes(['Bees dance.'], 'en');
    const [caption] = layOutCaptions(scene ? [scene] : [], { languageCode: 'en', aspect: wide });
    expect(caption?.startFrame).toBe(9);
    const lastWordEnd = Math.ceil((scene?.words.at(-1)?.endSample ?? 0) / 1_600);
    expect((caption?.startFrame ?? 0) + (caption?.durationFrames ?? 0)).toBeGreaterThanOrEqual(lastWordEnd);
  });

  test('a word too long for a line is still shown', () => {
    expect(lay(['Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen.'], upright, 'de')).toEqual([
      'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen.',
    ]);
  });

  test('a caption goes after seven seconds, even from a word that lasts longer', () => {
    const words = [{ startSample: 0, endSample: 480_000, textStart: 0, textEnd: 3 }];
    const scene = { text: 'Om.', startFrame: 0, durationFrames: 310, words };
    const [caption] = layOutCaptions([scene], { languageCode: 'en', aspect: wide });
    expect(caption?.durationFrames).toBe(210);
  });

  test.each(['w', ''])(
    'the captions of a recording of twenty thousand words %j in three seconds are laid out in a moment',
    (word) => {
      const texts = Array.from({ length: 20_000 }, (_, index) => (index % 2 === 0 ? 'w' : word));
      let textStart = 0;
      const words = texts.map((each, index) => {
        const startSample = index * 7;
        const endSample = (index + 1) * 7;
        const placed = { startSample, endSample, textStart, textEnd: textStart + each.length };
        textStart += each.length + 1;
        return placed;
      });
      const scene = { text: texts.join(' '), startFrame: 0, durationFrames: 90, words };
      const options = { languageCode: 'en', aspect: wide };
      expect(cpuMsOf(() => layOutCaptions([scene], options))).toBeLessThan(10_000);
    },
  );

  test('nothing overlaps, nothing is lost, nothing leaves its scene, whatever is said how fast', () => {
    const word = fc.constantFrom(
      'bee',
      'and',
      'the',
      'Honey,',
      'home.',
      '“What?”',
      '3.5',
      '東京で',
      '。',
      'مرحبا',
      '\n',
      'extraordinarily',
      '—',
      '🎉',
    );
    const text = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 40, max: 9_000 }),
        fc.boolean(),
        (texts, pace, isWide) => {
          const speakable = texts.filter((candidate) => /[\p{L}\p{N}]/u.test(candidate));
          const scenes = spokenScenes(speakable, 'en', pace);
          const captions = layOutCaptions(scenes, { languageCode: 'en', aspect: isWide ? wide : upright });
          expectOrdered(captions);
          for (const scene of scenes) expectWhole(scene, captions);
        },
      ),
      { numRuns: 150 },
    );
  });
});

function expectOrdered(captions: readonly ProjectCaption[]): void {
  captions.forEach((caption, index) => {
    const previous = captions[index - 1];
    expect(caption.startFrame).toBeGreaterThanOrEqual(
      (previous?.startFrame ?? 0) + (previous?.durationFrames ?? 0),
    );
    expect(caption.durationFrames).toBeGreaterThanOrEqual(1);
    expect(caption.durationFrames).toBeLessThanOrEqual(210);
    expect(caption.lines.length).toBeLessThanOrEqual(2);
    expect(caption.lines.every((line) => line.trim() === line && line !== '')).toBe(true);
  });
}

function expectWhole(scene: CaptionedScene, captions: readonly ProjectCaption[]): void {
  const end = scene.startFrame + scene.durationFrames;
  const own = captions.filter(
    (caption) => caption.startFrame >= scene.startFrame && caption.startFrame < end,
  );
  expect(own.every((caption) => caption.startFrame + caption.durationFrames <= end)).toBe(true);
  const bare = (text: string): string => text.replace(/\s/gu, '');
  expect(bare(own.flatMap((caption) => caption.lines).join(''))).toBe(bare(scene.text));
}
