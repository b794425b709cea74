/** A scene as the player and the filmstrip show it. Frames count from the first of the movie. */
export interface PlayerScene {
  readonly index: number;
  readonly text: string;
  readonly startFrame: number;
  readonly durationFrames: number;
  readonly thumbnailKind: 'image' | 'video';
  readonly thumbnailUrl: string | null;
}

/** The scene a frame belongs to; -1 before the first. */
export function sceneIndexAt(scenes: readonly PlayerScene[], frame: number): number {
  return scenes.findLastIndex((scene) => scene.startFrame <= frame);
}

/** The cut before or after a frame. Going back within a scene leads to that scene's own start. */
export function neighbourCut(
  scenes: readonly PlayerScene[],
  frame: number,
  direction: 1 | -1,
): number | null {
  const starts = scenes.map((scene) => scene.startFrame);
  const cut =
    direction === 1 ? starts.find((start) => start > frame) : starts.findLast((start) => start < frame);
  return cut ?? null;
}

/** The words spoken at a frame; empty before the first scene. */
export function captionAt(scenes: readonly PlayerScene[], frame: number): string {
  return scenes[sceneIndexAt(scenes, frame)]?.text ?? '';
}
