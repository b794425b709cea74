/** What the preload script and main speak on in Electron. The page reaches them only through the preload's functions. */
export const channels = {
  invoke: 'dailies:invoke',
  grantFile: 'dailies:grant-file',
  event: 'dailies:event',
} as const;
