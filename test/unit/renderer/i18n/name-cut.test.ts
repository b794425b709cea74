import { expect, test } from 'vitest';
import { nameEditors } from '../../../../src-renderer/i18n/name-cut.ts';
import type { TextOf } from '../../../../src-shared/i18n/messages.ts';

const text = ((key: string) => (key === 'common.comma' ? ', ' : key)) as TextOf;
const sent: Parameters<typeof nameEditors>[0] = { cutOrigin: null, chosenEditors: [], format: 'FCPXML' };

test('a version names the editor of its edit, else the editors it was sent to, and its format only without any', () => {
  const edit = { editor: 'kdenlive', madeAt: 0 } as const;
  const yours = { editor: 'dailies', madeAt: 0 } as const;
  expect([
    nameEditors({ ...sent, cutOrigin: edit, format: 'OTIO' }, text),
    nameEditors({ ...sent, chosenEditors: ['KDENLIVE', 'SHOTCUT'] }, text),
    nameEditors({ ...sent, cutOrigin: yours, chosenEditors: ['RESOLVE'] }, text),
    nameEditors(sent, text),
  ]).toEqual(['Kdenlive', 'Kdenlive, Shotcut', 'DaVinci Resolve', 'format.FCPXML']);
});
