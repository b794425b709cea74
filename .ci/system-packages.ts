import { findChromium } from '../test/ui/support/find-chromium.ts';

interface SystemPackage {
  /** Name on Debian and Ubuntu. */
  readonly name: string;
  /** A program it contains; empty for a library. */
  readonly provides: string;
  /** Finds a replacement that the system may have. */
  readonly find?: () => string | undefined;
  /** True if tests are only slower, or fewer, without it. */
  readonly isOptional?: true;
}

/** Packages that tests and benchmarks need beyond npm. */
export const packages: readonly SystemPackage[] = [
  { name: 'chromium', provides: '/usr/bin/chromium', find: () => findChromium(process.env) },
  // The same browser without windows loads a page in half the time.
  { name: 'chromium-headless-shell', provides: '/usr/bin/chromium-headless-shell', isOptional: true },
  { name: 'ffmpeg', provides: '/usr/bin/ffmpeg' },
  // Renders projects of Kdenlive and Shotcut to compare with the reference movie; skipped without it.
  { name: 'melt', provides: '/usr/bin/melt', isOptional: true },
  { name: 'libxml2-utils', provides: '/usr/bin/xmllint' },
  { name: 'libarchive-tools', provides: '/usr/bin/bsdtar' },
  { name: 'p7zip-full', provides: '/usr/bin/7z' },
  { name: 'procps', provides: '/usr/bin/pgrep' },
  { name: 'strace', provides: '/usr/bin/strace' },
  // Tests of returns on a volume without change events are skipped without it.
  { name: 'bindfs', provides: '/usr/bin/bindfs', isOptional: true },
  { name: 'xvfb', provides: '/usr/bin/Xvfb' },
  { name: 'dbus', provides: '/usr/bin/dbus-run-session' },
  { name: 'gnome-keyring', provides: '/usr/bin/gnome-keyring-daemon' },
  // Tests of notifications are skipped without it.
  { name: 'dunst', provides: '/usr/bin/dunst', isOptional: true },
  { name: 'libsecret-1-0', provides: '' },
  // Electron uses it to move files to the trash.
  { name: 'libglib2.0-bin', provides: '/usr/bin/gio' },
  // For tests of file associations and of the Windows installer, which are skipped without them.
  { name: 'desktop-file-utils', provides: '/usr/bin/update-desktop-database', isOptional: true },
  { name: 'nsis', provides: '/usr/bin/makensis', isOptional: true },
  // For tests of the manual page and of completions, which are skipped without them.
  { name: 'groff-base', provides: '/usr/bin/groff', isOptional: true },
  { name: 'mandoc', provides: '/usr/bin/mandoc', isOptional: true },
  { name: 'zsh', provides: '/usr/bin/zsh', isOptional: true },
  { name: 'curl', provides: '/usr/bin/curl' },
  { name: 'nginx-light', provides: '/usr/sbin/nginx' },
  { name: 'openssl', provides: '/usr/bin/openssl' },
  { name: 'faketime', provides: '/usr/bin/faketime' },
  { name: 'zstd', provides: '/usr/bin/zstd' },
];
