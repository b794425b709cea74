import { join } from 'node:path';
import { inject } from 'vitest';
import type { ScenarioName } from './build-scenarios.ts';

/** Returns the built program of a scenario. */
export function scenario(name: ScenarioName): string {
  return join(inject('scenarioFolder'), `${name}.js`);
}

/** With a compile cache, the programs of the tests start in half the time. */
export function compileCache(): { readonly NODE_COMPILE_CACHE: string } {
  return { NODE_COMPILE_CACHE: join(inject('scenarioFolder'), 'compiled') };
}
