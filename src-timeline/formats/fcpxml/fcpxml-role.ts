import type { Track } from '../../model/timeline.ts';

/**
 * Returns the role of a track. The main role is its kind; the sub-role after the point is its name, for which FCPXML
 * has no other place.
 */
export function roleOfTrack(track: Track, taken: Set<string>): string {
  const mainRole = track.kind === 'video' ? 'video' : isSoundRole(track.role) ? track.role : 'dialogue';
  const subRole = track.name.replace(/[.,?\p{Cc}]+/gu, ' ').trim() || `${mainRole}-1`;
  for (let count = 1; ; count += 1) {
    const role = `${mainRole}.${subRole}${count === 1 ? '' : ` ${String(count)}`}`;
    if (taken.has(role.toLowerCase())) continue;
    taken.add(role.toLowerCase());
    return role;
  }
}

const soundRoles: readonly string[] = ['dialogue', 'music', 'effects'] satisfies readonly Track['role'][];

function isSoundRole(role: string): role is 'dialogue' | 'music' | 'effects' {
  return soundRoles.includes(role);
}

/** Returns role and name of a sound track from its role. Final Cut treats sound without a known role as dialogue. */
export function trackOfSoundRole(role: string): { readonly role: Track['role']; readonly name: string } {
  const mainRole = (role.split('.')[0] ?? '').toLowerCase();
  return { role: isSoundRole(mainRole) ? mainRole : 'dialogue', name: nameOfRole(role) };
}

/** Returns the sub-role, or the main role without one. */
export function nameOfRole(role: string): string {
  const point = role.indexOf('.');
  return point === -1 ? role : role.slice(point + 1);
}

/** Final Cut names written Chinese by its spoken languages. Other tags are BCP 47. */
const captionLanguages: readonly (readonly [bcp47: string, finalCut: string])[] = [
  ['zh-Hans', 'cmn-Hans'],
  ['zh-Hant', 'cmn-Hant'],
  ['zh', 'cmn-Hans'],
  ['zh-CN', 'cmn-Hans'],
  ['zh-SG', 'cmn-Hans'],
  ['zh-TW', 'cmn-Hant'],
  ['zh-HK', 'cmn-Hant'],
];

/** Returns a role such as `SRT?captionFormat=SRT.en`. */
export function roleOfCaptions(languageCode: string): string {
  const known = captionLanguages.find(([bcp47]) => bcp47.toLowerCase() === languageCode.toLowerCase());
  return `SRT?captionFormat=SRT.${known?.[1] ?? languageCode}`;
}

/** Returns the language of a caption role in any of Final Cut's caption formats; `und` if it names none. */
export function languageOfCaptionRole(role: string): string {
  const tag = /captionFormat=[^.]*\.([A-Za-z0-9-]+)/.exec(role)?.[1];
  return captionLanguages.find(([, finalCut]) => finalCut === tag)?.[0] ?? tag ?? 'und';
}
