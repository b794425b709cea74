/** Returns a Content-Disposition that saves under the display name: ASCII for old clients, exact by RFC 8187. */
export function attachmentDisposition(displayName: string): string {
  const visible = displayName.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}/\\]/gu, '_');
  const plain = visible.replaceAll(/[^\x20-\x7e]|["%]/g, '_');
  const exact = encodeURIComponent(visible).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
