import { registerHooks } from 'node:module';

/** Loaded before the built main process: whoever imports `electron` gets the stand-in. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron') return next(specifier, context);
    return { url: new URL('./electron-module.ts', import.meta.url).href, shortCircuit: true };
  },
});
