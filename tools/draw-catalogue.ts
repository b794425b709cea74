import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import { findCharacter } from '../src-media/avatars/character/character.ts';
import { CharacterPainter, drawBackdrop } from '../src-media/avatars/character/draw-character.ts';
import { restingPose } from '../src-media/avatars/character/pose.ts';
import { drawPicture } from '../src-media/pictures/draw-picture.ts';
import { builtInEntities } from '../src-service/catalogue/built-in/built-in-entities.ts';
import type { BuiltInEntity } from '../src-service/catalogue/built-in/built-in-entity.ts';
import { catalogueFolder } from '../src-service/catalogue/catalogue-folder.ts';
import { drawProduct } from './catalogue/draw-products.ts';
import { drawTheme } from './catalogue/draw-theme.ts';

/** Draws the pictures of the built-in catalogue into `resources/catalogue`. Run it after changing how they look. */

const sampleText = 'A boat crosses the bay';

function drawActor(ctx: SKRSContext2D, key: string, side: number): void {
  const character = findCharacter(key);
  if (!character) throw new Error(`There is no character ${key}.`);
  drawBackdrop(ctx, character, side, side);
  new CharacterPainter(character, side).draw(ctx, restingPose);
}

/** Draws a scene of a project in this style. */
function stylePixels({ entity, picture }: BuiltInEntity): Buffer {
  const { width, height } = picture;
  return drawPicture({
    scene: { text: sampleText, isHeading: false, startsParagraph: true },
    sceneIndex: 1,
    projectTitle: entity.name,
    styleText: entity.builtIn?.styleText ?? '',
    languageCode: 'en',
    width,
    height,
  }).rgba;
}

function drawPixels(builtIn: BuiltInEntity): Buffer {
  const { entity, picture } = builtIn;
  if (entity.entityType === 'VISUAL_STYLE') return stylePixels(builtIn);
  const canvas = createCanvas(picture.width, picture.height);
  const ctx = canvas.getContext('2d');
  const traits = entity.builtIn;
  if (traits?.actor) drawActor(ctx, traits.actor.characterKey, picture.width);
  else if (traits?.theme) drawTheme(ctx, traits.theme, entity.name);
  else drawProduct(ctx, picture.fileName.replace(/^product-|\.webp$/g, ''));
  return canvas.data();
}

const folder = catalogueFolder();
await mkdir(folder, { recursive: true });
for (const builtIn of builtInEntities) {
  const { width, height, fileName, smallFileName, smallWidth, smallHeight } = builtIn.picture;
  const image = sharp(drawPixels(builtIn), { raw: { width, height, channels: 4 } }).removeAlpha();
  const small = image.clone().resize(smallWidth, smallHeight);
  await writeFile(path.join(folder, fileName), await image.webp({ quality: 93, effort: 5 }).toBuffer());
  await writeFile(path.join(folder, smallFileName), await small.webp({ quality: 88, effort: 5 }).toBuffer());
}
