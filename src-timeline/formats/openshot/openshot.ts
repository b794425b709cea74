import { parsing, TimelineParseError } from '../../model/timeline-parse-error.ts';
import type { Timeline } from '../../model/timeline.ts';
import { OpenShotReader } from './openshot-reader.ts';
import { openShotProjectSchema } from './openshot-schema.ts';

/**
 * Reads a project of OpenShot 2.4 and later. A layer becomes a track of pictures and one of sound. Where clips of a
 * layer overlap, the later one covers the earlier, with the transition that lies there. Constant speeds, levels and
 * markers are read; effects, and speeds that change, are named as items without media. Titles are SVG files.
 * @param name of the sequence, because a project has none.
 * @throws TimelineParseError for what is no project.
 */
export function readOpenShot(text: string, name: string): Timeline {
  return parsing(() => {
    let document: unknown;
    try {
      document = JSON.parse(text.replace(/^\ufeff/, ''));
    } catch {
      throw new TimelineParseError('This is not well-formed JSON.');
    }
    const project = openShotProjectSchema.safeParse(document);
    if (!project.success) throw new TimelineParseError('The document is no project with a frame rate.');
    return new OpenShotReader(project.data).read(name);
  });
}
