/** Words and when they are spoken. */
export interface SceneLine {
  readonly text: string;
  readonly startFrame: number;
  readonly durationFrames: number;
}

/** A scene as the player and the filmstrip show it. Frames count from the first of the movie. */
export interface PlayerScene {
  readonly index: number;
  readonly text: string;
  readonly startFrame: number;
  readonly durationFrames: number;
  /** Its captions; none where they are not known. */
  readonly lines: readonly SceneLine[];
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

/** All that is spoken, in order; a scene without captions is one line. Scenes without words have none. */
export function linesOf(scenes: readonly PlayerScene[]): readonly SceneLine[] {
  return scenes.flatMap((scene) => (scene.lines.length > 0 ? scene.lines : scene.text === '' ? [] : [scene]));
}

/** The words spoken at a frame; empty in between. */
export function captionAt(lines: readonly SceneLine[], frame: number): string {
  const line = lines.findLast(({ startFrame }) => startFrame <= frame);
  return line && frame < line.startFrame + line.durationFrames ? line.text : '';
}
