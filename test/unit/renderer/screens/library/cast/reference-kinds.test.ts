import { expect, test } from 'vitest';
import { isReference } from '../../../../../../src-renderer/screens/library/cast/reference-kinds.ts';

test('pictures are references of everything, slides only of themes', () => {
  const files = [
    { name: 'still.PNG', type: '' },
    { name: 'photo', type: 'image/heic' },
    { name: 'deck.pptx', type: '' },
    { name: 'deck.pdf', type: 'application/pdf' },
    { name: 'clip.mp4', type: 'video/mp4' },
    { name: 'notes.txt', type: 'text/plain' },
  ];
  const taken = (entityType: 'PRODUCT' | 'SLIDESHOW_THEME') =>
    files.filter((file) => isReference(entityType, file)).map(({ name }) => name);
  expect(taken('PRODUCT')).toEqual(['still.PNG', 'photo']);
  expect(taken('SLIDESHOW_THEME')).toEqual(['still.PNG', 'photo', 'deck.pptx', 'deck.pdf']);
});
