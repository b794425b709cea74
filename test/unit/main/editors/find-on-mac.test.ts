import { expect, test } from 'vitest';
import { findOnMac } from '../../../../src-main/editors/find-on-mac.ts';
import { macWith, rootedSystem } from '../../../fakes/rooted-system.ts';

test('editors are found by their identifiers in the folders for applications, in folders below them too', async () => {
  const system = await rootedSystem({
    home: '/Users/ada',
    ...macWith({
      '/Applications/Final Cut Pro Creator Studio.app': ['com.apple.FinalCutApp', '12.2'],
      '/Applications/DaVinci Resolve/DaVinci Resolve.app': ['com.blackmagic-design.DaVinciResolve', '21.1.1'],
      '/Applications/Adobe Premiere Pro 2026/Adobe Premiere Pro 2026.app': [
        'com.adobe.PremierePro.26',
        '26.2.0',
      ],
      '/Users/ada/Applications/kdenlive.app': ['org.kde.Kdenlive', '26.08.2'],
      '/Applications/DaVinci Resolve/Blackmagic RAW Player.app': ['com.blackmagic-design.BlackmagicRaw', '5'],
      '/Applications/Safari.app': ['com.apple.Safari', '26'],
    }),
  });
  const found = await findOnMac(system);
  expect(found.map(({ editor, version, program }) => [editor, version, program])).toEqual([
    ['FINAL_CUT', '12.2', '/Applications/Final Cut Pro Creator Studio.app'],
    ['PREMIERE', '26.2.0', '/Applications/Adobe Premiere Pro 2026/Adobe Premiere Pro 2026.app'],
    ['RESOLVE', '21.1.1', '/Applications/DaVinci Resolve/DaVinci Resolve.app'],
    ['KDENLIVE', '26.08.2', '/Users/ada/Applications/kdenlive.app'],
  ]);
});

test('of several versions of an editor the newest comes first', async () => {
  const system = await rootedSystem({
    home: '/Users/ada',
    ...macWith({
      '/Applications/Adobe Premiere Pro 2025/Adobe Premiere Pro 2025.app': [
        'com.adobe.PremierePro.25',
        '25.6.1',
      ],
      '/Applications/Adobe Premiere Pro 2026/Adobe Premiere Pro 2026.app': [
        'com.adobe.PremierePro.26',
        '26.10.0',
      ],
      '/Applications/Adobe Premiere Pro (Beta)/Adobe Premiere Pro (Beta).app': [
        'com.adobe.PremierePro',
        '26.9.0',
      ],
    }),
  });
  expect((await findOnMac(system)).map(({ version }) => version)).toEqual(['26.10.0', '26.9.0', '25.6.1']);
});

test('an editor under another name is found by Spotlight, but not one in a backup', async () => {
  const cut = '/Applications/Video/Editing/FCP.app';
  const backup = '/Volumes/Backup/Applications/Final Cut Pro.app';
  const system = await rootedSystem({
    home: '/Users/ada',
    ...macWith({ [cut]: ['com.apple.FinalCut', '11.1'], [backup]: ['com.apple.FinalCut', '10.8'] }, [
      cut,
      backup,
    ]),
  });
  expect((await findOnMac(system)).map(({ program }) => program)).toEqual([cut]);
});
