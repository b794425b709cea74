/**
 * Opens an empty window of this page, which looks as the page does and ends with it. It runs no code of its own: the
 * page fills it. Null where the browser does not allow one.
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
  // What is dropped on the window would take its place.
  for (const name of ['dragover', 'drop'])
    opened.addEventListener(name, (event) => {
      event.preventDefault();
    });
  return opened;
}

/** Keeps theme, language and direction as they are on the page. */
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
