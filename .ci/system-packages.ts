import { findChromium } from '../test/ui/support/find-chromium.ts';

interface SystemPackage {
  /** On Debian and Ubuntu. */
  readonly name: string;
  /** A program of it; empty for a library. */
  readonly provides: string;
  /** What does instead of it, where the system has that. */
  readonly find?: () => string | undefined;
  /** Tests are only slower, or fewer, without it. */
  readonly isOptional?: true;
}

/** What tests and benchmarks need beyond npm. */
export const packages: readonly SystemPackage[] = [
  { name: 'chromium', provides: '/usr/bin/chromium', find: () => findChromium(process.env) },
  // The same browser without windows takes half the time for a page.
  { name: 'chromium-headless-shell', provides: '/usr/bin/chromium-headless-shell', isOptional: true },
  { name: 'ffmpeg', provides: '/usr/bin/ffmpeg' },
  // Renders projects of Kdenlive and Shotcut beside the reference movie; that is left out without it.
  { name: 'melt', provides: '/usr/bin/melt', isOptional: true },
  { name: 'libxml2-utils', provides: '/usr/bin/xmllint' },
  { name: 'libarchive-tools', provides: '/usr/bin/bsdtar' },
  { name: 'p7zip-full', provides: '/usr/bin/7z' },
  { name: 'procps', provides: '/usr/bin/pgrep' },
  { name: 'strace', provides: '/usr/bin/strace' },
  // Returns on a volume that tells nothing are left out without it.
  { name: 'bindfs', provides: '/usr/bin/bindfs', isOptional: true },
  { name: 'xvfb', provides: '/usr/bin/Xvfb' },
  { name: 'dbus', provides: '/usr/bin/dbus-run-session' },
  { name: 'gnome-keyring', provides: '/usr/bin/gnome-keyring-daemon' },
  // Tests of notifications are left out without it.
  { name: 'dunst', provides: '/usr/bin/dunst', isOptional: true },
  { name: 'libsecret-1-0', provides: '' },
  // Electron moves to the trash by it.
  { name: 'libglib2.0-bin', provides: '/usr/bin/gio' },
  // Which program a desktop opens a file with, and the Windows installer; their tests are left out without them.
  { name: 'desktop-file-utils', provides: '/usr/bin/update-desktop-database', isOptional: true },
  { name: 'nsis', provides: '/usr/bin/makensis', isOptional: true },
  { name: 'curl', provides: '/usr/bin/curl' },
  { name: 'nginx-light', provides: '/usr/sbin/nginx' },
  { name: 'openssl', provides: '/usr/bin/openssl' },
  { name: 'faketime', provides: '/usr/bin/faketime' },
  { name: 'zstd', provides: '/usr/bin/zstd' },
];
