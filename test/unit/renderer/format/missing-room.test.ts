import { describe, expect, test } from 'vitest';
import { describeMissingRoom, driveOf } from '../../../../src-renderer/format/missing-room.ts';
import { explainWait, nameWait } from '../../../../src-renderer/i18n/describe-wait.ts';
import { englishMessages } from '../../../fakes/english-words.ts';

const words = englishMessages;
const missingRoom = {
  folder: '/Volumes/Projects SSD/Dailies',
  neededBytes: 3_512_000_000,
  freeBytes: 312_000_000,
};

describe('a drive is called as the user knows it', () => {
  test.each([
    ['/Volumes/Projects SSD/Dailies', 'Projects SSD'],
    ['/run/media/ines/RAID 2/Dailies', 'RAID 2'],
    ['E:\\Projects\\Dailies', 'E:'],
  ])('%s is on %s', (folder, drive) => {
    expect(driveOf(folder)).toBe(drive);
  });

  test.each(['/home/ines/Movies', '/media/raid/Dailies', '\\\\server\\share\\Dailies'])(
    '%s does not tell, and stands for itself',
    (folder) => {
      expect(driveOf(folder)).toBe(folder);
    },
  );
});

test('missing space is needed space less free space, and never below zero', () => {
  expect(describeMissingRoom(missingRoom, 'en-GB')).toEqual({
    missing: '3.2 GB',
    needed: '3.5 GB',
    free: '312 MB',
    drive: 'Projects SSD',
  });
  expect(describeMissingRoom({ ...missingRoom, freeBytes: 9e9 }, 'en-GB').missing).toBe('0 byte');
});

test('a wait for room says how much and where, or only that, where the system does not tell', () => {
  expect(nameWait({ waitingFor: 'space', missingRoom }, words)).toBe('Waiting for 3.2 GB');
  expect(explainWait({ waitingFor: 'space', missingRoom }, words)).toMatch(
    /^Projects SSD needs 3\.2 GB more space: 3\.5 GB needed, 312 MB free\./,
  );
  const unmeasured = { waitingFor: 'space', missingRoom: null } as const;
  expect(nameWait(unmeasured, words)).toBe('Waiting for space');
  expect(explainWait(unmeasured, words)).toMatch(/^The drive is full\./);
});
