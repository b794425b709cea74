import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { TaskControl } from '../../task-options.ts';
import { Presentation } from './presentation.ts';
import { SlidePackage } from './slide-package.ts';
import { drawPictureFill } from './slide-painter.ts';
import { childOf, childrenOf, type Element, numberOf } from './xml-tree.ts';

const pictureWidth = 1_280;

function picturesIn(tree: Element | null): Element[] {
  return childrenOf(tree).flatMap((shape) =>
    shape.localName === 'pic' ? [shape] : shape.localName === 'grpSp' ? picturesIn(shape) : [],
  );
}

function sizeOf(picture: Element): { width: number; height: number } {
  const extent = childOf(picture, 'spPr', 'xfrm', 'ext');
  return { width: numberOf(extent, 'cx') ?? 0, height: numberOf(extent, 'cy') ?? 0 };
}

/** Returns the largest readable picture on a slide, cropped as on the slide; null if there is none. */
export async function largestPicture(
  path: string,
  slideIndex: number,
  control: TaskControl,
): Promise<Canvas | null> {
  const slidePackage = await SlidePackage.open(path);
  try {
    const slide = await (await Presentation.open(slidePackage)).slide(slideIndex);
    const [{ part, root }] = slide.sheets;
    const pictures = picturesIn(childOf(root, 'cSld', 'spTree'));
    const area = (picture: Element) => sizeOf(picture).width * sizeOf(picture).height;
    const picture = pictures.sort((left, right) => area(right) - area(left))[0];
    const fill = childOf(picture, 'blipFill');
    if (!picture || !fill || area(picture) === 0) return null;
    const { width, height } = sizeOf(picture);
    const canvas = createCanvas(
      pictureWidth,
      Math.max(1, Math.min(4 * pictureWidth, Math.round((pictureWidth * height) / width))),
    );
    const painter = {
      context: canvas.getContext('2d'),
      slide,
      slidePackage,
      pixels: pictureWidth / width,
      control,
    };
    const isDrawn = await drawPictureFill(painter, part, fill, canvas.width, canvas.height);
    return isDrawn ? canvas : null;
  } finally {
    slidePackage.close();
  }
}
