import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

/** Folders of the media engine: the parts all makers use, pure editing and drafting, and the makers. */
const mediaBasics = ['audio', 'av', 'captions', 'fonts', 'media', 'pictures', 'speech', 'text', 'video'];
const mediaPure = ['assistant', 'edit'];
const mediaMakers = [
  'avatars',
  'clips',
  'documents',
  'engine',
  'images',
  'recordings',
  'remix',
  'render',
  'sounds',
];
/** Creates a zone in which no folder of `targets` may import one of `from`; all lie in the folder `top`. */
const layer = (top, targets, from) => ({
  target: targets.map((name) => `${top}/${name}`),
  from: from.map((name) => `${top}/${name}`),
});
/** Import rules inside each workspace, and for the service's imports from the engine. */
const workspaceZones = [
  { target: './src-service', from: './src-media', except: ['./exports', './create-media-engine.ts'] },
  layer(
    './src-media',
    [...mediaBasics, ...mediaPure, ...mediaMakers],
    ['exports', 'create-media-engine.ts', 'create-pool-tools.ts', 'create-scene-tools.ts'],
  ),
  layer('./src-media', mediaBasics, [...mediaPure, ...mediaMakers, 'worker']),
  layer('./src-media', [...mediaPure, ...mediaMakers], ['worker']),
  layer('./src-media', mediaPure, mediaMakers),
];
/** Folders of `src-service` that each of its folders may import. */
const serviceRooms = {
  routes: ['webhooks', 'views', 'http', 'jobs', 'bundles', 'catalogue', 'auth', 'store'],
  webhooks: ['views', 'jobs', 'store'],
  views: ['http', 'jobs', 'store'],
  http: ['jobs', 'auth', 'store'],
  jobs: ['bundles', 'catalogue', 'auth', 'store'],
  catalogue: ['auth', 'store'],
  auth: ['store'],
  bundles: [],
  store: [],
};
/** Files that assemble the service; no folder of it may import them. */
const serviceRoots = [
  'create-handlers',
  'create-job-engine',
  'open-store',
  'run-service',
  'service-parts',
  'start-service',
];

const mainBase = ['api', 'state', 'foundation'];

const mainFeatures = [
  'openings',
  'updates',
  'connections',
  'cuts',
  'returns',
  'deliveries',
  'editors',
  'projects',
  'engine',
  'jobs',
  'transfers',
  'intake',
];

/** Rooms of `src-main` that each of its rooms may import: hosts, app, features, and their common base. */
const mainRooms = {
  hosts: ['app', ...mainFeatures, ...mainBase],
  app: [...mainFeatures, ...mainBase],
  openings: ['connections', 'intake', ...mainBase],
  updates: ['transfers', ...mainBase],
  connections: mainBase,
  cuts: ['returns', 'deliveries', 'projects', 'engine', 'jobs', 'transfers', 'intake', ...mainBase],
  returns: ['deliveries', 'editors', 'projects', 'jobs', 'transfers', 'intake', ...mainBase],
  deliveries: ['editors', 'projects', 'jobs', 'transfers', 'intake', ...mainBase],
  editors: mainBase,
  projects: ['jobs', 'transfers', 'intake', ...mainBase],
  engine: ['intake', ...mainBase],
  jobs: ['transfers', 'intake', ...mainBase],
  transfers: ['intake', ...mainBase],
  intake: ['state', 'foundation'],
  api: ['foundation'],
  state: ['foundation'],
  foundation: [],
  'platform.ts': [],
};

const hostRooms = {
  start: ['electron', 'browser', 'headless', 'node', 'page', 'door'],
  commands: ['mcp', 'headless', 'node', 'page', 'door'],
  mcp: ['commands', 'headless', 'node'],
  electron: ['page'],
  browser: ['page'],
  headless: ['node', 'page'],
  node: [],
  page: [],
  door: [],
};

/** Forbids each room of a folder to import rooms it does not list. `platform.ts`, the ports, is open to all. */
function zonesOf(folder, rooms) {
  return Object.entries(rooms).flatMap(([room, open]) => {
    const isClosed = (other) => ![room, 'platform.ts', ...open].includes(other);
    const from = Object.keys(rooms).filter(isClosed);
    return from.length === 0
      ? []
      : [{ target: `${folder}/${room}`, from: from.map((other) => `${folder}/${other}`) }];
  });
}

