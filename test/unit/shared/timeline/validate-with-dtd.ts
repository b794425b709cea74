import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Apple's document types are not ours to ship: they are read from beside the project where someone put them. */
const dtdFolder = resolve(import.meta.dirname, '../../../../../shared/oracles/dtd');

/** Of libxml2; another one can be named in the environment. */
const xmllint = process.env['XMLLINT'] ?? 'xmllint';

const dtdFiles = {
  'FCPXML 1.10': 'Final_Cut_Pro_XML_DTD_version_1.10.dtd',
  'FCPXML 1.13': 'Final_Cut_Pro_XML_DTD_version_1.13.dtd',
  'xmeml 4': 'xmeml_v4.dtd',
} as const;

export type DtdName = keyof typeof dtdFiles;

/** Why documents cannot be validated on this machine; null where they can. */
export function reasonNotToValidate(): string | null {
  const missing = Object.values(dtdFiles).find((file) => !existsSync(join(dtdFolder, file)));
  if (missing !== undefined) return `SKIPPED, nothing validated: ${missing} is not in ${dtdFolder}`;
  if (spawnSync(xmllint, ['--version']).error !== undefined)
    return 'SKIPPED, nothing validated: xmllint is missing';
  return null;
}

/** What xmllint says against the documents, all in one run; empty when they are valid. */
export function complaintsOfXmllint(dtd: DtdName, documents: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'dtd-'));
  try {
    const paths = documents.map((document, index) => {
      const path = join(folder, `${String(index)}.xml`);
      writeFileSync(path, document);
      return path;
    });
    const args = ['--noout', '--nonet', '--huge', '--dtdvalid', join(dtdFolder, dtdFiles[dtd]), ...paths];
    const { status, stderr } = spawnSync(xmllint, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    return status === 0 ? '' : stderr.slice(0, 4000) || `xmllint ended with ${String(status)}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
