import { pressKeys } from './desktop.ts';
import type { Kdenlive } from './kdenlive.ts';

/**
 * Edits from the end to the beginning, so that guides stay in place. With dissolves it shortens the last scene, which
 * dissolves into no other, and moves none, because Kdenlive does not cut a clip with a dissolve to the clipboard.
 */
export async function editInKdenlive(kdenlive: Kdenlive, hasDissolves: boolean): Promise<void> {
  await kdenlive.goTo(9, 1);
  await kdenlive.act('select_timeline_clip', 'effect_mute');
  if (hasDissolves) await kdenlive.act('seek_end', 'monitor_seek_backward-one-second');
  else await kdenlive.goTo(8, -1);
  await kdenlive.act('select_timeline_clip', 'resize_timeline_clip_end');
  await kdenlive.goTo(5, 1);
  await kdenlive.act('cut_timeline_clip', 'monitor_seek_forward-one-second', 'cut_timeline_clip');
  await kdenlive.act('monitor_seek_backward-one-frame', 'select_timeline_clip', 'extract_clip');
  await kdenlive.goTo(3, 1);
  await kdenlive.act('select_timeline_clip', 'extract_clip');
  if (hasDissolves) return;
  await kdenlive.goTo(2, 1);
  await kdenlive.act('select_timeline_clip', 'edit_cut', 'seek_end', 'edit_paste');
}

/** Edits scenes 7 to 10 of your cut, from the end to the beginning, so that guides stay in place. */
export async function editYourCutInKdenlive(kdenlive: Kdenlive): Promise<void> {
  await kdenlive.goTo(10, 1);
  await kdenlive.act('select_timeline_clip', 'extract_clip');
  await kdenlive.goTo(9, 1);
  await kdenlive.act('select_timeline_clip', 'effect_mute');
  await kdenlive.goTo(9, -1);
  await kdenlive.act('select_timeline_clip', 'resize_timeline_clip_end');
  await kdenlive.goTo(7, 1);
  await kdenlive.act('cut_timeline_clip', 'monitor_seek_forward-one-second', 'cut_timeline_clip');
  await kdenlive.act('monitor_seek_backward-one-frame', 'select_timeline_clip', 'extract_clip');
}

/** Edits only pictures, because the keys work on the current track and Shotcut has no groups. */
export async function editInShotcut(): Promise<void> {
  const toScene = (scene: number): string[] => [
    'Home',
    ...Array.from({ length: scene - 1 }, () => 'alt+Right'),
  ];
  await pressKeys([...toScene(9), 'z']);
  await pressKeys([...toScene(8), ...Array.from({ length: 10 }, () => 'Left'), 'o']);
  await pressKeys([...toScene(3), 'x']);
}
