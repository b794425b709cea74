import {
  popOpacity,
  popScale,
  settle,
  smooth,
  wipeEdgeShare,
} from '../../src-timeline/model/playing/transition-course.ts';
import type { SceneTransition } from '../project-content.ts';
import type { YuvPicture } from '../video/yuv-picture.ts';
import { type Plane, resamplePlane } from './resample-plane.ts';
import { planeList } from './zoomed-still.ts';

/** Mixes two pictures during a transition. @param share progress of the transition, from 0 up to but excluding 1 */
export function mixPictures(
  style: SceneTransition['style'],
  outgoing: YuvPicture,
  incoming: YuvPicture,
  share: number,
): YuvPicture {
  const mixed: YuvPicture = { ...outgoing, data: Buffer.from(outgoing.data) };
  const targets = planeList(mixed);
  const incomingPlanes = planeList(incoming);
  const mixPlane = planeMixers[style];
  targets.forEach((target, index) => {
    const source = incomingPlanes[index];
    if (source) mixPlane(target, source, share);
  });
  return mixed;
}

/** Draws the incoming picture into the target, which shows the outgoing one. */
type PlaneMixer = (target: Plane, incoming: Plane, share: number) => void;

const planeMixers: Readonly<Record<SceneTransition['style'], PlaneMixer>> = {
  // Linear like the dissolve of every editor, so that the movie and the opened document look alike.
  FADE: (target, incoming, share) => blendBytes(target.data, incoming.data, share),
  WIPE: wipe,
  PAN: pan,
  RISE: rise,
  POP: pop,
};

function blendBytes(target: Uint8Array, incoming: Uint8Array, share: number): void {
  const weight = Math.round(share * 256);
  for (let index = 0; index < target.length; index += 1) {
    const below = target[index] as number;
    target[index] = below + ((((incoming[index] as number) - below) * weight + 128) >> 8);
  }
}

/** Wipes from left to right with a soft edge. */
function wipe(target: Plane, incoming: Plane, share: number): void {
  const { width, height } = target;
  const edge = width * wipeEdgeShare;
  const right = smooth(share) * (width + edge);
  const weights = Array.from({ length: width }, (_, x) =>
    Math.round(256 * Math.min(1, Math.max(0, (right - x - 0.5) / edge))),
  );
  const full = weights.findIndex((weight) => weight < 256);
  const covered = full < 0 ? width : full;
  for (let row = 0; row < height; row += 1) {
    const start = row * width;
    target.data.set(incoming.data.subarray(start, start + covered), start);
    for (let x = covered; x < width && (weights[x] ?? 0) > 0; x += 1) {
      const below = target.data[start + x] as number;
      const above = incoming.data[start + x] as number;
      target.data[start + x] = below + (((above - below) * (weights[x] ?? 0) + 128) >> 8);
    }
  }
}

/** Moves both pictures to the left, the incoming one after the outgoing one. */
function pan(target: Plane, incoming: Plane, share: number): void {
  const { width, height, data } = target;
  const moved = stepsOf(width, smooth(share));
  for (let row = 0; row < height; row += 1) {
    const start = row * width;
    data.copyWithin(start, start + moved, start + width);
    data.set(incoming.data.subarray(start, start + moved), start + width - moved);
  }
}

/** Slides the incoming picture up over the outgoing one. */
function rise(target: Plane, incoming: Plane, share: number): void {
  const { width, height } = target;
  const risen = stepsOf(height, settle(share));
  target.data.set(incoming.data.subarray(0, risen * width), (height - risen) * width);
}

/** Returns a share of a side in samples. Full and half-size planes differ by less than one sample of the latter. */
function stepsOf(length: number, share: number): number {
  return Math.round(length * share);
}

/** Grows the incoming picture from the middle while it becomes opaque. */
function pop(target: Plane, incoming: Plane, share: number): void {
  const scale = popScale(share);
  const width = evenPart(target.width * scale, target.width);
  const height = evenPart(target.height * scale, target.height);
  const small: Plane = { width, height, data: Buffer.allocUnsafe(width * height) };
  const step = incoming.width / width;
  resamplePlane(incoming, small, { x: step / 2 - 0.5, y: step / 2 - 0.5, step });
  const left = (target.width - width) / 2;
  const top = (target.height - height) / 2;
  const solidity = popOpacity(share);
  for (let row = 0; row < height; row += 1) {
    const start = (top + row) * target.width + left;
    const shown = target.data.subarray(start, start + width);
    blendBytes(shown, small.data.subarray(row * width, (row + 1) * width), solidity);
  }
}

/** Returns a length with the parity of the whole, so that it can be centred. */
function evenPart(length: number, whole: number): number {
  const cut = Math.round((whole - length) / 2);
  return Math.max(2, whole - 2 * cut);
}
