import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Folder of the facts, researched by hand with sources, about the libraries inside packages with native code. */
export const licencesFolder = join('src-media', 'licences');

const textNames = z.array(z.string()).min(1);

const dataSchema = z.strictObject({
  package: z.string(),
  version: z.string(),
  ffmpeg: z.strictObject({
    version: z.string(),
    licence: z.string(),
    libraries: z.record(z.string(), z.string()),
    source: z.url(),
    patches: z.string(),
    note: z.string(),
    texts: textNames,
  }),
  builders: z.array(
    z.strictObject({
      name: z.string(),
      commit: z.string().regex(/^[0-9a-f]{40}$/),
      path: z.string(),
      says: z.string(),
    }),
  ),
  binaries: z.array(
    z.strictObject({
      package: z.string(),
      fdkAac: z.enum(['free subset', 'not proven']),
      nonfree: z.boolean().nullable(),
      evidence: z.string(),
    }),
  ),
  libraries: z.array(
    z.strictObject({
      name: z.string(),
      licence: z.string(),
      source: z.url(),
      revision: z.string().optional(),
      recipe: z.string().optional(),
      foundInBinary: z.string().optional(),
      systems: z.string().optional(),
      texts: textNames,
    }),
  ),
  offers: z.array(
    z.strictObject({
      name: z.string(),
      licence: z.string(),
      package: z.string(),
      source: z.array(z.url()).min(1),
      texts: textNames,
    }),
  ),
  /** Vocabularies and drawings that the engine's own data files or packages contain. */
  data: z.array(z.strictObject({ name: z.string(), licence: z.string(), source: z.url(), texts: textNames })),
  textSources: z.record(z.string(), z.string()),
});

export type NativeLibraries = z.infer<typeof dataSchema>;

export function readNativeLibraries(): NativeLibraries {
  return dataSchema.parse(JSON.parse(readFileSync(join(licencesFolder, 'native-libraries.json'), 'utf8')));
}

/** Returns the texts of the libraries, one entry per library and text. */
export function nativeTexts({
  ffmpeg,
  libraries,
  offers,
  data,
}: NativeLibraries): { name: string; text: string }[] {
  const owners = [{ name: 'FFmpeg', texts: ffmpeg.texts }, ...libraries, ...offers, ...data];
  return owners.flatMap(({ name, texts }) =>
    texts.map((file) => ({
      name,
      text: readFileSync(join(licencesFolder, 'texts', `${file}.txt`), 'utf8').trim(),
    })),
  );
}

/** Names the binaries that a package may contain, because they are proven to be free. */
export function freeBinaries({ binaries }: NativeLibraries): readonly string[] {
  return binaries
    .filter(({ fdkAac, nonfree }) => fdkAac === 'free subset' && nonfree === false)
    .map(({ package: name }) => name);
}

/** Returns the chapters about the libraries inside `node-av` and the places of their sources. */
export function nativeChapters(data: NativeLibraries): string {
  const { ffmpeg } = data;
  return `## Libraries inside \`${data.package}\` ${data.version}

FFmpeg ${ffmpeg.version}, under ${ffmpeg.licence}, with these libraries linked into it or compiled against; the builds with
MSVC have a selection of them. ${ffmpeg.note}

| Library | Licence | Source | Revision | Where |
| --- | --- | --- | --- | --- |
${data.libraries
  .map(
    ({ name, licence, source, revision = '', foundInBinary, systems = 'everywhere' }) =>
      `| ${name} | ${licence} | ${source} | ${[revision, foundInBinary && `binary: ${foundInBinary}`].filter(Boolean).join('; ')} | ${systems} |`,
  )
  .join('\n')}

The revisions are those of the builders' recipes:

${data.builders.map(({ name, commit, path, says }) => `- ${name} at ${commit}, \`${path}\`: ${says}`).join('\n')}

| Binary | fdk-aac | Built with --enable-nonfree | How this is known |
| --- | --- | --- | --- |
${data.binaries
  .map(
    ({ package: name, fdkAac, nonfree, evidence }) =>
      `| ${name} | ${fdkAac} | ${nonfree === null ? 'not known' : nonfree ? '**yes**' : 'no'} | ${evidence} |`,
  )
  .join('\n')}

A package contains only a binary that is proven to be free: ${freeBinaries(data).join(', ')}. \`npm run sources\` archives
the source of that binary, and of each library in it, at the revisions it was built from.

## Vocabularies and drawings

${data.data.map(({ name, licence, source }) => `- **${name}** (${licence}): ${source}`).join('\n')}

## Offer of source

Whoever gets a package of the app with the media engine has a right to the complete source of these parts, as they are
in that package, under the licences named:

${data.offers
  .map(
    ({ name, licence, package: from, source }) =>
      `- **${name}** (${licence}), in \`${from}\`: ${source.join(' and ')}`,
  )
  .join('\n')}

Who distributes such a package offers the same sources beside it, or in writing for at least three years to everybody who
has it, at no more than the cost of sending them.
`;
}
