import { join } from 'node:path';
import type { AspectRatioName, StartOf } from '../../src-shared/contract/start-generation.ts';

const scripts = join(import.meta.dirname, '..', 'fixtures', 'scripts');

/** Project that is generated, delivered and opened in editors. */
export interface EditorInput {
  readonly name: string;
  /** Part of the names of the files that the suite leaves behind. */
  readonly slug: string;
  readonly scriptPath: string;
  readonly aspectRatio: AspectRatioName;
  readonly imageCount: number;
  readonly remixActions: NonNullable<StartOf<'script'>['remixActions']>;
  /** Edits that Returns should describe; null for an editor that only opens the document. */
  readonly found: { readonly kdenlive: readonly string[]; readonly shotcut: readonly string[] | null };
}

export const editorInputs: readonly EditorInput[] = [
  {
    name: 'a short English script',
    slug: 'short',
    scriptPath: join(scripts, 'lighthouse.txt'),
    aspectRatio: '16:9',
    imageCount: 0,
    remixActions: [],
    found: {
      kdenlive: [
        'Scene 2 moved after scene 12',
        'Scene 3 removed',
        'Scene 5: picture “05_in-1987-the-coast-guard.png” shortened by 1 s at its end',
        'Scene 5: sound “05_in-1987-the-coast-guard.wav” cut into 2 pieces',
        'Scene 7 shortened by 1 s at its end',
        'Scene 9: sound “09_at-midnight-the-new-electric.wav” muted',
      ],
      shotcut: [
        'Scene 3: picture “03_she-carried-oil-a-brass.png” removed',
        'Scene 7: picture “07_martha-read-it-twice-folded.png” shortened by 0.33 s at its end',
        'Scene 9: picture “09_at-midnight-the-new-electric.png” removed',
      ],
    },
  },
  {
    name: 'an article of sixty scenes',
    slug: 'long',
    scriptPath: join(scripts, 'the-cut.md'),
    aspectRatio: '16:9',
    imageCount: 0,
    remixActions: [],
    found: {
      kdenlive: [
        'Scene 2 moved after scene 65',
        'Scene 3 removed',
        'Scene 5: picture “05_the-world-moved-and-that.png” shortened by 1 s at its end',
        'Scene 5: sound “05_the-world-moved-and-that.wav” cut into 2 pieces',
        'Scene 7 shortened by 1 s at its end',
        'Scene 9: sound “09_a-knife-and-a-pot.wav” muted',
      ],
      shotcut: null,
    },
  },
  {
    name: 'an upright Spanish text with own stills, music, zooms, dissolves and captions',
    slug: 'spanish',
    scriptPath: join(scripts, 'mercado.txt'),
    aspectRatio: '9:16',
    imageCount: 2,
    remixActions: [
      { type: 'GENERATE_MUSIC', prompt: 'A calm morning with guitar' },
      { type: 'ADD_ZOOM' },
      { type: 'ADD_TRANSITIONS', sectionTransition: 'FADE', assetTransition: 'FADE' },
      { type: 'ENABLE_CAPTIONS' },
    ],
    // Kdenlive removes a dissolve together with the scene it leads into, only on the track of pictures.
    found: {
      kdenlive: [
        'Scene 3 removed',
        'Scene 4: picture “04_cuantas-veces-ha-repetido-este.png” shortened by 0.27 s at its end',
        'Scene 5: sound “05_su-abuela-vendia-aqui-en.wav” cut into 2 pieces',
        'Scene 5: picture “05_su-abuela-vendia-aqui-en.png” cut into 2 pieces',
        'Scene 5: picture “05_su-abuela-vendia-aqui-en.png” shortened by 1 s at its end',
        'Scene 9: sound “09_al-mediodia-el-sol-cae.wav” muted',
        'Scene 11: sound “11_manana-sera-otro-dia-manana.wav” shortened by 1 s at its end',
        'Scene 11: picture “11_manana-sera-otro-dia-manana.png” shortened by 1 s at its end',
      ],
      shotcut: null,
    },
  },
];
