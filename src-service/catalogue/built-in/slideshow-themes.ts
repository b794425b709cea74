import type { SlideshowTheme } from '@dailies/media';
import { builtInEntity, type BuiltInEntity } from './built-in-entity.ts';

function theme(key: string, name: string, description: string, look: SlideshowTheme): BuiltInEntity {
  const picture = `Colours, type and a sample slide of the theme ${name}`;
  return builtInEntity('SLIDESHOW_THEME', key, { name, description, picture }, { theme: look });
}

/** The slideshow themes of the built-in catalogue, in the order they are shown. */
export const slideshowThemes: readonly BuiltInEntity[] = [
  theme('boardroom', 'Boardroom', 'Deep blue and mint, heavy sans: clear figures for decisions.', {
    colors: {
      ...{ paper: '#ffffff', ink: '#0b1f4b', quietInk: '#5a6a8c' },
      ...{ accent: '#2456f0', onAccent: '#ffffff', secondAccent: '#19b98a' },
    },
    fonts: {
      headline: { face: 'sans', family: 'Inter', weight: 800 },
      text: { face: 'sans', family: 'Inter', weight: 450 },
    },
    layout: { align: 'left', mark: 'bar', cornerPercent: 1.5, backdrop: 'band' },
    styleText: 'corporate business',
  }),
  theme('gallery', 'Gallery', 'Warm white, ink and vermilion with a serif: room for one idea a slide.', {
    colors: {
      ...{ paper: '#f7f3ec', ink: '#1f1b16', quietInk: '#6f665a' },
      ...{ accent: '#d1432b', onAccent: '#fff8f0', secondAccent: '#c9a25e' },
    },
    fonts: {
      headline: { face: 'elegant', family: 'Playfair Display', weight: 700 },
      text: { face: 'serif', family: 'Source Serif 4', weight: 400 },
    },
    layout: { align: 'left', mark: 'rule', cornerPercent: 0, backdrop: 'plain' },
    styleText: 'editorial magazine illustration',
  }),
  theme('midnight', 'Midnight', 'Violet night with a cyan glow for launches and developer talks.', {
    colors: {
      ...{ paper: '#12101f', ink: '#f3f1ff', quietInk: '#a7a1c9' },
      ...{ accent: '#8b6cff', onAccent: '#0d0b18', secondAccent: '#3ce0d2' },
    },
    fonts: {
      headline: { face: 'tech', family: 'Space Grotesk', weight: 700 },
      text: { face: 'sans', family: 'Inter', weight: 400 },
    },
    layout: { align: 'left', mark: 'dot', cornerPercent: 2.5, backdrop: 'gradient' },
    styleText: 'modern gradient startup, dark',
  }),
  theme('classroom', 'Classroom', 'Sunny paper, round letters and soft shapes for lessons.', {
    colors: {
      ...{ paper: '#fff6dc', ink: '#2c2a4a', quietInk: '#6a678a' },
      ...{ accent: '#ff7a59', onAccent: '#2c1209', secondAccent: '#3fa7a0' },
    },
    fonts: {
      headline: { face: 'rounded', family: 'Fredoka', weight: 600 },
      text: { face: 'sans', family: 'Inter', weight: 500 },
    },
    layout: { align: 'center', mark: 'none', cornerPercent: 4, backdrop: 'blobs' },
    styleText: 'kids pastel playful',
  }),
  theme('blueprint', 'Blueprint', 'Lines and figures on a grid for technical subjects.', {
    colors: {
      ...{ paper: '#0f3a6b', ink: '#f2f8ff', quietInk: '#a9c8ea' },
      ...{ accent: '#ffd166', onAccent: '#132a45', secondAccent: '#6fc3ff' },
    },
    fonts: {
      headline: { face: 'mono', family: 'JetBrains Mono', weight: 700 },
      text: { face: 'mono', family: 'JetBrains Mono', weight: 400 },
    },
    layout: { align: 'left', mark: 'block', cornerPercent: 0, backdrop: 'grid' },
    styleText: 'technical blueprint line art',
  }),
  theme('meadow', 'Meadow', 'Greens and clay with a friendly serif for nature and health.', {
    colors: {
      ...{ paper: '#eef2e3', ink: '#20342a', quietInk: '#5d7062' },
      ...{ accent: '#3f7d58', onAccent: '#ffffff', secondAccent: '#d98a4e' },
    },
    fonts: {
      headline: { face: 'retro', family: 'Fraunces', weight: 650 },
      text: { face: 'serif', family: 'Source Serif 4', weight: 450 },
    },
    layout: { align: 'left', mark: 'rule', cornerPercent: 3, backdrop: 'blobs' },
    styleText: 'nature organic earthy',
  }),
];
