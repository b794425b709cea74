import { describe, expect, it } from 'vitest';
import { contrastOf, type Hex } from '../../../../src-media/pictures/color/color.ts';
import { oklabOfHex } from '../../../../src-media/pictures/color/oklab.ts';
import { chooseLook } from '../../../../src-media/pictures/look/choose-look.ts';
import { looks } from '../../../../src-media/pictures/look/look.ts';
import { tuneLookToPrompt } from '../../../../src-media/pictures/look/tune-look-to-prompt.ts';
import { tuneLook } from '../../../../src-media/pictures/look/tune-look.ts';
import { styles } from './picture-requests.ts';

describe('the look of a written style', () => {
  it('is the one its words name', () => {
    for (const [name, styleText] of Object.entries(styles))
      expect(chooseLook(styleText, 'seed').name, styleText).toBe(name);
  });

  it('is recognized in other languages too', () => {
    const named = (style: string) => chooseLook(style, 'seed').name;
    expect(named('acuarela suave')).toBe('watercolor');
    expect(named('Aquarell, zart')).toBe('watercolor');
    expect(named('水彩画風')).toBe('watercolor');
    expect(named('schwarz-weiß, geheimnisvoll')).toBe('noir');
    expect(named('dessin rétro')).toBe('retro');
    expect(named('ネオンの街')).toBe('neon');
    expect(named('documentario sulla natura')).toBe('nature');
    expect(named('lujo y oro')).toBe('luxury');
  });

  it('is the editorial one for no words at all', () => {
    expect(chooseLook('', 'a').name).toBe('editorial');
    expect(chooseLook(' … ', 'b').name).toBe('editorial');
  });

  it('is a steady choice for words that name none, and differs between projects', () => {
    const names = Array.from({ length: 30 }, (_, index) => chooseLook('zxqv', `project ${index}`).name);
    expect(chooseLook('zxqv', 'project 3').name).toBe(names[3]);
    expect(new Set(names).size).toBeGreaterThan(2);
  });
});

describe('the colours of a look', () => {
  const hueOf = (color: Hex) => {
    const { a, b } = oklabOfHex(color);
    return (Math.atan2(b, a) * 180) / Math.PI;
  };

  it('are those of the whole picture where a prompt speaks of it, and only stand out where they are of a thing', () => {
    const look = looks.editorial;
    const [own] = look.schemes;
    const [ofThing] = tuneLookToPrompt(look, 'A green boat in a harbour').schemes;
    expect({ ...ofThing, accent: own.accent }).toEqual(own);
    expect(hueOf(ofThing.accent)).toBeCloseTo(145, -1);
    const [whole] = tuneLookToPrompt(look, 'A harbour in green tones').schemes;
    expect(whole.near).not.toBe(own.near);
  });

  const tuned = (style: string) => tuneLook(chooseLook(style, 'seed'), style).schemes[0];

  it('are its own where none is named', () => {
    expect(tuneLook(looks.minimal, 'minimal and calm')).toEqual(looks.minimal);
  });

  it('are those that the style names, the second one for what stands out', () => {
    expect(hueOf(tuned('minimal, green').near)).toBeCloseTo(145, -1.3);
    expect(hueOf(tuned('minimal, verde').near)).toBeCloseTo(145, -1.3);
    const navyAndGold = tuned('papercut, navy and gold');
    expect(hueOf(navyAndGold.near)).toBeCloseTo(258 - 360, -1.5);
    expect(hueOf(navyAndGold.accent)).toBeCloseTo(92, -1.3);
  });

  it('keep to dark or light sheets where the style asks for them', () => {
    const lightness = (style: string) =>
      tuneLook(chooseLook(style, 'seed'), style).schemes.map((scheme) => oklabOfHex(scheme.ground).lightness);
    expect(Math.max(...lightness('dark corporate'))).toBeLessThan(0.6);
    expect(Math.min(...lightness('light corporate'))).toBeGreaterThan(0.6);
  });

  it('are black, white and grays where the style names nothing else, on the sheet that it draws on', () => {
    const sheets = (style: string) => {
      const look = tuneLook(chooseLook(style, 'seed'), style);
      const colors = look.schemes.flatMap((scheme) => Object.values(scheme) as Hex[]).map(oklabOfHex);
      const chroma = Math.max(...colors.map(({ a, b }) => Math.hypot(a, b)));
      const grounds = look.schemes.map(({ ground }) => oklabOfHex(ground).lightness);
      return { look: look.name, isGray: chroma < 0.01, isLight: Math.min(...grounds) > 0.6 };
    };
    const onPaper = { look: 'sketch', isGray: true, isLight: true };
    expect(sheets('black ink on white paper')).toEqual(onPaper);
    expect(sheets('schwarze Tusche auf weißem Papier')).toEqual(onPaper);
    expect(sheets('tinta negra sobre papel blanco')).toEqual(onPaper);
    expect(sheets('white pencil drawing on a black board')).toEqual({ ...onPaper, isLight: false });
    expect(sheets('black ink and navy on white paper').isGray).toBe(false);
  });

  it('stay readable in any colour', () => {
    for (const look of Object.values(looks)) {
      for (const color of ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink']) {
        for (const { ink, ground } of tuneLook(look, color).schemes)
          expect(contrastOf(ink, ground), `${look.name} ${color}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});

describe('every look', () => {
  it('writes its ink on its ground with a contrast of at least 5 to 1 in each of its schemes', () => {
    for (const look of Object.values(looks)) {
      for (const { ink, ground } of look.schemes)
        expect(contrastOf(ink, ground), `${look.name} ${ink} ${ground}`).toBeGreaterThanOrEqual(5);
    }
  });
});
