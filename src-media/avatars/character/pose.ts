/** Pose of a drawn character's face and head in one frame. */
export interface Pose {
  /** Opening of the mouth, 0 to 1. */
  readonly open: number;
  /** Shape of the lips, from -1, rounded as for `oo`, to 1, spread as for `ee`. */
  readonly wide: number;
  /** Lids, from 0, open, to 1, shut. */
  readonly blink: number;
  /** Brows, from -1, lowered, to 1, raised. */
  readonly brow: number;
  /** Tilt of the head to one side, -1 to 1. */
  readonly tilt: number;
  /** Turn of the head to one side, -1 to 1. */
  readonly turn: number;
  /** Nod of the head, -1 to 1; positive is down. */
  readonly nod: number;
  /** Expansion of the chest, 0 to 1. */
  readonly breath: number;
  /** Horizontal direction of the eyes, -1 to 1. */
  readonly gaze: number;
}

/** A friendly, attentive face. */
export const restingPose: Pose = {
  open: 0,
  wide: 0.25,
  blink: 0,
  brow: 0,
  tilt: 0,
  turn: 0,
  nod: 0,
  breath: 0.5,
  gaze: 0,
};
