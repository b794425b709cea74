import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { ZipFile } from 'yazl';

const namespaces = [
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
].join(' ');
const typeBase = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Slide of a small presentation, as the XML of its shapes. */
export interface SampleSlide {
  readonly shapes: string;
  /** Background of the slide itself; empty for the master's. */
  readonly background?: string;
  readonly notes?: string;
  readonly isHidden?: boolean;
  /** Pictures by the relation IDs in the shapes, for example `rId9`. */
  readonly pictures?: Readonly<Record<string, Buffer>>;
}

function part(name: string, content: string, attributes = ''): string {
  return `${head}<p:${name} ${namespaces} ${attributes}>${content}</p:${name}>`;
}

function relations(list: readonly (readonly [string, string, string])[]): string {
  const entries = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${typeBase}/${type}" Target="${target}"/>`,
  );
  const namespace = 'http://schemas.openxmlformats.org/package/2006/relationships';
  return `${head}<Relationships xmlns="${namespace}">${entries.join('')}</Relationships>`;
}

/** Returns a box in points on a slide of 960 × 540. */
export function frameXml(x: number, y: number, width: number, height: number, attributes = ''): string {
  const emu = (points: number) => Math.round(points * 12_700);
  return `<a:xfrm ${attributes}><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(width)}" cy="${emu(height)}"/></a:xfrm>`;
}

/** Returns a paragraph of one run. */
export function paragraphXml(text: string, run = '', properties = ''): string {
  return `<a:p>${properties}<a:r><a:rPr lang="en-US" ${run}</a:rPr><a:t>${text}</a:t></a:r></a:p>`.replace(
    '<a:rPr lang="en-US" </a:rPr>',
    '<a:rPr lang="en-US"/>',
  );
}

/** Returns a shape. @param place a placeholder such as `<p:ph type="title"/>`, empty for an independent shape */
export function shapeXml(properties: string, paragraphs: string, place = '', style = '', body = ''): string {
  const names = `<p:nvSpPr><p:cNvPr id="2" name="Shape"/><p:cNvSpPr/><p:nvPr>${place}</p:nvPr></p:nvSpPr>`;
  const text = paragraphs === '' ? '' : `<p:txBody><a:bodyPr ${body}/><a:lstStyle/>${paragraphs}</p:txBody>`;
  return `<p:sp>${names}<p:spPr>${properties}</p:spPr>${style}${text}</p:sp>`;
}

function tree(shapes: string, background = ''): string {
  const group = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';
  const paper = background === '' ? '' : `<p:bg><p:bgPr>${background}<a:effectLst/></p:bgPr></p:bg>`;
  return `<p:cSld>${paper}<p:spTree>${group}${shapes}</p:spTree></p:cSld>`;
}

const colors: Readonly<Record<string, string>> = {
  dk1: '1B2430',
  lt1: 'FFFFFF',
  dk2: '22405E',
  lt2: 'F3EFE6',
  accent1: '1F6FB2',
  accent2: 'E4572E',
  accent3: '2E9E6B',
  accent4: 'F2B134',
  accent5: '7A5CC0',
  accent6: '12A3A8',
  hlink: '1F6FB2',
  folHlink: '7A5CC0',
};

