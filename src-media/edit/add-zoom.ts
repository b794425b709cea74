import { framesPerSecond, type ProjectContent, type StillZoom } from '../project-content.ts';

/** A point of a picture, 0 to 1 from the left and from the top. */
export interface FocusPoint {
  readonly x: number;
  readonly y: number;
}

/** Scales with the duration, so that the move is equally slow in long and short scenes. */
function scaleFor(durationFrames: number): number {
  const seconds = durationFrames / framesPerSecond;
  return 1 + Math.min(0.15, 0.06 + 0.012 * seconds);
}

/**
 * Adds slow zooms to the stills, alternating in and out.
 *
 * @param focuses points to zoom towards, by scene index; scenes without one stay unchanged
 */
export function addZoom(content: ProjectContent, focuses: ReadonlyMap<number, FocusPoint>): ProjectContent {
  let count = 0;
  const scenes = content.scenes.map((scene, index) => {
    const { picture } = scene;
    const focus = focuses.get(index);
    if (picture.kind !== 'still' || !focus) return scene;
    const scale = scaleFor(scene.durationFrames);
    const [fromScale, toScale] = count % 2 === 0 ? [1, scale] : [scale, 1];
    count += 1;
    const zoom: StillZoom = { fromScale, toScale, centerX: focus.x, centerY: focus.y };
    return { ...scene, picture: { ...picture, zoom } };
  });
  return { ...content, scenes };
}
