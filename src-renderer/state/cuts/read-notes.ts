import { AppError } from '../../../src-shared/app-error.ts';
import { notesOfCsv } from '../../../src-timeline/changes/csv-notes.ts';
import { notesOfDocument, type ReviewNote } from '../../../src-timeline/changes/review-notes.ts';
import { readEdlMarkers } from '../../../src-timeline/formats/edl/edl.ts';
import { readFcpxml } from '../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { readOtio } from '../../../src-timeline/formats/otio/otio.ts';
import { readXmeml } from '../../../src-timeline/formats/xmeml/xmeml.ts';
import type { Timeline } from '../../../src-timeline/model/timeline.ts';

/** Far more than the documents of hour-long cuts. */
const maxBytes = 32 * 1024 * 1024;

/**
 * Reads the notes of a reviewer: a table of comments, a list of markers, or the markers of a document.
 * @throws AppError `document_unreadable`; `file_unreadable` with `reason` `too_large`.
 */
export async function readNotes(file: File, cut: Timeline): Promise<readonly ReviewNote[]> {
  const { name } = file;
  if (file.size > maxBytes)
    throw new AppError('file_unreadable', `${name} is too large for notes.`, {
      details: { displayName: name, reason: 'too_large' },
    });
  try {
    const notes = notesBySuffix(name.toLowerCase(), await file.text(), cut);
    if (notes) return notes;
  } catch (error) {
    throw unreadable(name, error);
  }
  throw unreadable(name);
}

function notesBySuffix(name: string, text: string, cut: Timeline): readonly ReviewNote[] | null {
  if (/\.(?:csv|tsv|txt)$/.test(name)) return notesOfCsv(text, cut);
  if (name.endsWith('.edl')) {
    const markers = readEdlMarkers(text, { ...cut, size: cut });
    return markers && notesOfDocument({ ...cut, markers }, cut);
  }
  if (name.endsWith('.otio')) return notesOfDocument(readOtio(text), cut);
  const read = /<xmeml[\s>]/.test(text) ? readXmeml : readFcpxml;
  return notesOfDocument(read(text), cut);
}

function unreadable(name: string, cause?: unknown): AppError {
  return new AppError('document_unreadable', `${name} has no notes that the app reads.`, { cause });
}
