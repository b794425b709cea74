import { appId } from '../../../src-main/hosts/electron/app-id.ts';
import {
  textElement,
  writeXmlElement,
  xmlElement,
  type XmlElement,
} from '../../../src-timeline/formats/xml/xml-writer.ts';
import type { PackageFacts } from '../package-facts.ts';

/** Returns the file name in `/usr/share/metainfo`. */
export const metainfoName = `${appId}.metainfo.xml`;

/**
 * Returns the description for software centres, in the format of AppStream.
 * @param releasedOn date of the version, as `2026-11-29`.
 */
export function metainfo(facts: PackageFacts, releasedOn: string): string {
  const { distributor, isSlim, license, productName, programName, version } = facts;
  const root = xmlElement('component', { type: 'desktop-application' }, [
    textElement('id', appId),
    textElement('metadata_license', 'CC0-1.0'),
    textElement('project_license', isSlim ? license : `${license} AND GPL-3.0-or-later`),
    textElement('name', productName),
    textElement('summary', 'Turn a script into an editable timeline'),
    xmlElement('description', {}, [
      textElement(
        'p',
        'Dailies makes a first cut from a script, a recording, slides or stills, and opens it in your video editor with every clip online.',
      ),
      textElement('p', 'It notices what comes back from the editor, explains the changes and keeps them.'),
    ]),
    textElement('developer_name', 'The Dailies authors'),
    xmlElement('launchable', { type: 'desktop-id' }, `${programName}.desktop`),
    distributor.homepage === null ? null : xmlElement('url', { type: 'homepage' }, distributor.homepage),
    screenshotsOf(distributor.screenshots),
    xmlElement('categories', {}, [
      textElement('category', 'AudioVideo'),
      textElement('category', 'AudioVideoEditing'),
    ]),
    xmlElement('provides', {}, [textElement('binary', programName)]),
    xmlElement('content_rating', { type: 'oars-1.1' }),
    xmlElement('releases', {}, [xmlElement('release', { version, date: releasedOn })]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXmlElement(root)}\n`;
}

function screenshotsOf(addresses: readonly string[]): XmlElement | null {
  if (addresses.length === 0) return null;
  const screenshots = addresses.map((address, index) =>
    xmlElement('screenshot', { type: index === 0 ? 'default' : null }, [textElement('image', address)]),
  );
  return xmlElement('screenshots', {}, screenshots);
}
