/** How the player is set, kept over projects. */
export interface PlayerLook {
  /** 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  /** The whole picture, or one picture point for each of the screen's. */
  readonly pictureSize: 'fit' | 'full';
}
