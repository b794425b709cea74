import type { DraftFields } from '../../../state/draft/draft-fields.ts';

/** Kinds of caption style: the service's default, the user's own, or no captions. */
export const captionKinds = ['automatic', 'own', 'hidden'] as const;
export type CaptionKind = (typeof captionKinds)[number];

export function captionKindOf(style: DraftFields['captionStyle']): CaptionKind {
  if (style === undefined) return 'automatic';
  return style === null ? 'hidden' : 'own';
}

/** Returns the changed fields for a chosen kind. Keeps the own style while another kind is chosen. */
export function withCaptionKind(
  { captionStyle, keptCaptionStyle }: Pick<DraftFields, 'captionStyle' | 'keptCaptionStyle'>,
  chosen: CaptionKind,
): Pick<DraftFields, 'captionStyle' | 'keptCaptionStyle'> {
  const kept = captionStyle ?? keptCaptionStyle;
  return {
    keptCaptionStyle: kept,
    captionStyle: { automatic: undefined, own: kept ?? {}, hidden: null }[chosen],
  };
}
