/** How a drawn character holds its face and head in one frame. */
export interface Pose {
  /** How far the mouth is open, 0 to 1. */
  readonly open: number;
  /** From -1, lips rounded as for `oo`, to 1, drawn wide as for `ee`. */
  readonly wide: number;
  /** Lids: 0 open to 1 shut. */
  readonly blink: number;
  /** Brows: -1 drawn down to 1 raised. */
  readonly brow: number;
  /** Head to one side, -1 to 1. */
  readonly tilt: number;
  /** Head turned to one side, -1 to 1. */
  readonly turn: number;
  /** Head lowered, -1 to 1. */
  readonly nod: number;
  /** Chest filled, 0 to 1. */
  readonly breath: number;
  /** Where the eyes look to the side, -1 to 1. */
  readonly gaze: number;
}

/** A friendly face that listens. */
export const restingPose: Pose = {
  ...{ open: 0, wide: 0.25, blink: 0, brow: 0, tilt: 0, turn: 0, nod: 0, breath: 0.5, gaze: 0 },
};
