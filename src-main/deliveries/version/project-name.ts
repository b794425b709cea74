import { foldName } from '../../../src-timeline/model/fold-name.ts';

/** `Harbour_v007`: the name of a version's folder and of the documents in it. */
export function versionName(projectName: string, version: number): string {
  return `${projectName}_v${String(version).padStart(3, '0')}`;
}

/** `Harbour lights v007`: the title of a version's sequence. */
export function titleOfVersion(projectTitle: string, name: string): string {
  const version = name.slice(name.lastIndexOf('_') + 1);
  const title = projectTitle.trim();
  return `${title === '' ? 'Untitled' : title} ${version}`;
}

/**
 * Returns the version number in a folder name, ignoring letter case and Unicode composition; null for other names. A
 * date has more digits than a version number.
 */
export function versionOfName(projectName: string, folderName: string): number | null {
  const prefix = foldName(`${projectName}_v`);
  const name = foldName(folderName);
  const digits = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  return /^\d{3,5}$/.test(digits) ? Number(digits) : null;
}
