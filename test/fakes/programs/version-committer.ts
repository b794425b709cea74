import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commitVersion } from '../../../src-main/deliveries/version/commit-version.ts';
import { openWorkspace } from '../../../src-main/deliveries/workspace.ts';
import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';

/** Commits versions one after the other and prints the name of each, until it is killed or has made `count`. */
const [, , root = '', owner = '', count = '1'] = process.argv;
for (let made = 0; made < Number(count); made += 1) {
  const workspace = await openWorkspace(root, `${owner}-${String(made)}`, () => Promise.resolve());
  await mkdir(join(workspace.folder, 'media'));
  for (let file = 0; file < 5; file += 1) {
    await writeFile(join(workspace.folder, 'media', `${String(file)}.bin`), Buffer.alloc(20_000, file));
  }
  const target = await commitVersion({
    rootFolder: root,
    projectName: 'Harbour',
    builtFolder: workspace.folder,
    pastNames: [],
    prepare: ({ name }) => writeFile(join(workspace.folder, 'owner.txt'), `${owner} ${name}`),
    requireRoot: () => Promise.resolve(),
    clock: createSystemClock(),
    signal: new AbortController().signal,
  });
  process.stdout.write(`${target.name}\n`);
}
