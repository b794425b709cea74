import sharp from 'sharp';

/** Sky at the top, sky at the horizon, far hills, near hills, light. */
type Palette = readonly [top: string, horizon: string, far: string, near: string, light: string];

const palettes: readonly Palette[] = [
  ['#16243d', '#e8a06a', '#3b4d63', '#101a26', '#ffe2b0'],
  ['#8fb7d6', '#eef3f2', '#7f9bab', '#33505e', '#ffffff'],
  ['#2a1a3f', '#d9665b', '#51304f', '#1c1022', '#ffd0a0'],
  ['#5f8fb4', '#f1dfb8', '#6e8b5c', '#2f4a2c', '#fff6d8'],
  ['#0b1420', '#31546b', '#16303f', '#060c12', '#cfe6f5'],
  ['#c78b52', '#f4dcae', '#a2623a', '#5a2f1c', '#fff3d0'],
];

function random(seed: number): () => number {
  let state = (seed * 2654435761) % 4294967296 || 1;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** Returns a line of hills: the sum of a few long waves. */
function ridge(width: number, height: number, base: number, rise: number, next: () => number): string {
  const waves = [1.3, 2.7, 6.1].map((count) => ({ count: count * (0.7 + next() * 0.6), phase: next() * 6 }));
  const points = Array.from({ length: 65 }, (_, index) => {
    const at = index / 64;
    const sum = waves.reduce(
      (total, { count, phase }) => total + Math.sin(at * count * 6.28 + phase) / count,
      0,
    );
    return `${(at * width).toFixed(1)} ${(base - rise * (0.5 + sum * 0.45)).toFixed(1)}`;
  });
  return `M ${points.join(' L ')} V ${String(height)} H 0 Z`;
}

/** Draws a quiet landscape as JPEG; the same seed gives the same picture. */
export async function drawScene(seed: number, width: number, height: number): Promise<Buffer> {
  const next = random(seed + 1);
  const [top, horizon, far, near, light] = palettes[seed % palettes.length] ?? palettes[0] ?? [];
  const level = height * (0.52 + next() * 0.16);
  const sun = { x: width * (0.2 + next() * 0.6), y: level - height * (0.08 + next() * 0.2) };
  const radius = Math.min(width, height) * (0.04 + next() * 0.05);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="${String(top)}"/><stop offset="0.68" stop-color="${String(horizon)}"/>
      </linearGradient>
      <radialGradient id="glow"><stop offset="0" stop-color="${String(light)}" stop-opacity="0.75"/>
        <stop offset="1" stop-color="${String(light)}" stop-opacity="0"/></radialGradient>
      <filter id="grain"><feTurbulence baseFrequency="0.9" numOctaves="2" seed="${String(seed)}"/>
        <feColorMatrix values="0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0.16 0"/></filter>
    </defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${String(sun.x)}" cy="${String(sun.y)}" r="${String(radius * 5)}" fill="url(#glow)"/>
    <circle cx="${String(sun.x)}" cy="${String(sun.y)}" r="${String(radius)}" fill="${String(light)}"/>
    <path d="${ridge(width, height, level, height * 0.16, next)}" fill="${String(far)}" opacity="0.65"/>
    <path d="${ridge(width, height, level + height * 0.1, height * 0.14, next)}" fill="${String(far)}"/>
    <path d="${ridge(width, height, level + height * 0.26, height * 0.16, next)}" fill="${String(near)}"/>
    <rect width="100%" height="100%" filter="url(#grain)"/>
  </svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 84 }).toBuffer();
}
