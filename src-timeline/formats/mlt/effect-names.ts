import type { UnreadPart } from '../../model/timeline.ts';

/** Names of effects whose ids in Kdenlive and Shotcut say nothing. */
const names: Readonly<Record<string, string>> = {
  affine: 'Rotate and shear',
  hqdn3d: 'Denoise',
  IIRblur: 'Blur',
  balanc0r: 'White balance',
  c0rners: 'Corners',
  colgate: 'White balance',
  colortap: 'Color effect',
  compand: 'Compressor and expander',
  dynamictext: 'Text',
  eq: 'Video equalizer',
  fspp: 'Reduce noise',
  gpsText: 'GPS Text',
  gblur: 'Gaussian blur',
  hflip: 'Flip horizontally',
  hue: 'Hue, lightness and saturation',
  keyspillm0pup: 'Key spill',
  loudnorm: 'Normalize',
  lut3d: 'LUT',
  mask0mate: 'Rectangular mask',
  pixeliz0r: 'Mosaic',
  qtblend: 'Transform',
  qtcrop: 'Crop',
  rbpitch: 'Pitch',
  rgbsplit0r: 'RGB shift',
  rnnoise: 'Reduce noise',
  saturat0r: 'Saturation',
  scale0tilt: 'Crop, scale and tilt',
  select0r: 'Chroma key',
  sopsat: 'Slope, offset, power and saturation',
  tcolor: 'Technicolor',
  tmix: 'Trails',
  vflip: 'Flip vertically',
  vidstab: 'Stabilize',
  'ladspa.1192': 'Delay',
  'ladspa.1216': 'Reverb',
  'ladspa.1410': 'Noise gate',
  'ladspa.1882': 'Compressor',
  'ladspa.1883': 'Expander',
  'ladspa.1890': 'High pass',
  'ladspa.1891': 'Low pass',
  'ladspa.1892': 'Band pass',
  'ladspa.1894': 'Notch',
  'ladspa.1901': 'Bass and treble',
  'ladspa.1913': 'Limiter',
};

/** Returns a name for an effect of Kdenlive or Shotcut: mostly the words of its id. Others are named already. */
export function shownEffectName({ format, name }: Pick<UnreadPart, 'format' | 'name'>): string {
  if (format !== 'KDENLIVE' && format !== 'SHOTCUT') return name;
  const id = name.replace(/^(?:avfilter|frei0r|movit)\./, '');
  if (Object.hasOwn(names, id)) return names[id] ?? id;
  const words = id.replaceAll('_', ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