/** Import rules as in ARCHITECTURE.md, "Import rules": `target` may not import `from`. */
const zones = [
  {
    target: './src-timeline',
    from: ['./src-shared', './src-main', './src-service', './src-media', './src-renderer', './src-preload'],
  },
  layer('./src-timeline', ['model'], ['formats', 'diff', 'merge', 'changes']),
  layer('./src-timeline', ['formats'], ['diff', 'merge', 'changes']),
  layer('./src-timeline', ['diff'], ['merge', 'changes']),
  layer('./src-timeline', ['merge'], ['changes']),
  {
    target: './src-shared',
    from: ['./src-main', './src-service', './src-media', './src-renderer', './src-preload'],
  },
  { target: './src-media', from: ['./src-main', './src-service', './src-renderer', './src-preload'] },
  { target: './src-service', from: ['./src-main', './src-renderer', './src-preload'] },
  { target: './src-preload', from: ['./src-main', './src-service', './src-media', './src-renderer'] },
  { target: './src-renderer', from: ['./src-main', './src-service', './src-media', './src-preload'] },
  { target: './src-main', from: ['./src-service', './src-media', './src-renderer', './src-preload'] },
  ...workspaceZones,
  ...zonesOf('./src-service', serviceRooms),
  layer(
    './src-service',
    Object.keys(serviceRooms),
    serviceRoots.map((name) => `${name}.ts`),
  ),
  ...zonesOf('./src-main', mainRooms),
  { target: './src-main/transfers/http1', from: './src-main', except: ['./transfers/http1'] },
  ...zonesOf('./src-main/hosts', hostRooms),
  {
    target: ['./src-renderer/components', './src-renderer/format'],
    from: ['state', 'screens', 'shell', 'App.svelte'].map((name) => `./src-renderer/${name}`),
  },
  {
    target: './src-renderer/state',
    from: ['./src-renderer/screens', './src-renderer/shell', './src-renderer/App.svelte'],
  },
  ...['generate', 'projects', 'activity', 'returns', 'connections', 'settings'].map(
    (screen, _index, screens) => ({
      target: `./src-renderer/screens/${screen}`,
      from: screens.filter((other) => other !== screen).map((other) => `./src-renderer/screens/${other}`),
    }),
  ),
  { target: './src-renderer/screens', from: ['./src-renderer/shell', './src-renderer/App.svelte'] },
  { target: './src-renderer/shell', from: ['./src-renderer/App.svelte'] },
];

/** Modules that load native code or need a host. Only the named folders may import each of them. */
const electronImport = {
  name: 'electron',
  message: 'Only src-main/hosts/electron, src-main/index.ts and src-preload may import this.',
};
const keytarImport = { name: 'keytar', message: 'Only src-main/connections/keychain may import this.' };
/** A class with more has two responsibilities. Inherited members are not counted. */
const tooManyDeps = {
  selector: 'TSInterfaceDeclaration[id.name=/(Deps|Options|Parts)$/] > TSInterfaceBody > :nth-child(9)',
  message: 'An object of dependencies or options has at most eight members.',
};
/** Packing saves a line and hides how much a file holds. */
const packing = [
  {
    selector: 'SpreadElement[argument.type=/^(Object|Array)Expression$/]',
    message: 'Write the parts of the spread literal in place.',
  },
  {
    selector:
      "VariableDeclarator[id.type='ArrayPattern'][init.type='ArrayExpression']:not(:has(ArrayPattern > RestElement))",
    message: 'Declare each variable on its own.',
  },
];
const testCall =
  'CallExpression:matches([callee.name=/^(test|it|describe)$/], [callee.object.name=/^(test|it|describe)$/], [callee.callee.object.name=/^(test|it|describe)$/])';
