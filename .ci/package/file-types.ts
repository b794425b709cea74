/** A kind of file the app may be chosen for by *Open with*. It is never the first choice: other programs own them. */
interface FileType {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly mimeType: string;
  /** Whether Linux desktops need to learn of it from the package. */
  readonly isOwn?: boolean;
}

export const linkScheme = 'dailies';

/** Timelines, finished movies, and what movies are made from. */
export const fileTypes: readonly FileType[] = [
  { name: 'Final Cut Pro XML', extensions: ['fcpxml'], mimeType: 'application/x-fcpxml', isOwn: true },
  { name: 'OpenTimelineIO timeline', extensions: ['otio'], mimeType: 'application/x-otio', isOwn: true },
  { name: 'Edit decision list', extensions: ['edl'], mimeType: 'application/x-edl', isOwn: true },
  { name: 'Kdenlive project', extensions: ['kdenlive'], mimeType: 'application/x-kdenlive' },
  { name: 'MLT project', extensions: ['mlt'], mimeType: 'application/mlt+xml' },
  { name: 'MPEG-4 movie', extensions: ['mp4', 'm4v'], mimeType: 'video/mp4' },
  { name: 'QuickTime movie', extensions: ['mov'], mimeType: 'video/quicktime' },
  { name: 'Matroska movie', extensions: ['mkv'], mimeType: 'video/x-matroska' },
  { name: 'WAV sound', extensions: ['wav'], mimeType: 'audio/x-wav' },
  { name: 'MP3 sound', extensions: ['mp3'], mimeType: 'audio/mpeg' },
  { name: 'Markdown text', extensions: ['md', 'markdown'], mimeType: 'text/markdown' },
  { name: 'PDF slides', extensions: ['pdf'], mimeType: 'application/pdf' },
];

/** For `Info.plist`. */
export const macDocumentTypes = fileTypes.map(({ name, extensions }) => ({
  CFBundleTypeName: name,
  CFBundleTypeExtensions: extensions,
  CFBundleTypeRole: 'Viewer',
  LSHandlerRank: 'Alternate',
}));

/** The types that shared-mime-info does not know, for its folder of packages. */
export function mimePackage(): string {
  const types = fileTypes
    .filter(({ isOwn }) => isOwn)
    .map(({ name, extensions, mimeType }) => {
      const globs = extensions.map((extension) => `<glob pattern="*.${extension}"/>`).join('');
      return `  <mime-type type="${mimeType}"><comment>${name}</comment>${globs}</mime-type>\n`;
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
