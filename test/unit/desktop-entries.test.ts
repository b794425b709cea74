import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { desktopEntry, openWithEntry, openWithName } from '../../.ci/package/linux/package-texts.ts';
import type { PackageFacts } from '../../.ci/package/package-facts.ts';

const facts: PackageFacts = {
  productName: 'Dailies',
  programName: 'dailies',
  version: '1.2.3',
  description: '',
  license: 'MIT',
  platform: 'linux',
  arch: 'x64',
  isSlim: false,
  distributor: { homepage: null, maintainer: 'Ann Editor <ann@example.com>', screenshots: [] },
};

/** Programs with file types of their own, as their packages name and claim them. */
const others = {
  'org.kde.kdenlive': 'application/x-kdenlive',
  'org.shotcut.Shotcut': 'application/vnd.mlt+xml',
  'org.gnome.Evince': 'application/pdf',
  'org.gnome.TextEditor': 'text/plain',
  vlc: 'video/mp4;video/quicktime;video/x-matroska;audio/x-wav;audio/mpeg',
};

const hasDesktopTools = ['update-desktop-database', 'gio'].every(
  (program) => spawnSync('which', [program]).status === 0,
);

test.runIf(hasDesktopTools)(
  'a double-click opens the program that owns a file, and Dailies what no other owns or has',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'dailies-entries-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const entries = join(folder, 'data', 'applications');
    const programs = join(folder, 'bin');
    for (const path of [entries, programs]) mkdirSync(path, { recursive: true });
    writeFileSync(join(programs, 'dailies'), '#!/bin/sh\n', { mode: 0o755 });
    for (const [name, types] of Object.entries(others)) {
      const lines = ['[Desktop Entry]', 'Type=Application', `Name=${name}`, 'Exec=sh %U'];
      writeFileSync(join(entries, `${name}.desktop`), [...lines, `MimeType=${types};`, ''].join('\n'));
    }
    writeFileSync(join(entries, 'dailies.desktop'), desktopEntry(facts));
    writeFileSync(join(entries, openWithName(facts)), openWithEntry(facts));
    execFileSync('update-desktop-database', [entries]);
    const env = {
      PATH: `${programs}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      LC_ALL: 'C',
      XDG_DATA_HOME: join(folder, 'home'),
      XDG_DATA_DIRS: join(folder, 'data'),
      XDG_CONFIG_HOME: folder,
      XDG_CONFIG_DIRS: folder,
    };
    const ask = (type: string): string => execFileSync('gio', ['mime', type], { env, encoding: 'utf8' });
    const first = (type: string): string | null =>
      /^Default.*: (\S+)\.desktop$/m.exec(ask(type))?.[1] ?? null;
    const [kdenlive, shotcut, evince] = Object.keys(others);
    expect(first('application/x-kdenlive')).toBe(kdenlive);
    expect(first('application/vnd.mlt+xml')).toBe(shotcut);
    expect(first('application/pdf')).toBe(evince);
    for (const type of others.vlc.split(';')) {
      expect(first(type)).toBe('vlc');
      expect(ask(type)).toContain('zz-dailies.desktop');
    }
    expect(ask('text/markdown')).not.toContain('dailies');
    expect(first('application/x-otio')).toBe('dailies');
    expect(first('x-scheme-handler/dailies')).toBe('dailies');
    expect(first('application/mlt+xml')).toBe('zz-dailies');
  },
);

test('the entry for files of other programs is in no menu and claims nothing the menu entry claims', () => {
  const typesOf = (entry: string): string[] => /^MimeType=(.*);$/m.exec(entry)?.[1]?.split(';') ?? [];
  const [own, foreign] = [desktopEntry(facts), openWithEntry(facts)].map(typesOf);
  expect(own).toEqual([
    'x-scheme-handler/dailies',
    'application/x-fcpxml',
    'application/x-otio',
    'application/x-edl',
  ]);
  expect(foreign).toEqual(expect.arrayContaining(['application/mlt+xml', 'video/mp4']));
  expect(foreign?.filter((type) => own?.includes(type))).toEqual([]);
  expect(openWithEntry(facts)).toContain('\nNoDisplay=true\n');
  expect(openWithName(facts)).toBe('zz-dailies.desktop');
});