const questionTitle = 'A title names its subject and does not begin with "what" or "who".';
const questionTitles = [
  { selector: `${testCall} > Literal:first-child[value=/^(what|who)\\b/i]`, message: questionTitle },
  {
    selector: `${testCall} > TemplateLiteral:first-child > TemplateElement:first-child[value.raw=/^(what|who)\\b/i]`,
    message: questionTitle,
  },
];
const restrictImports = (...paths) => ({ 'no-restricted-imports': ['error', { paths }] });
/** The service must import the engine as a package, so that only its `exports` are available. */
const mediaByPath = {
  group: ['**/src-media/**'],
  message: 'Import what @dailies/media exports.',
};

/** Turns off the rules against values of type any: TypeScript alone gives imported components that type. */
const untypedValues = Object.fromEntries(
  ['argument', 'assignment', 'call', 'member-access', 'return'].map((use) => [
    `@typescript-eslint/no-unsafe-${use}`,
    'off',
  ]),
);

export default ts.config(
  {
    ignores: [
      'out/',
      'node_modules/',
      '.cache/',
      'test-results/',
      'playwright-report/',
      '.ci/test-electron/launcher.js',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strict,
  {
    languageOptions: { globals: { ...globals.es2024 } },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-default-export': 'error',
      // One import per module: `import type` if it imports only types, inline `type` next to values.
      'no-duplicate-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      'import-x/order': ['error', { alphabetize: { order: 'asc' }, 'newlines-between': 'never' }],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 14],
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-extraneous-class': 'off',
      ...restrictImports(electronImport, keytarImport),
      'no-restricted-syntax': [
        'error',
        { selector: "ImportExpression[source.value='keytar']", message: keytarImport.message },
        tooManyDeps,
        ...packing,
      ],
    },
  },
  {
    // oxlint has the rules that need types for all other files; the two lists are alike.
    files: ['**/*.svelte'],
    extends: [ts.configs.strictTypeCheckedOnly],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  // Must follow the rules above, because their parser cannot read components.
  ...svelte.configs['flat/recommended'],
  {
    files: ['src-main/hosts/electron/**', 'src-main/index.ts', 'src-preload/**'],
    rules: restrictImports(keytarImport),
  },
  {
    files: ['src-main/connections/keychain/**'],
    rules: { ...restrictImports(electronImport), 'no-restricted-syntax': ['error', tooManyDeps, ...packing] },
  },
  {
    files: ['src-service/**'],
    rules: {
      'no-restricted-imports': ['error', { paths: [electronImport, keytarImport], patterns: [mediaByPath] }],
    },
  },
  { files: ['test/**'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
    rules: { 'import-x/no-default-export': 'off', 'svelte/no-at-html-tags': 'error' },
  },
  {
    files: ['**/*.svelte'],
    rules: {
      ...untypedValues,
      '@typescript-eslint/restrict-plus-operands': ['error', { allowAny: true, allowNumberAndString: true }],
      // Props are declared with `let`; `svelte/prefer-const` is off too.
      'prefer-const': 'off',
    },
  },
  // At most ten files that lose more than they gain when they are split.
  {
    files: [
      'src-main/deliveries/deliveries.ts',
      'src-renderer/screens/projects/viewer/ProjectViewer.svelte',
      'src-renderer/state/draft/draft.svelte.ts',
      'test/fakes/page/fake-main.ts',
      'test/ui/returns/returns.test.ts',
      'test/unit/main/returns/watch/return-scanner.test.ts',
      'test/unit/renderer/state/draft/draft.svelte.test.ts',
      'test/unit/timeline/diff/random-edits.ts',
    ],
    rules: { 'max-lines': ['error', { max: 500 }] },
  },
  // These functions mostly list parts, one a line.
  {
    files: ['src-main/app/compose-*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }] },
  },
  // The rule mistakes the host's `require` for an import.
  { files: ['src-editors/**'], rules: { 'import-x/order': 'off' } },
  {
    files: ['src-renderer/**', 'src-editors/**'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['test/**', '.ci/**', 'tools/**'],
    rules: {
      'max-lines-per-function': 'off',
      'no-console': 'off',
      'no-restricted-syntax': ['error', ...packing, ...questionTitles],
      'import-x/no-restricted-paths': 'off',
    },
  },
  {
    files: ['*.config.{ts,js}', '.ci/test-electron/*.config.ts'],
    rules: { 'import-x/no-default-export': 'off' },
  },
);
