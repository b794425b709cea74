import type { KdenliveVersion } from '../../src-timeline/formats/kdenlive/kdenlive-document.ts';
import { compareVersions, type InstalledEditor } from './installed-editor.ts';

/** The first Kdenlive that reads documents of version 1.1; older ones refuse them. */
const firstOfNewDocuments = '23.04';

/**
 * Returns the document version that all these Kdenlives read best. If all of them are old, that is the old version,
 * which newer ones convert.
 */
export function kdenliveVersionFor(
  editors: readonly Pick<InstalledEditor, 'editor' | 'version'>[],
): KdenliveVersion {
  const known = editors.filter(({ editor }) => editor === 'KDENLIVE');
  const isOld = ({ version }: Pick<InstalledEditor, 'version'>): boolean =>
    version !== null && compareVersions(version, firstOfNewDocuments) < 0;
  return known.length > 0 && known.every(isOld) ? '1.04' : '1.1';
}
