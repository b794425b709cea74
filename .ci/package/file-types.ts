/**
 * A file type for which *Open with* may offer the app. If another program owns it, the app is never the first choice.
 */
interface FileType {
  readonly name: string;
  readonly extensions: readonly string[];
  /** MIME types on Linux desktops; empty if the app must not be offered there. */
  readonly mimeTypes: readonly string[];
  /** True if no other program owns the type, so that the package must introduce it to Linux desktops. */
  readonly isOwn?: boolean;
}

export const linkScheme = 'dailies';

/** Timelines, finished movies, and the sources of movies. */
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
  // Text editors on Linux claim only plain text, so a program that claims Markdown itself would come before them.
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

/** Returns the MIME types that no other program owns, or those that one does, for the entries of Linux desktops. */
export function mimeTypesOf(isOwn: boolean): readonly string[] {
  return fileTypes.filter((type) => (type.isOwn ?? false) === isOwn).flatMap(({ mimeTypes }) => mimeTypes);
}

/** Returns the types that shared-mime-info does not know, in the format of its `packages` folder. */
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

/** Returns lines of the Windows installer that offer the program for each type but make it the default of none. */
export function windowsFileTypes(): string {
  const key = 'Software\\Classes\\Applications\\${APP_NAME}.exe\\SupportedTypes';
  const lines = fileTypes
    .flatMap(({ extensions }) => extensions)
    .map((extension) => `  WriteRegStr HKCU "${key}" ".${extension}" ""`);
  return `!macro RegisterFileTypes\n${lines.join('\n')}\n!macroend\n`;
}
