import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mergeConfig, type Plugin } from 'vite';
import base from '../../electron.vite.config.ts';
import { testElectronFolder } from './test-electron.ts';

/** Builds for the test Electron, whose Node 20 has no `node:sqlite`, no `using` and no `AsyncDisposableStack`. */
const outFolder = process.env['DAILIES_TEST_BUILD'] ?? '';
const standIn = (path: string): string => pathToFileURL(join(testElectronFolder, 'node_modules', path)).href;
const sqlite = standIn('@photostructure/sqlite/dist/index.mjs');

const standIns: Plugin = {
  name: 'stand-ins',
  enforce: 'pre',
  // The build excludes Node's modules before it calls `resolveId`.
  transform: (code) =>
    code.includes("'node:sqlite'") ? code.replaceAll("'node:sqlite'", `'${sqlite}'`) : null,
  resolveId: (id) => (id === sqlite ? { id, external: 'absolute' } : null),
  renderChunk: (code, { isEntry }) =>
    isEntry ? `import '${standIn('core-js/actual/index.js')}';\n${code}` : null,
};

/** Marks the beginning of each source, so that coverage can be counted per source. */
const withMarks = { experimental: { attachDebugInfo: 'simple' } } as const;
const place = (name: string) => ({ outDir: join(outFolder, 'out', name), emptyOutDir: true });

export default mergeConfig(base, {
  main: { build: { ...place('main'), target: 'node20.18', rolldownOptions: withMarks }, plugins: [standIns] },
  preload: { build: { ...place('preload'), target: 'node20.18' } },
  renderer: { build: { ...place('renderer'), target: 'chrome130' } },
});
