import type { Clip } from './timeline.ts';

/**
 * True if a picture of the primary track begins a scene: consecutive pictures of one link are one scene.
 * @param before the picture before it.
 */
export function beginsScene({ linkId }: Clip, before: Clip | undefined): boolean {
  return linkId === null || linkId !== before?.linkId;
}
