import { turnOf } from '../../pictures/random.ts';

/** Camera position as shares of the frame, zoom and roll. */
export interface CameraPose {
  /** Offset to the right and down. Near things move against it more than far ones. */
  readonly x: number;
  readonly y: number;
  /** 1 shows the whole picture; higher zooms in. */
  readonly zoom: number;
  /** Clockwise, in radians. */
  readonly roll: number;
}

export type CameraMove =
  'pushIn' | 'pullOut' | 'panLeft' | 'panRight' | 'rise' | 'sink' | 'orbit' | 'drift' | 'still';

/** Words for each move, the most specific first. */
const moveWords: readonly (readonly [CameraMove, RegExp])[] = [
  ['still', /\b(static|locked[- ]off|tripod|no camera move\w*|still camera|fixed camera)\b/iu],
  ['pullOut', /\b(zoom\w* out|pull\w* (?:out|back|away)|dolly\w* (?:out|back)|reveal\w*|widen\w*)\b/iu],
  [
    'pushIn',
    /\b(zoom\w*(?: in)?|push\w* in|dolly\w*(?: in)?|close[- ]?up|approach\w*|move\w* in|towards?)\b/iu,
  ],
  ['orbit', /\b(orbit\w*|circl\w*|around|rotat\w*|arc shot|parallax|3d)\b/iu],
  ['panLeft', /\b(pan\w* (?:to the )?left|left(?:wards?)?)\b/iu],
  ['panRight', /\b(pan\w*|right(?:wards?)?|track\w*|slid\w*|glid\w*|sweep\w*|truck\w*)\b/iu],
  ['rise', /\b(tilt\w* up|crane\w*|ris(?:e|es|ing)|ascend\w*|lift\w*|drone|aerial|fly\w*)\b/iu],
  ['sink', /\b(tilt\w* down|descend\w*|lower\w*|fall\w* down)\b/iu],
  ['drift', /\b(handheld|drift\w*|float\w*|gentl\w*|slow\w*)\b/iu],
];

const unasked = ['pushIn', 'orbit', 'panRight', 'pullOut', 'panLeft', 'rise'] as const;

/** Chooses the move a prompt requests; otherwise the seed picks one. */
export function chooseMove(prompt: string, seed: string): CameraMove {
  const asked = moveWords.find(([, words]) => words.test(prompt))?.[0];
  return asked ?? unasked[turnOf('move', seed, unasked.length)] ?? unasked[0];
}

/** Minimum zoom, which leaves room around the picture for a move. */
const minZoom = 1.06;
const reach = 0.026;

/**
 * Returns the camera pose at a share of the move's time. Moves begin and end softly, and the camera never rests
 * completely between.
 *
 * @param startsWhole true: 0 shows the whole picture unchanged
 */
export function poseAt(
  move: CameraMove,
  share: number,
  { seconds, startsWhole }: { readonly seconds: number; readonly startsWhole: boolean },
): CameraPose {
  const eased = ease(share);
  const arrival = startsWhole ? Math.min(1, (share * seconds) / 1.6) : 1;
  const settled = ease(arrival);
  const path = paths[move](eased, Math.min(1.5, seconds / 6));
  const breath = move === 'still' ? 0 : 1;
  const time = share * seconds;
  const sway = (speed: number, phase: number): number => Math.sin(time * speed + phase) * 0.0032 * breath;
  const base = move === 'still' ? 1.0 : minZoom;
  return {
    x: settled * (path.x * reach + sway(0.71, 0.4)),
    y: settled * (path.y * reach * 0.75 + sway(0.53, 1.9)),
    zoom: 1 + settled * (base * path.zoom - 1),
    roll: settled * (path.roll + sway(0.37, 0.8) * 0.35),
  };
}

interface Path {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  readonly roll: number;
}

/** Paths from start to end. `length` exceeds 1 for long clips, whose moves go further. */
const paths: Readonly<Record<CameraMove, (eased: number, length: number) => Path>> = {
  pushIn: (eased, length) => ({ x: 0.25 * (eased - 0.5), y: 0, zoom: 1 + 0.11 * eased * length, roll: 0 }),
  pullOut: (eased, length) => ({ x: 0, y: 0, zoom: 1 + 0.12 * (1 - eased) * length, roll: 0 }),
  panLeft: (eased) => ({ x: 1.6 * (0.5 - eased), y: 0, zoom: 1.03, roll: 0 }),
  panRight: (eased) => ({ x: 1.6 * (eased - 0.5), y: 0, zoom: 1.03, roll: 0 }),
  rise: (eased) => ({ x: 0, y: 1.5 * (0.5 - eased), zoom: 1.03 + 0.02 * eased, roll: 0 }),
  sink: (eased) => ({ x: 0, y: 1.5 * (eased - 0.5), zoom: 1.03, roll: 0 }),
  orbit: (eased) => {
    const angle = eased * Math.PI * 2;
    return {
      x: Math.sin(angle),
      y: 0.55 * (1 - Math.cos(angle)) - 0.3,
      zoom: 1.03,
      roll: 0.004 * Math.sin(angle),
    };
  },
  drift: (eased) => ({ x: 0.8 * (eased - 0.5), y: 0.3 * (0.5 - eased), zoom: 1.02 + 0.03 * eased, roll: 0 }),
  still: () => ({ x: 0, y: 0, zoom: 1, roll: 0 }),
};

/** Maps 0 to 1 with soft but not slow ends. */
function ease(share: number): number {
  const bounded = Math.max(0, Math.min(1, share));
  const smooth = bounded * bounded * (3 - 2 * bounded);
  return 0.45 * bounded + 0.55 * smooth;
}
