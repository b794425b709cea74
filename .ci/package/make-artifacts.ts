import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sizeOf } from './files.ts';
import type { Maker, MakerInput } from './maker.ts';
import { artifactName, type Format, formatsOf } from './package-facts.ts';

interface Artifact {
  readonly path: string;
  readonly sizeBytes: number;
}

interface MadeArtifacts {
  readonly artifacts: readonly Artifact[];
  /** A sentence for each format that this computer cannot make. */
  readonly notMade: readonly string[];
  /** Whether all named formats were made, or any if none was named. */
  readonly isComplete: boolean;
}

/**
 * Makes the named formats, or those of the system that this computer can make. First removes the artifacts of an earlier
 * run: whatever has one of these names may be published as the result of this run. Each artifact appears complete, by a
 * rename.
 */
export async function makeArtifacts(
  input: MakerInput,
  named: readonly Format[] | null,
  makers: readonly Maker[],
): Promise<MadeArtifacts> {
  const { facts, outFolder, workFolder, appFolder } = input;
  const outputs = (named ?? formatsOf(facts.platform)).map((format) => ({
    format,
    name: artifactName(format, facts),
    maker: makers.find((one) => one.format === format),
  }));
  for (const { maker, name } of outputs) if (maker) rmSync(join(outFolder, name), { force: true });
  const artifacts: Artifact[] = [];
  const notMade: string[] = [];
  for (const { format, name, maker } of outputs) {
    const path = maker ? join(outFolder, name) : appFolder;
    const reason = maker ? reasonAgainst(maker, input) : null;
    if (reason !== null) {
      notMade.push(`Not made: ${format}, as ${reason}.`);
      continue;
    }
    if (maker) {
      await maker.make(input, join(workFolder, name));
      renameSync(join(workFolder, name), path);
    }
    artifacts.push({ path, sizeBytes: sizeOf(path) });
  }
  const isComplete = named === null ? artifacts.length > 0 : notMade.length === 0;
  return { artifacts, notMade, isComplete };
}

function reasonAgainst(maker: Maker, input: MakerInput): string | null {
  const { platform } = input.facts;
  return formatsOf(platform).includes(maker.format) ? maker.lacks(input) : `it is not for ${platform}`;
}
