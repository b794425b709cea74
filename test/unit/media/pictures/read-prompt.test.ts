import { describe, expect, it } from 'vitest';
import { promptWords, readPrompt } from '../../../../src-media/pictures/prompt/read-prompt.ts';

function glyphs(prompt: string): string[] | null {
  return readPrompt(prompt)?.things.map(({ glyph }) => glyph) ?? null;
}

describe('the picture of a prompt', () => {
  it('is about what the words are about, before their place and light', () => {
    const scene = readPrompt('A cup of coffee on a wooden table by a window, morning light');
    expect(scene?.things[0]?.glyph).toBe('hot-beverage');
    expect(scene?.place?.wall).toBeDefined();
    expect(scene?.light).toBe('morning');
    expect(glyphs('Children building a sandcastle at the beach')).toEqual(['girl', 'boy', 'castle']);
    expect(glyphs('A red sailing boat on the sea, flat illustration')).toEqual(['sailboat']);
    expect(readPrompt('A slow drift over misty mountains at dawn')?.place?.horizon).toBe(0.6);
    expect(glyphs('Office workers at a long table with laptops')).toEqual(['man-office-worker', 'laptop']);
  });

  it('has as many things, in the colour, that the words say', () => {
    expect(readPrompt('Two cats on a sofa')?.things[0]).toMatchObject({ glyph: 'cat', count: 2 });
    expect(readPrompt('A red bicycle at a brick wall')?.things[0]?.hueDegrees).toBe(27);
    expect(readPrompt('A bicycle')?.things[0]?.hueDegrees).toBeNull();
  });

  it('has the weather outdoors only', () => {
    expect(readPrompt('A city street in the rain')?.weather).toBe('rain');
    expect(readPrompt('A cat watches the rain from a window')?.weather).toBeNull();
  });

  it('is a place alone where the words name nothing else', () => {
    expect(readPrompt('mountains at night')).toMatchObject({ things: [], light: 'night' });
    expect(readPrompt('Ein Strand')?.place?.isWater).toBe(false);
  });

  it('shows the words of a sign', () => {
    expect(readPrompt('A shop sign that says "OPEN"')?.sign).toBe('OPEN');
    expect(readPrompt('A dog with a "great" ball at the beach')?.sign).toBeNull();
  });

  it('is none where its subject cannot be drawn, though its place can', () => {
    expect(readPrompt('A juggler on a bridge by the sea')).toBeNull();
    expect(readPrompt('The captain looks at a map on a wooden table')).toBeNull();
    expect(readPrompt('Freedom')).toBeNull();
    expect(readPrompt('A scarecrow over fields')).toBeNull();
    expect(promptWords('A photo of a lighthouse on a cliff')).toBe('a lighthouse on a cliff');
  });
});
