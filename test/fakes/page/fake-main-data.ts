import type { Network } from '../../../src-shared/contract/app/network.ts';
import type { Entity, Language, Voice } from '../../../src-shared/contract/catalogue.ts';
import type { Connection } from '../../../src-shared/contract/connection.ts';
import type { ProjectDetail, ProjectScene } from '../../../src-shared/contract/project.ts';

export const fakeNetwork: Network = {
  mode: 'system',
  address: '',
  user: '',
  pacAddress: '',
  hasPassword: false,
  canUsePac: true,
  authorities: [],
};

/** Titles and first sentences of plausible projects. */
const stories: readonly (readonly [title: string, scenes: readonly string[]])[] = [
  [
    'Harbour lights',
    [
      'Before the first ferry leaves, the harbour belongs to the gulls and the night watch.',
      'Lamps go out one by one along the quay.',
      'On the far side the cranes begin to turn, slow as clocks.',
      'A pilot boat cuts the flat water into two mirrors.',
      'By seven the market has taken the square.',
      'Nobody looks at the sea. Everyone can hear it.',
    ],
  ],
  [
    'The glacier that remembers',
    ['Ice keeps a diary.', 'Each summer is a line of dust, each winter a page.'],
  ],
  ['How a bridge breathes', ['Steel grows in the sun.', 'A bridge of a kilometre is a hand longer at noon.']],
  ['Why bees prefer blue', ['A bee sees no red.', 'Blue calls from far across the meadow.']],
  ['Trailer: Night train', ['Eleven hours.', 'Four strangers.', 'One ticket too many.']],
  ['A short history of salt', ['Roads were built for it.', 'Wars were fought for it.']],
  ['Quarterly review, autumn', ['Orders rose by a tenth.', 'Returns fell by half.']],
  ['City of stairs', ['There are more steps here than people.', 'The postman knows every one of them.']],
  ['Wind over Patagonia', ['The trees all point the same way.']],
  ['Onboarding: safety in the workshop', ['Goggles first.', 'Then the emergency stop.']],
  ['Deep field', ['Point the telescope at nothing.', 'Wait eleven days.']],
  ['Interview with a clockmaker', ['I never hurry a spring, she says.']],
  ['What moss knows about time', ['Moss has no roots, and all the time in the world.']],
  ['Recipe: bread without kneading', ['Flour, water, salt, time.']],
  ['The lighthouse keeper’s ledger', ['Wind north-west, four.', 'Lamp lit at 19:42.']],
  ['حديقة في الصحراء', ['في الصباح تفتح الحديقة أبوابها.', 'الماء يمشي ببطء بين الأشجار.']],
  ['静かな雨の日', ['雨は音を小さくする。', '街はゆっくり歩く。']],
  ['Festival opener, second cut', ['Doors at eight.', 'Lights at nine.']],
  [
    'Microplastics in river sand, a summary for schools and evening classes',
    ['Look closely at a spoon of sand.'],
  ],
  ['Product film: the quiet kettle', ['It boils. You do not hear it.']],
  ['Atlas of forgotten islands', ['Some islands were only ever drawn.']],
  ['Red sand, white salt', ['Nothing grows here that does not want to.']],
  ['Kitchen of the future', ['It looks like the kitchen of the past.']],
  ['Swifts', ['They sleep in the air.']],
];

const ratios = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 1920, height: 1080 },
  { width: 1080, height: 1080 },
  { width: 1920, height: 1080 },
  { width: 1080, height: 1350 },
] as const;

/** Frames of each scene of the fake movie, used in rotation. */
const sceneLengths = [114, 96, 128, 102, 120, 160];

/** Length of the fake movie, which every project shows. */
export const fakeMovieFrames = 720;

/** Makes captions of at most six words, all of the same length. */
function linesIn(text: string, startFrame: number, durationFrames: number): ProjectScene['lines'] {
  const parts = text.match(/(?:\S+\s*){1,6}/g) ?? [];
  const frames = Math.floor(durationFrames / parts.length);
  return parts.map((part, index) => ({
    text: part.trim(),
    startFrame: startFrame + index * frames,
    durationFrames: frames,
  }));
}

function scenesOf(projectId: string, texts: readonly string[]): ProjectScene[] {
  let startFrame = 0;
  const scenes: ProjectScene[] = [];
  for (let index = 0; startFrame < fakeMovieFrames; index += 1) {
    const wanted = sceneLengths[index % sceneLengths.length] ?? 120;
    const durationFrames = Math.min(wanted, fakeMovieFrames - startFrame);
    const text = texts[index % texts.length] ?? '';
    const thumbnailPath = `projects/${projectId}/scenes/${String(index)}`;
    const lines = linesIn(text, startFrame, durationFrames);
    const mediaName = `scene-${String(index + 1).padStart(2, '0')}.png`;
    const place = { index, text, startFrame, durationFrames, lines };
    scenes.push({ ...place, clipStartSeconds: null, thumbnailPath, mediaName });
    startFrame += durationFrames;
  }
  return scenes;
}

