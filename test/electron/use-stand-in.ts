import { registerHooks } from 'node:module';

/** Loads before the built main process and redirects imports of `electron` to the stand-in. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron') return next(specifier, context);
    return { url: new URL('./electron-module.ts', import.meta.url).href, shortCircuit: true };
  },
});
