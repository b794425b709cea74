/** Sizes of the picture: all of it, or so many percent of its own picture points. */
export const zooms = ['fit', '50', '100', '200'] as const;
export type Zoom = (typeof zooms)[number];

/** How the player is set, kept over projects. */
export interface PlayerLook {
  /** 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  readonly zoom: Zoom;
  /** The spoken words over the picture. */
  readonly hasCaptions: boolean;
  readonly hasSafeAreas: boolean;
}

/** The next larger or smaller size; the same one at the end. */
export function steppedZoom(zoom: Zoom, direction: 1 | -1): Zoom {
  return zooms[zooms.indexOf(zoom) + direction] ?? zoom;
}

/** Shares of the picture's height and width that lie outside an area. */
export interface SafeArea {
  readonly name: 'action' | 'title';
  readonly top: number;
  readonly bottom: number;
  readonly sides: number;
}

/**
 * Wide and square pictures by EBU R 95: 3.5 and 5 percent on every side. Upright ones by what phone apps lay over
 * stories and reels: 14 percent above, 20 or 35 below.
 */
export function safeAreas({ width, height }: { width: number; height: number }): readonly SafeArea[] {
  if (height > width * 1.5) {
    return [
      { name: 'action', top: 0.14, bottom: 0.2, sides: 0.035 },
      { name: 'title', top: 0.14, bottom: 0.35, sides: 0.06 },
    ];
  }
  return [
    { name: 'action', top: 0.035, bottom: 0.035, sides: 0.035 },
    { name: 'title', top: 0.05, bottom: 0.05, sides: 0.05 },
  ];
}
