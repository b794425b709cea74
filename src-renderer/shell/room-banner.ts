import HardDrive from '@lucide/svelte/icons/hard-drive';
import { describeMissingRoom } from '../format/missing-room.ts';
import type { Messages } from '../i18n/messages.ts';
import type { AppState } from '../state/app-state.svelte.ts';
import type { BannerContent } from './banner-content.ts';

/** The line about a drive too full for a hand-off: how much more it needs. Null while all have room. */
export function roomBanner(
  { deliveries, navigation }: Pick<AppState, 'deliveries' | 'navigation'>,
  { text, languageTag }: Pick<Messages, 'text' | 'languageTag'>,
): BannerContent | null {
  const waiting = deliveries.running.flatMap(({ projectTitle, missingRoom }) =>
    missingRoom === null ? [] : [{ projectTitle, missingRoom }],
  );
  const most = waiting.toSorted((a, b) => lackOf(b.missingRoom) - lackOf(a.missingRoom))[0];
  if (!most) return null;
  return {
    kind: `room.${most.missingRoom.folder}`,
    icon: HardDrive,
    tone: 'caution',
    words: text('delivery.banner.room', {
      ...describeMissingRoom(most.missingRoom, languageTag),
      count: waiting.length,
      title: most.projectTitle,
    }),
    actions: [
      {
        label: text('activity.show'),
        run: () => {
          navigation.go('activity');
        },
      },
    ],
    isDismissible: true,
  };
}

function lackOf({ neededBytes, freeBytes }: { neededBytes: number; freeBytes: number }): number {
  return neededBytes - freeBytes;
}
