import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sha256Of } from '../file-hash.ts';

/** Names the archives of the sources of one version of `node-av`. */
const recordSchema = z.strictObject({
  /** Version of `node-av`. */
  version: z.string(),
  /** Version of libavcodec in that source, such as `62.36.101`. */
  avcodec: z.string(),
  archives: z
    .array(z.strictObject({ name: z.string(), url: z.string(), revision: z.string(), sha256: z.string() }))
    .min(1),
});

export type SourceRecord = z.infer<typeof recordSchema>;

export const recordName = 'sources.json';

/** Packages with the local service: those without `slim` in their names. */
const wholePackage = /^dailies(?!-slim)[-_].*\.(?:deb|rpm|tar\.zst|AppImage|exe|dmg)$/;

/**
 * Checks that the folder of a release holds the sources of its media engine and a bill of materials, if one of its
 * packages contains the engine.
 * @param version of `node-av` in the packages.
 * @throws Error naming everything that is missing or differs.
 */
export function checkRelease(folder: string, version: string): void {
  const files = readdirSync(folder);
  const whole = files.filter((file) => wholePackage.test(file));
  if (whole.length === 0) return;
  const problems = [...problemsOfSources(folder, version)];
  if (!files.some((file) => file.endsWith('.cdx.json')))
    problems.push('No bill of materials (sbom-….cdx.json).');
  if (problems.length > 0)
    throw new Error(`${whole.join(', ')} must not be released:\n${problems.join('\n')}`);
}

function* problemsOfSources(folder: string, version: string): Generator<string> {
  const recordPath = join(folder, recordName);
  if (!existsSync(recordPath)) {
    yield `No ${recordName}: run npm run sources.`;
    return;
  }
  const record = recordSchema.parse(JSON.parse(readFileSync(recordPath, 'utf8')));
  if (record.version !== version) yield `The sources are those of node-av ${record.version}, not ${version}.`;
  for (const { name, sha256 } of record.archives) {
    if (!existsSync(join(folder, name))) yield `${name} is missing.`;
    else if (sha256Of(join(folder, name)) !== sha256)
      yield `${name} is not the archive that ${recordName} names.`;
  }
}