function themeXml(): string {
  const scheme = Object.entries(colors).map(
    ([name, hex]) => `<a:${name}><a:srgbClr val="${hex}"/></a:${name}>`,
  );
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = `<a:ln w="12700">${fill}</a:ln>`;
  const gradient =
    '<a:gradFill><a:gsLst><a:gs pos="0"><a:schemeClr val="phClr"/></a:gs><a:gs pos="100000"><a:schemeClr val="phClr"><a:shade val="60000"/></a:schemeClr></a:gs></a:gsLst><a:lin ang="5400000"/></a:gradFill>';
  const fonts = (name: string) => `<a:latin typeface="${name}"/><a:ea typeface=""/><a:cs typeface=""/>`;
  return `${head}<a:theme ${namespaces} name="T"><a:themeElements><a:clrScheme name="C">${scheme.join('')}</a:clrScheme><a:fontScheme name="F"><a:majorFont>${fonts('Georgia')}</a:majorFont><a:minorFont>${fonts('Calibri')}</a:minorFont></a:fontScheme><a:fmtScheme name="S"><a:fillStyleLst>${fill}${gradient}${gradient}</a:fillStyleLst><a:lnStyleLst>${line}${line}${line}</a:lnStyleLst><a:effectStyleLst/><a:bgFillStyleLst>${fill}${gradient}${gradient}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
}

const bullet = (level: number, size: number) =>
  `<a:lvl${level}pPr marL="${342_900 * level}" indent="-342900"><a:spcBef><a:spcPts val="600"/></a:spcBef><a:buFont typeface="Arial"/><a:buChar char="•"/><a:defRPr sz="${size}"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl${level}pPr>`;

const masterStyles = `<p:txStyles><p:titleStyle><a:lvl1pPr algn="l"><a:defRPr sz="4000" b="1"><a:solidFill><a:schemeClr val="tx2"/></a:solidFill><a:latin typeface="+mj-lt"/></a:defRPr></a:lvl1pPr></p:titleStyle><p:bodyStyle>${bullet(1, 2400)}${bullet(2, 2000)}</p:bodyStyle><p:otherStyle><a:lvl1pPr><a:defRPr sz="1800"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill></a:defRPr></a:lvl1pPr></p:otherStyle></p:txStyles>`;

const clrMap =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';

function masterXml(): string {
  const bar = shapeXml(
    `${frameXml(0, 0, 960, 14)}<a:prstGeom prst="rect"/><a:solidFill><a:schemeClr val="accent1"/></a:solidFill>`,
    '',
  );
  const title = shapeXml(
    frameXml(60, 36, 840, 84),
    paragraphXml('Title of the master'),
    '<p:ph type="title"/>',
    '',
    'anchor="ctr"',
  );
  const body = shapeXml(
    frameXml(60, 136, 840, 350),
    paragraphXml('Text of the master'),
    '<p:ph type="body" idx="1"/>',
  );
  const background = '<a:solidFill><a:schemeClr val="bg1"/></a:solidFill>';
  return part('sldMaster', `${tree(bar + title + body, background)}${clrMap}${masterStyles}`);
}

function addSlide(zip: ZipFile, slide: SampleSlide, number: number): void {
  const add = (path: string, text: string | Buffer) => zip.addBuffer(Buffer.from(text), path);
  const pictures = Object.entries(slide.pictures ?? {});
  for (const [id, bytes] of pictures) add(`ppt/media/${number}-${id}.png`, bytes);
  const notes =
    slide.notes === undefined ? [] : [['rId2', 'notesSlide', `../notesSlides/n${number}.xml`] as const];
  const links = pictures.map(([id]) => [id, 'image', `../media/${number}-${id}.png`] as const);
  const layout = ['rId1', 'slideLayout', '../slideLayouts/l.xml'] as const;
  add(
    `ppt/slides/s${number}.xml`,
    part('sld', tree(slide.shapes, slide.background), slide.isHidden ? 'show="0"' : ''),
  );
  add(`ppt/slides/_rels/s${number}.xml.rels`, relations([layout, ...notes, ...links]));
  if (slide.notes === undefined) return;
  const text = shapeXml('', paragraphXml(slide.notes), '<p:ph type="body" idx="1"/>');
  add(`ppt/notesSlides/n${number}.xml`, part('notes', tree(text)));
}

/** Writes a PowerPoint file with a theme, a master, a layout and the given slides. */
export async function writeSampleDeck(path: string, slides: readonly SampleSlide[]): Promise<void> {
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  const ids = slides.map((_slide, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 10}"/>`);
  const links = slides.map(
    (_slide, index) => [`rId${index + 10}`, 'slide', `slides/s${index + 1}.xml`] as const,
  );
  add('_rels/.rels', relations([['rId1', 'officeDocument', 'ppt/presentation.xml']]));
  add(
    'ppt/presentation.xml',
    part('presentation', `<p:sldIdLst>${ids.join('')}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/>`),
  );
  add('ppt/_rels/presentation.xml.rels', relations(links));
  add('ppt/slideMasters/m.xml', masterXml());
  add('ppt/slideMasters/_rels/m.xml.rels', relations([['rId1', 'theme', '../theme/t.xml']]));
  add('ppt/slideLayouts/l.xml', part('sldLayout', tree('')));
  add('ppt/slideLayouts/_rels/l.xml.rels', relations([['rId1', 'slideMaster', '../slideMasters/m.xml']]));
  add('ppt/theme/t.xml', themeXml());
  for (const [index, slide] of slides.entries()) addSlide(zip, slide, index + 1);
  zip.end();
  const file = createWriteStream(path);
  zip.outputStream.pipe(file);
  await once(file, 'close');
}
