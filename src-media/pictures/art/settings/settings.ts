import type { Setting } from '../stage.ts';
import { drawArches } from './arches.ts';
import { drawBokeh } from './bokeh.ts';
import { drawCells } from './cells.ts';
import { drawChart } from './chart.ts';
import { drawCircuit } from './circuit.ts';
import { drawClouds } from './clouds.ts';
import { drawContours } from './contours.ts';
import { drawCurtain } from './curtain.ts';
import { drawDesert } from './desert.ts';
import { drawFields } from './fields.ts';
import { drawForest } from './forest.ts';
import { drawGeometry } from './geometry.ts';
import { drawHills } from './hills.ts';
import { drawLeaves } from './leaves.ts';
import { drawMountains } from './mountains.ts';
import { drawNetwork } from './network.ts';
import { drawNightSky } from './night-sky.ts';
import { drawOrbits } from './orbits.ts';
import { drawPerspectiveGrid } from './perspective-grid.ts';
import { drawRain } from './rain.ts';
import { drawRays } from './rays.ts';
import { drawRidgelines } from './ridgelines.ts';
import { drawRoad } from './road.ts';
import { drawSea } from './sea.ts';
import { drawSkyline } from './skyline.ts';
import { drawSnow } from './snow.ts';
import { drawStreets } from './streets.ts';
import { drawStripes } from './stripes.ts';
import { drawWaveform } from './waveform.ts';

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
