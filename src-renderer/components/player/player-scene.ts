/** Spoken words with their time range. */
export interface SceneLine {
  readonly text: string;
  readonly startFrame: number;
  readonly durationFrames: number;
}

/** A scene for the player and the filmstrip. Frames count from the first frame of the movie. */
export interface PlayerScene {
  readonly index: number;
  readonly text: string;
  readonly startFrame: number;
  readonly durationFrames: number;
  /** Captions of the scene; empty if unknown. */
  readonly lines: readonly SceneLine[];
  readonly thumbnailKind: 'image' | 'video';
  readonly thumbnailUrl: string | null;
}

/** Returns the index of the scene at a frame; -1 before the first. */
export function sceneIndexAt(scenes: readonly PlayerScene[], frame: number): number {
  return scenes.findLastIndex((scene) => scene.startFrame <= frame);
}

/** Returns the cut before or after a frame. Going back within a scene leads to that scene's own start. */
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

/** Returns all spoken lines in order. A scene without captions is one line; a scene without words has none. */
export function linesOf(scenes: readonly PlayerScene[]): readonly SceneLine[] {
  return scenes.flatMap((scene) => (scene.lines.length > 0 ? scene.lines : scene.text === '' ? [] : [scene]));
}

/** Returns the words spoken at a frame; empty in between. */
export function captionAt(lines: readonly SceneLine[], frame: number): string {
  const line = lines.findLast(({ startFrame }) => startFrame <= frame);
  return line && frame < line.startFrame + line.durationFrames ? line.text : '';
}
