/** Electron channels between the preload script and main. The page uses them only through the preload's functions. */
export const channels = {
  invoke: 'dailies:invoke',
  grantFile: 'dailies:grant-file',
  event: 'dailies:event',
} as const;
