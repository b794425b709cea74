import type { WatchedFolders } from '../../src-main/returns/watch/watched-folders.ts';

/** Watches no folders of the user. */
export const noFolders: Pick<WatchedFolders, 'paths' | 'note' | 'follow'> = {
  paths: () => [],
  note: () => undefined,
  follow: () => Promise.resolve(),
};
