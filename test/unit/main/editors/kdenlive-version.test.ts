import { expect, test } from 'vitest';
import type { InstalledEditor } from '../../../../src-main/editors/installed-editor.ts';
import { kdenliveVersionFor } from '../../../../src-main/editors/kdenlive-version.ts';

const kdenlive = (version: string | null): Pick<InstalledEditor, 'editor' | 'version'> => ({
  editor: 'KDENLIVE',
  version,
});
const shotcut = { editor: 'SHOTCUT', version: '22.12.21' } as const;

test.each([
  ['1.1', []],
  ['1.1', [shotcut]],
  ['1.1', [kdenlive(null)]],
  ['1.1', [kdenlive('23.04')]],
  ['1.1', [kdenlive('23.04.0'), shotcut]],
  ['1.1', [kdenlive('26.08.2')]],
  ['1.04', [kdenlive('22.12.3'), shotcut]],
  ['1.04', [kdenlive('23.03.90')]],
  ['1.1', [kdenlive('22.12.3'), kdenlive('26.08.2')]],
] as const)('documents are of version %s for %j', (version, editors) => {
  expect(kdenliveVersionFor(editors)).toBe(version);
});
