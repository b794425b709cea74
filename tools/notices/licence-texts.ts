import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A licence text and the packages under it. */
export interface LicenceText {
  readonly names: readonly string[];
  /** Copyright lines of all packages that share the text; empty when the text itself contains them. */
  readonly copyrights: readonly string[];
  readonly text: string;
}

const copyrightLine =
  /^\W*(copyright\s*(\(c\)|©|\d{4}|by\b)|portions copyright|\(c\)\s*\d{4}|©)|^\W*all rights reserved\.?\W*$/i;

/** Returns the words of a licence without its copyright lines and line breaks. */
function wordsOf(text: string): string {
  const lines = text.split('\n').filter((line) => !copyrightLine.test(line));
  return lines.join(' ').replace(/\s+/g, ' ').trim();
}

/** Returns a function that tests whether a document contains a text, whoever holds its copyright. */
export function textFinder(document: string): (text: string) => boolean {
  const words = wordsOf(document);
  return (text) => words.includes(wordsOf(text));
}

/** Merges texts that differ only in their copyright lines. Each text has a name; the order stays. */
export function mergeTexts(named: readonly { name: string; text: string }[]): LicenceText[] {
  const groups = new Map<string, { name: string; text: string }[]>();
  for (const one of named) {
    const words = wordsOf(one.text);
    groups.set(words, [...(groups.get(words) ?? []), one]);
  }
  return [...groups.values()].map((group) => {
    const names = [...new Set(group.map(({ name }) => name))];
    const text = group[0]?.text ?? '';
    if (group.every((other) => other.text === text)) return { names, copyrights: [], text };
    const lines = group.flatMap((one) => one.text.split('\n').filter((line) => copyrightLine.test(line)));
    const kept = text.split('\n').filter((line) => !copyrightLine.test(line));
    return {
      names,
      copyrights: [...new Set(lines.map((line) => line.trim()))],
      text: kept.join('\n').trim(),
    };
  });
}

const licenceFile = /^(licen[cs]e|copying|ofl)([.-].*)?$/i;

/**
 * Returns the licence text in a package's folder, else the licensing section of its README or its declared components;
 * null if it is not installed.
 */
export function licenceTextIn(path: string): string | null {
  if (!existsSync(path)) return null;
  const files = readdirSync(path);
  const file = files.find((name) => licenceFile.test(name));
  if (file) return tidy(readFileSync(join(path, file), 'utf8'));
  const readme = files.find((name) => /^readme\.md$/i.test(name));
  const section =
    readme &&
    /^## Licen[cs]ing$([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(readFileSync(join(path, readme), 'utf8'));
  return section ? tidy(section[1] ?? '') : componentsIn(path);
}

interface Component {
  readonly name: string;
  readonly version?: string;
  readonly licenses?: readonly {
    readonly expression?: string;
    readonly license?: { readonly id?: string };
  }[];
}

/** Returns the components that a package of native code declares in a CycloneDX list; null without one. */
function componentsIn(path: string): string | null {
  const file = join(path, 'sbom.cdx.json');
  if (!existsSync(file)) return null;
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as { components: readonly Component[] };
  const lines = components.flatMap(({ name, version, licenses = [] }) => {
    const licence = licenses.map(({ expression, license }) => expression ?? license?.id ?? '').join(', ');
    return licence === '' ? [] : [`${name} ${version ?? ''} (${licence})`];
  });
  return `Made of these components, each under its own licence:\n\n${lines.join('\n')}`;
}

function tidy(text: string): string {
  return text.replaceAll('\r', '').trim();
}
