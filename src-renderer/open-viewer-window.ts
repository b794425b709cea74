/**
 * Opens an empty window with the page's look; it closes with the page. It runs no code of its own, because the page
 * fills it. Returns null if the browser does not allow one.
 */
export function openViewerWindow(): Window | null {
  const opened = open('about:blank', 'viewer', 'popup,width=1280,height=800');
  if (opened === null) return null;
  const { document: page } = opened;
  const styles = document.head.querySelectorAll('style, link[rel="stylesheet"]');
  for (const style of styles) page.head.append(page.importNode(style, true));
  const end = mirrorAttributes(document.documentElement, page.documentElement);
  const close = (): void => {
    opened.close();
  };
  addEventListener('pagehide', close);
  opened.addEventListener('pagehide', () => {
    end();
    removeEventListener('pagehide', close);
  });
  // A file dropped on the window would otherwise replace its content.
  for (const name of ['dragover', 'drop'])
    opened.addEventListener(name, (event) => {
      event.preventDefault();
    });
  return opened;
}

/** Keeps theme, language and direction in sync with the page. */
function mirrorAttributes(from: HTMLElement, to: HTMLElement): () => void {
  const mirror = (): void => {
    for (const { name, value } of from.attributes) to.setAttribute(name, value);
  };
  mirror();
  const observer = new MutationObserver(mirror);
  observer.observe(from, { attributes: true });
  return () => {
    observer.disconnect();
  };
}
