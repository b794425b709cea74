/** Zoom levels: the whole picture, or a percentage of its own pixels. */
export const zooms = ['fit', '50', '100', '200'] as const;
export type Zoom = (typeof zooms)[number];

/** Settings of the player, kept across projects. */
export interface PlayerLook {
  /** 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  readonly zoom: Zoom;
  /** True to show the spoken words over the picture. */
  readonly hasCaptions: boolean;
  readonly hasSafeAreas: boolean;
}

/** How a player is seen, and what changes that. */
export interface PlayerControls {
  readonly look: PlayerLook;
  /** Window of the detached viewer; null while the viewer is in the page. */
  readonly view: Window | null;
  readonly onlook: (change: Partial<PlayerLook>) => void;
  readonly toggleDetached: () => void;
}

/** Returns the next larger or smaller zoom level; at the end, the same one. */
export function steppedZoom(zoom: Zoom, direction: 1 | -1): Zoom {
  return zooms[zooms.indexOf(zoom) + direction] ?? zoom;
}

/** Margins outside a safe area, as fractions of the picture's height and width. */
export interface SafeArea {
  readonly name: 'action' | 'title';
  readonly top: number;
  readonly bottom: number;
  readonly sides: number;
}

/**
 * Safe areas. Wide and square pictures follow EBU R 95: 3.5 and 5 percent on every side. Upright ones follow what phone
 * apps show over stories and reels: 14 percent above, 20 or 35 below.
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
