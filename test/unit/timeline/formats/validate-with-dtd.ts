import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oraclePath, reasonWithoutOracle, unlessRequired } from '../../../fakes/oracle-files.ts';

/** Program of libxml2; the environment can name another one. */
const xmllint = process.env['XMLLINT'] ?? 'xmllint';

/** Published by Apple. */
const dtdFiles = {
  'FCPXML 1.10': 'Final_Cut_Pro_XML_DTD_version_1.10.dtd',
  'FCPXML 1.13': 'Final_Cut_Pro_XML_DTD_version_1.13.dtd',
  'xmeml 4': 'xmeml_v4.dtd',
} as const;

export type DtdName = keyof typeof dtdFiles;

/** Returns why documents cannot be validated on this machine; null if they can. @throws if validation is required. */
export function reasonNotToValidate(): string | null {
  const reasons = Object.values(dtdFiles).map((file) => reasonWithoutOracle(join('dtd', file)));
  const hasNoProgram = spawnSync(xmllint, ['--version']).error !== undefined;
  if (hasNoProgram) reasons.push(unlessRequired('SKIPPED: xmllint is missing'));
  return reasons.find((reason) => reason !== null) ?? null;
}

/** Validates the documents in one run of xmllint. Returns its complaints; empty if the documents are valid. */
export function complaintsOfXmllint(dtd: DtdName, documents: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'dtd-'));
  try {
    const paths = documents.map((document, index) => {
      const path = join(folder, `${String(index)}.xml`);
      writeFileSync(path, document);
      return path;
    });
    const args = [
      '--noout',
      '--nonet',
      '--huge',
      '--dtdvalid',
      oraclePath(join('dtd', dtdFiles[dtd])),
      ...paths,
    ];
    const { status, stderr } = spawnSync(xmllint, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    return status === 0 ? '' : stderr.slice(0, 4000) || `xmllint ended with ${String(status)}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
