import { describe, expect, it } from 'vitest';
import { composePicture } from '../../../../src-media/pictures/compose-picture.ts';
import { drawPicture } from '../../../../src-media/pictures/draw-picture.ts';
import { pictureRequest, styles } from './picture-requests.ts';

function difference(a: Buffer, b: Buffer): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0));
  return sum / a.length;
}

describe('a drawn picture', () => {
  it('is as large as asked for and opaque everywhere', () => {
    const { width, height, rgba } = drawPicture(pictureRequest({ width: 362, height: 640 }));
    expect({ width, height, length: rgba.length }).toEqual({
      width: 362,
      height: 640,
      length: 362 * 640 * 4,
    });
    expect(rgba.every((byte, index) => index % 4 !== 3 || byte === 255)).toBe(true);
  });

  for (const [look, styleText] of Object.entries(styles)) {
    it(`has the same pixels each time in the look ${look}`, () => {
      const request = pictureRequest({ styleText });
      expect(drawPicture(request).rgba.equals(drawPicture(request).rgba)).toBe(true);
    });
  }

  it('differs clearly from that of the scene before, though the words are the same', () => {
    const pictures = Array.from(
      { length: 12 },
      (_, index) => drawPicture(pictureRequest({ sceneIndex: index + 1 })).rgba,
    );
    const steps = pictures.slice(1).map((picture, index) => difference(picture, pictures[index] ?? picture));
    expect(Math.min(...steps)).toBeGreaterThan(8);
  }, 20_000);

  it('is composed otherwise than its neighbours: words elsewhere, or none', () => {
    const places = Array.from({ length: 13 }, (_, index) => {
      const { texts } = composePicture(pictureRequest({ sceneIndex: index + 1 }));
      return texts.map(({ placed: { box } }) => `${Math.round(box.x)},${Math.round(box.y)}`).join(' ');
    });
    expect(places.slice(1).filter((place, index) => place === places[index])).toEqual([]);
    expect(new Set(places).size).toBeGreaterThan(3);
  }, 20_000);

  it('differs clearly between looks', () => {
    const pictures = Object.values(styles).map(
      (styleText) => drawPicture(pictureRequest({ styleText, sceneIndex: 0 })).rgba,
    );
    const closest = pictures.flatMap((picture, index) =>
      pictures.slice(index + 1).map((other) => difference(picture, other)),
    );
    expect(Math.min(...closest)).toBeGreaterThan(6);
  }, 20_000);
});
