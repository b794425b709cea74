import { createReadStream } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { removeTree } from '../foundation/files/remove-tree.ts';
import type { System } from '../platform.ts';
import type { FileGrants } from './file-grants.ts';

const maxConversionMs = 60_000;

/** Programs that convert HEIC, which macOS has and Linux may have; Windows has none. */
const converters: Partial<
  Record<NodeJS.Platform, (from: string, to: string) => readonly [program: string, ...args: string[]]>
> = {
  darwin: (from, to) => ['/usr/bin/sips', '--setProperty', 'format', 'jpeg', from, '--out', to],
  linux: (from, to) => ['heif-convert', '-q', '95', from, to],
};

/**
 * Converts a still in HEIC to a JPEG among the app's own copies, and grants it.
 * @param path absolute.
 * @throws AppError `file_type_unsupported` with `reason` `heic` where no program converts it; as `grantCopy`.
 */
export async function convertHeic(
  path: string,
  displayName: string,
  { system, grants }: { readonly system: System; readonly grants: FileGrants },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-still-'));
  try {
    const jpeg = join(folder, 'still.jpg');
    const [program = '', ...args] = converters[system.platform]?.(path, jpeg) ?? [];
    if (program !== '') await system.run(program, args, maxConversionMs);
    const isConverted = await stat(jpeg).then(
      ({ size }) => size > 0,
      () => false,
    );
    if (!isConverted) throw heicRefused(displayName);
    return await grants.grantCopy(displayName.replace(/(?:\.hei[cf])?$/i, '.jpg'), createReadStream(jpeg));
  } finally {
    await removeTree(folder);
  }
}

function heicRefused(displayName: string): AppError {
  return new AppError(
    'file_type_unsupported',
    `${displayName} is a HEIC still, which nothing here converts.`,
    {
      details: { displayName, reason: 'heic' },
    },
  );
}
