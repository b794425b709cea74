import { MediaError } from '../../media-error.ts';
import type { AvatarActor } from '../avatar-tools.ts';
import { findCharacter } from '../character/character.ts';
import { CharacterPainter, drawBackdrop } from '../character/draw-character.ts';
import { perform } from '../performance/perform.ts';
import type { MouthFrame } from '../speech/mouth-track.ts';
import { type ActorScene, loadPicture, PictureScene, PortraitScene } from './picture-scene.ts';

/** Opens a scene with an actor who fills a frame of the given short side. @throws MediaError `unreadable_media` */
export async function openFullScene(
  actor: AvatarActor,
  { shortSide, seed }: { readonly shortSide: number; readonly seed: string },
  mouth: readonly MouthFrame[],
): Promise<ActorScene> {
  if (actor.kind === 'picture')
    return new PictureScene(await loadPicture(actor.picturePath, shortSide), mouth);
  const character = characterOf(actor.characterKey);
  const side = shortSide;
  const painter = new CharacterPainter(character, side);
  const poses = perform(mouth, `${character.key} ${seed}`);
  return {
    width: side,
    height: side,
    drawFrame: (ctx, index) => {
      drawBackdrop(ctx, character, side, side);
      const pose = poses[index];
      if (pose) painter.draw(ctx, pose);
    },
  };
}

/** Opens a square scene with an actor on a transparent background. @throws MediaError `unreadable_media` */
export async function openPresenterScene(
  actor: AvatarActor,
  side: number,
  mouth: readonly MouthFrame[],
): Promise<ActorScene> {
  if (actor.kind === 'picture')
    return new PortraitScene(await loadPicture(actor.picturePath, side), side, mouth);
  const character = characterOf(actor.characterKey);
  const painter = new CharacterPainter(character, side);
  const poses = perform(mouth, character.key);
  return {
    width: side,
    height: side,
    drawFrame: (ctx, index) => {
      ctx.clearRect(0, 0, side, side);
      const pose = poses[index];
      if (pose) painter.draw(ctx, pose);
    },
  };
}

function characterOf(key: string) {
  const character = findCharacter(key);
  if (!character) throw new MediaError('unreadable_media', `There is no character ${key}.`);
  return character;
}
