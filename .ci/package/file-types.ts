/** A kind of file the app may be chosen for by *Open with*. It is never the first choice where another program owns it. */
interface FileType {
  readonly name: string;
  readonly extensions: readonly string[];
  /** Under which Linux desktops know it; empty where the app is not to be offered there. */
  readonly mimeTypes: readonly string[];
  /** Whether no other program owns it, so that Linux desktops need to learn of it from the package. */
  readonly isOwn?: boolean;
}

export const linkScheme = 'dailies';

/** Timelines, finished movies, and what movies are made from. */
const fileTypes: readonly FileType[] = [
  { name: 'Final Cut Pro XML', extensions: ['fcpxml'], mimeTypes: ['application/x-fcpxml'], isOwn: true },
  { name: 'OpenTimelineIO timeline', extensions: ['otio'], mimeTypes: ['application/x-otio'], isOwn: true },
  { name: 'Edit decision list', extensions: ['edl'], mimeTypes: ['application/x-edl'], isOwn: true },
  { name: 'Kdenlive project', extensions: ['kdenlive'], mimeTypes: ['application/x-kdenlive'] },
  { name: 'MLT project', extensions: ['mlt'], mimeTypes: ['application/mlt+xml', 'application/vnd.mlt+xml'] },
  { name: 'MPEG-4 movie', extensions: ['mp4', 'm4v'], mimeTypes: ['video/mp4'] },
  { name: 'QuickTime movie', extensions: ['mov'], mimeTypes: ['video/quicktime'] },
  { name: 'Matroska movie', extensions: ['mkv'], mimeTypes: ['video/x-matroska'] },
  { name: 'WAV sound', extensions: ['wav'], mimeTypes: ['audio/x-wav'] },
  { name: 'MP3 sound', extensions: ['mp3'], mimeTypes: ['audio/mpeg'] },
  // Text editors of Linux claim plain text alone, and whoever claims Markdown itself comes before them.
  { name: 'Markdown text', extensions: ['md', 'markdown'], mimeTypes: [] },
  { name: 'PDF slides', extensions: ['pdf'], mimeTypes: ['application/pdf'] },
];

/** For `Info.plist`. */
export const macDocumentTypes = fileTypes.map(({ name, extensions }) => ({
  CFBundleTypeName: name,
  CFBundleTypeExtensions: extensions,
  CFBundleTypeRole: 'Viewer',
  LSHandlerRank: 'Alternate',
}));

/** For the entries of Linux desktops: what no other program owns, or what one does. */
export function mimeTypesOf(isOwn: boolean): readonly string[] {
  return fileTypes.filter((type) => (type.isOwn ?? false) === isOwn).flatMap(({ mimeTypes }) => mimeTypes);
}

/** The types that shared-mime-info does not know, for its folder of packages. */
export function mimePackage(): string {
  const types = fileTypes
    .filter(({ isOwn }) => isOwn)
    .flatMap(({ name, extensions, mimeTypes }) => {
      const globs = extensions.map((extension) => `<glob pattern="*.${extension}"/>`).join('');
      return mimeTypes.map(
        (mimeType) => `  <mime-type type="${mimeType}"><comment>${name}</comment>${globs}</mime-type>\n`,
      );
    });
  return `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
${types.join('')}</mime-info>
`;
}

/** Lines of the Windows installer: the program is offered for each type, and becomes the default of none. */
export function windowsFileTypes(): string {
  const key = 'Software\\Classes\\Applications\\${APP_NAME}.exe\\SupportedTypes';
  const lines = fileTypes
    .flatMap(({ extensions }) => extensions)
    .map((extension) => `  WriteRegStr HKCU "${key}" ".${extension}" ""`);
  return `!macro RegisterFileTypes\n${lines.join('\n')}\n!macroend\n`;
}
