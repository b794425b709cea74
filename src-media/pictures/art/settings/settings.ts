import type { Setting } from '../stage.ts';
import { drawBokeh } from './patterns/bokeh.ts';
import { drawCells } from './patterns/cells.ts';
import { drawChart } from './patterns/chart.ts';
import { drawCircuit } from './patterns/circuit.ts';
import { drawContours } from './patterns/contours.ts';
import { drawGeometry } from './patterns/geometry.ts';
import { drawNetwork } from './patterns/network.ts';
import { drawOrbits } from './patterns/orbits.ts';
import { drawPerspectiveGrid } from './patterns/perspective-grid.ts';
import { drawRays } from './patterns/rays.ts';
import { drawStripes } from './patterns/stripes.ts';
import { drawWaveform } from './patterns/waveform.ts';
import { drawArches } from './places/arches.ts';
import { drawClouds } from './places/clouds.ts';
import { drawCurtain } from './places/curtain.ts';
import { drawDesert } from './places/desert.ts';
import { drawFields } from './places/fields.ts';
import { drawForest } from './places/forest.ts';
import { drawHills } from './places/hills.ts';
import { drawLeaves } from './places/leaves.ts';
import { drawMountains } from './places/mountains.ts';
import { drawNightSky } from './places/night-sky.ts';
import { drawRain } from './places/rain.ts';
import { drawRidgelines } from './places/ridgelines.ts';
import { drawRoad } from './places/road.ts';
import { drawSea } from './places/sea.ts';
import { drawSkyline } from './places/skyline.ts';
import { drawSnow } from './places/snow.ts';
import { drawStreets } from './places/streets.ts';

/** Part of a setting that stays free for words: above its horizon, beside its focus, or none. */
export type QuietPart = 'sky' | 'side' | 'nowhere';

interface NamedSetting {
  readonly draw: Setting;
  readonly quiet: QuietPart;
}

/** All places and patterns by name. */
const all = {
  arches: { draw: drawArches, quiet: 'side' },
  bokeh: { draw: drawBokeh, quiet: 'side' },
  cells: { draw: drawCells, quiet: 'nowhere' },
  chart: { draw: drawChart, quiet: 'side' },
  circuit: { draw: drawCircuit, quiet: 'side' },
  clouds: { draw: drawClouds, quiet: 'sky' },
  contours: { draw: drawContours, quiet: 'nowhere' },
  curtain: { draw: drawCurtain, quiet: 'side' },
  desert: { draw: drawDesert, quiet: 'sky' },
  fields: { draw: drawFields, quiet: 'sky' },
  forest: { draw: drawForest, quiet: 'sky' },
  geometry: { draw: drawGeometry, quiet: 'side' },
  hills: { draw: drawHills, quiet: 'sky' },
  leaves: { draw: drawLeaves, quiet: 'side' },
  mountains: { draw: drawMountains, quiet: 'sky' },
  network: { draw: drawNetwork, quiet: 'nowhere' },
  night: { draw: drawNightSky, quiet: 'sky' },
  orbits: { draw: drawOrbits, quiet: 'side' },
  grid: { draw: drawPerspectiveGrid, quiet: 'sky' },
  rain: { draw: drawRain, quiet: 'sky' },
  rays: { draw: drawRays, quiet: 'sky' },
  ridgelines: { draw: drawRidgelines, quiet: 'sky' },
  road: { draw: drawRoad, quiet: 'sky' },
  sea: { draw: drawSea, quiet: 'sky' },
  skyline: { draw: drawSkyline, quiet: 'sky' },
  snow: { draw: drawSnow, quiet: 'sky' },
  streets: { draw: drawStreets, quiet: 'nowhere' },
  stripes: { draw: drawStripes, quiet: 'side' },
  waveform: { draw: drawWaveform, quiet: 'side' },
} satisfies Record<string, NamedSetting>;

export type SettingName = keyof typeof all;

export const settings: Readonly<Record<SettingName, NamedSetting>> = all;
