import type { CaptionStyle } from '../captions/caption-style.ts';
import type { ProjectContent } from '../project-content.ts';

/** Shows the captions. Given fields of the style override the existing ones, field by field. */
export function enableCaptions(content: ProjectContent, style: CaptionStyle | null): ProjectContent {
  const { hiddenCaptionStyle, ...shown } = content;
  return { ...shown, captionStyle: { ...(content.captionStyle ?? hiddenCaptionStyle), ...style } };
}

/** Hides the captions in exports. Keeps their style for when they are shown again. */
export function disableCaptions(content: ProjectContent): ProjectContent {
  if (content.captionStyle === null) return content;
  return { ...content, captionStyle: null, hiddenCaptionStyle: content.captionStyle };
}
