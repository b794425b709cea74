import type { Stage } from '../stage.ts';
import { drawBigDisc } from './big-disc.ts';
import { drawBlobs } from './blobs.ts';
import { drawFloorGrid } from './floor-grid.ts';
import { drawGlow } from './glow.ts';
import { drawLayers } from './layers.ts';
import { drawLineFrame } from './line-frame.ts';
import { drawMesh } from './mesh.ts';
import { drawPrintDots } from './print-dots.ts';
import { drawSlant } from './slant.ts';
import { drawSunsetBands } from './sunset-bands.ts';
import { drawTiles } from './tiles.ts';
import { drawTitleBlock } from './title-block.ts';

/** Quiet grounds for pictures that are mostly words: each look has its own, so that even its plainest card is its own. */
export const backdrops = {
  bands: drawSunsetBands,
  blobs: drawBlobs,
  disc: drawBigDisc,
  dots: drawPrintDots,
  floor: drawFloorGrid,
  frame: drawLineFrame,
  glow: drawGlow,
  layers: drawLayers,
  mesh: drawMesh,
  plan: drawTitleBlock,
  slant: drawSlant,
  tiles: drawTiles,
} satisfies Record<string, (stage: Stage) => void>;
