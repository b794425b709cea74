import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ChildEngineLauncher } from '../../src-main/hosts/node/child-engine-launcher.ts';
import { checkoutNode } from '../../src-main/hosts/node/service-program.ts';
import type { EngineLauncher, RunningEngine } from '../../src-main/platform.ts';

/** Launches the engine of this checkout and collects what it launched. */
export function realEngine(): EngineLauncher & { readonly launched: readonly RunningEngine[] } {
  const launcher = new ChildEngineLauncher({
    nodePath: checkoutNode('.', process.platform),
    entryPath: join('src-media', 'worker', 'engine-process.ts'),
  });
  const launched: RunningEngine[] = [];
  onTestFinished(() => {
    for (const running of launched) running.kill();
  });
  return {
    isIncluded: launcher.isIncluded,
    launched,
    launch: (onLine) => {
      const running = launcher.launch(onLine);
      launched.push(running);
      return running;
    },
  };
}
