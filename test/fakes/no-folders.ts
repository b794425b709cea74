import type { WatchedFolders } from '../../src-main/returns/watched-folders.ts';

/** No folders of the user's are watched. */
export const noFolders: Pick<WatchedFolders, 'paths' | 'note' | 'follow'> = {
  paths: () => [],
  note: () => undefined,
  follow: () => Promise.resolve(),
};
