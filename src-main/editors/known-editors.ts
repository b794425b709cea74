import type { EditorName } from '../../src-shared/contract/editor.ts';

/** How an editor is found on each system. */
export interface KnownEditor {
  readonly editor: EditorName;
  /** Matches `CFBundleIdentifier` on macOS; null if the editor does not exist there. */
  readonly bundleId: RegExp | null;
  readonly windows: {
    /** Matches `DisplayName` among the uninstall entries. */
    readonly displayName: RegExp;
    /** Path of the program below the installation's folder. */
    readonly program: string;
    /** Folder below `Program Files`, for an installer that left no entry; `*` stands for one folder. */
    readonly folder: string;
  } | null;
  readonly linux: {
    /** Names of the program on `PATH`, or absolute paths. */
    readonly programs: readonly string[];
    /** Id of the desktop entry, the metadata and the Flatpak. */
    readonly appId: string;
    readonly snap: string | null;
    /** Matches an AppImage's file name; the first group is the version. */
    readonly appImage: RegExp | null;
  } | null;
}

/**
 * Editors in the order in which they are offered. The bundle identifiers, folders and programs are those that the
 * makers' installers leave.
 */
export const knownEditors: readonly KnownEditor[] = [
  {
    editor: 'FINAL_CUT',
    bundleId: /^com\.apple\.FinalCut(?:App|Trial)?$/,
    windows: null,
    linux: null,
  },
  {
    editor: 'PREMIERE',
    bundleId: /^com\.adobe\.PremierePro(?:\.|$)/,
    windows: {
      displayName: /^Adobe Premiere(?: Pro)?(?: \d+)?$/,
      program: 'Adobe Premiere Pro.exe',
      folder: 'Adobe\\Adobe Premiere Pro *',
    },
    linux: null,
  },
  {
    editor: 'RESOLVE',
    bundleId: /^com\.blackmagic-design\.DaVinciResolve(?:Lite)?$/,
    windows: {
      displayName: /^DaVinci Resolve(?: Studio)?$/,
      program: 'Resolve.exe',
      folder: 'Blackmagic Design\\DaVinci Resolve',
    },
    linux: {
      programs: ['/opt/resolve/bin/resolve', '/home/resolve/bin/resolve'],
      appId: 'com.blackmagicdesign.resolve',
      snap: null,
      appImage: null,
    },
  },
  {
    editor: 'KDENLIVE',
    bundleId: /^org\.kde\.kdenlive$/i,
    windows: { displayName: /^kdenlive\b/i, program: 'bin\\kdenlive.exe', folder: 'kdenlive' },
    linux: {
      programs: ['kdenlive'],
      appId: 'org.kde.kdenlive',
      snap: 'kdenlive',
      appImage: /^kdenlive-([\d.]+).*\.AppImage$/i,
    },
  },
  {
    editor: 'SHOTCUT',
    bundleId: /^(?:org\.shotcut|com\.meltytech)\.Shotcut$/i,
    windows: { displayName: /^Shotcut\b/, program: 'shotcut.exe', folder: 'Shotcut' },
    linux: {
      programs: ['shotcut'],
      appId: 'org.shotcut.Shotcut',
      snap: 'shotcut',
      appImage: /^shotcut-(?:linux-x86_64-)?([\d.]+).*\.AppImage$/i,
    },
  },
  {
    editor: 'OPENSHOT',
    bundleId: /^org\.openshot\./i,
    windows: {
      displayName: /^OpenShot Video Editor\b/,
      program: 'openshot-qt.exe',
      folder: 'OpenShot Video Editor',
    },
    linux: {
      programs: ['openshot-qt'],
      appId: 'org.openshot.OpenShot',
      snap: 'openshot-community',
      appImage: /^OpenShot-v?([\d.]+).*\.AppImage$/i,
    },
  },
  {
    editor: 'AVID',
    bundleId: /^com\.avid\.mediacomposer/i,
    windows: {
      displayName: /^Avid Media Composer\b/,
      program: 'AvidMediaComposer.exe',
      folder: 'Avid\\Avid Media Composer',
    },
    linux: null,
  },
];