/** Returns the project with the given number. Beyond the written stories, titles repeat with a number. */
export function fakeProject(number: number, nowSeconds: number): ProjectDetail {
  const story = stories[number % stories.length];
  const round = Math.floor(number / stories.length);
  const projectId = `prj_${String(number).padStart(4, '0')}`;
  const title = story?.[0] ?? '';
  return {
    projectId,
    title: round === 0 ? title : `${title} ${String(round + 1)}`,
    aspectRatio: ratios[number % ratios.length] ?? ratios[0],
    status: 'ready',
    createdAt: nowSeconds - 3_600 - number * 7_200,
    updatedAt: nowSeconds - 1_800 - number * 7_200,
    thumbnailPath: `projects/${projectId}/thumbnail`,
    moviePath: `projects/${projectId}/movie`,
    durationSeconds: fakeMovieFrames / 30,
    webUrl: `https://app.studio.example/project/${projectId}`,
    movie: {
      state: 'ready',
      progress: 1,
      mediaPath: `projects/${projectId}/movie`,
      newerProgress: null,
      isOutdated: false,
      error: null,
    },
    frameRate: { numerator: 30, denominator: 1 },
    scenes: scenesOf(projectId, story?.[1] ?? ['']),
    scenesError: null,
    isDropFrame: false,
  };
}

/** Returns a signed-in hosted service that answers. */
export function fakeConnection(fields: Partial<Connection>): Connection {
  return {
    connectionId: 'con-0',
    kind: 'oauth',
    isActive: true,
    state: 'ready',
    address: 'api.studio.example',
    serviceUrl: 'https://api.studio.example',
    account: {
      email: 'ines@example.org',
      displayName: 'Ines Okafor',
      teamId: 'team_7f3a91',
      credentialName: 'Dailies on atelier-2',
    },
    credentialIn: 'keychain',
    budgetLeft: 0.96,
    unfinishedCount: 0,
    offlineSince: null,
    error: null,
    ...fields,
  };
}

/** Service on this computer. */
export const fakeLocalConnection: Connection = fakeConnection({
  connectionId: 'local',
  kind: 'local',
  address: '127.0.0.1:41873',
  serviceUrl: null,
  account: {
    email: 'editor@example.org',
    displayName: null,
    teamId: 'team_local',
    credentialName: 'This launch',
  },
  credentialIn: 'session',
});

export const fakeEntities: readonly Entity[] = [
  {
    entityType: 'ACTOR',
    name: 'Ines',
    description: 'A calm presenter in her forties, in front of a plain grey wall',
    isBuiltIn: true,
  },
  { entityType: 'ACTOR', name: 'Karim', description: '', isBuiltIn: false },
  { entityType: 'VISUAL_STYLE', name: 'Ink drawing', description: '', isBuiltIn: true },
  { entityType: 'PRODUCT', name: 'Kettle', description: '', isBuiltIn: false },
  { entityType: 'SLIDESHOW_THEME', name: 'Slate', description: '', isBuiltIn: true },
].map((entity) => ({ ...entity, references: [], entityId: `ent-${entity.name.toLowerCase()}` }) as Entity);

export const fakeLanguages: readonly Language[] = [
  { languageCode: 'ar', name: 'Arabic' },
  { languageCode: 'de', name: 'German' },
  { languageCode: 'en-GB', name: 'English (United Kingdom)' },
  { languageCode: 'en-US', name: 'English (United States)' },
  { languageCode: 'es', name: 'Spanish' },
  { languageCode: 'fr', name: 'French' },
  { languageCode: 'hi', name: 'Hindi' },
  { languageCode: 'it', name: 'Italian' },
  { languageCode: 'ja', name: 'Japanese' },
  { languageCode: 'pt-BR', name: 'Portuguese (Brazil)' },
  { languageCode: 'sv', name: 'Swedish' },
  { languageCode: 'tr', name: 'Turkish' },
];

const voiceNames = [
  ['Anna', 'FEMALE'],
  ['Marius', 'MALE'],
  ['Noor', 'NEUTRAL'],
  ['Ines', 'FEMALE'],
  ['Theo', 'MALE'],
] as const;

const accents: Readonly<Record<string, string>> = { 'en-GB': 'British', 'en-US': 'American', de: 'Austrian' };

export const fakeVoices: readonly Voice[] = fakeLanguages.flatMap(({ languageCode }, row) =>
  voiceNames.slice(0, 2 + (row % 4)).map(([displayName, gender]) => ({
    voiceId: `${languageCode}-${displayName.toLowerCase()}`,
    displayName,
    languageCode,
    gender,
    accent: accents[languageCode] ?? null,
    description: null,
    supportsAllLanguages: displayName === 'Noor',
    supportsDirectToolExecution: displayName !== 'Noor',
    isDeprecated: displayName === 'Theo' && languageCode === 'it',
    samplePath:
      displayName === 'Ines' ? null : `voices/local/${languageCode}-${displayName.toLowerCase()}/sample`,
  })),
);
