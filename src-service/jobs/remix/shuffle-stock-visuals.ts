import { replacePictures } from '@dailies/media/project';
import { isDrawn, makePictureAgain, sameWish, wasStill } from './make-picture-again.ts';
import { type RemixWork, sceneAt, workOnScenes } from './remix-context.ts';

/** Other pictures from the stock for every scene that shows one. */
export const shuffleStockVisuals: RemixWork<'SHUFFLE_STOCK_VISUALS'> = async (deps, context) => {
  const { content } = context;
  const stock = [...content.scenes.keys()].filter((index) => {
    const { picture } = sceneAt(content, index);
    return picture.origin === 'stock' && wasStill(deps, picture) && isDrawn(context, index);
  });
  if (stock.length === 0) return { content };
  const pictures = await workOnScenes(context, stock, (index, task) => {
    const { picture } = sceneAt(content, index);
    const wish = sameWish(context, picture, { variant: picture.variant + 1 });
    return makePictureAgain(deps, context, index, wish, task);
  });
  return { content: replacePictures(content, pictures) };
};
