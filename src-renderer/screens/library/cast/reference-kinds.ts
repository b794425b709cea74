import type { EntityType } from '../../../../src-shared/api/entities.ts';
import type { MaterialKind } from '../../../../src-shared/contract/material.ts';
import { sourceKindOf } from '../../../format/dropped-files.ts';

/** Kinds of files that the service takes as references (specification §4.8), in the words of the library. */
export function referenceKindsOf(entityType: EntityType): readonly MaterialKind[] {
  return entityType === 'SLIDESHOW_THEME' ? ['image', 'slides'] : ['image'];
}

/** Types of files for the system's file chooser. */
export function acceptOf(entityType: EntityType): string {
  return entityType === 'SLIDESHOW_THEME' ? 'image/*,.pdf,.ppt,.pptx,.ppsx' : 'image/*';
}

const pictureName = /\.(?:jpe?g|png|webp|gif|tiff?|bmp|avif|heic|heif)$/i;

/** True if a file looks like a reference, by its name and media type; main and the service check its content. */
export function isReference(entityType: EntityType, file: Pick<File, 'name' | 'type'>): boolean {
  const isPicture = pictureName.test(file.name) || file.type.startsWith('image/');
  return isPicture || (entityType === 'SLIDESHOW_THEME' && sourceKindOf(file) === 'slides');
}
