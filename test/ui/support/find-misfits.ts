import type { Page } from '@playwright/test';

/**
 * Finds parts of the page that users cannot see or reach: a page or element wider than its room, text cut off without
 * an ellipsis, names of controls cut off without a title, and controls outside the scrollable area.
 * @returns a line for each; empty if all fits.
 */
export function findMisfits(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // The page reacts to a change of size in one repaint and lays it out in the next.
    for (let repaints = 0; repaints < 2; repaints += 1) await new Promise(requestAnimationFrame);
    const tolerancePx = 1;
    const controls =
      'button, a[href], input, select, textarea, [role=button], [role=radio], [role=option], [role=slider], [role=tab]';
    const misfits: string[] = [];

    function nameOf(element: Element): string {
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
      const { className } = element;
      const classes =
        typeof className === 'string' && className !== '' ? `.${className.split(' ')[0] ?? ''}` : '';
      return `${element.tagName.toLowerCase()}${classes} “${text}”`;
    }

    function isSeen(element: Element): boolean {
      const { width, height } = element.getBoundingClientRect();
      const isShown = element.checkVisibility({
        checkOpacity: true,
        checkVisibilityCSS: true,
        contentVisibilityAuto: true,
      });
      return isShown && width > 2 && height > 2 && element.closest('.unseen, [inert]') === null;
    }

    const cuts = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
    const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

    function checkWidth(element: Element): void {
      const wider = element.scrollWidth - element.clientWidth;
      const isRoot = element === document.documentElement;
      const isMeant = element.getAttribute('aria-orientation') === 'horizontal';
      const canScroll = isRoot || scrolls(getComputedStyle(element).overflowX);
      if (wider <= tolerancePx || isMeant || !canScroll) return;
      misfits.push(`${nameOf(element)} is ${String(wider)} px wider than its room`);
    }

    function checkText(element: HTMLElement): void {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
      if (!hasText) return;
      const style = getComputedStyle(element);
      const isCutAside = cuts(style.overflowX) && element.scrollWidth - element.clientWidth > tolerancePx;
      const control = element.closest('button, [role=button], [role=radio], [role=tab]');
      const isInTitle = control
        ?.closest('[title]')
        ?.getAttribute('title')
        ?.includes(element.textContent.trim());
      if (isCutAside && (style.textOverflow !== 'ellipsis' || (control && isInTitle !== true))) {
        misfits.push(`the text of ${nameOf(element)} is cut off at its side`);
      }
      const isClamped = style.webkitLineClamp !== 'none' && style.webkitLineClamp !== '';
      const isCutBelow =
        cuts(style.overflowY) && element.scrollHeight - element.clientHeight > tolerancePx + 1;
      if (isCutBelow && !isClamped) misfits.push(`the text of ${nameOf(element)} is cut off below`);
    }

    /** Returns how far a box extends beyond another, in both directions. */
    function reach(box: DOMRect, room: { left: number; right: number; top: number; bottom: number }) {
      return {
        aside: Math.max(room.left - box.left, box.right - room.right),
        upright: Math.max(room.top - box.top, box.bottom - room.bottom),
      };
    }

    /** Reports a control that scrolling does not bring into view. */
    function checkControl(element: Element): void {
      const box = element.getBoundingClientRect();
      const can = { aside: false, upright: false };
      const isOut = (room: Parameters<typeof reach>[1], across: boolean, along: boolean): boolean => {
        const { aside, upright } = reach(box, room);
        const isAside = across && !can.aside && aside > tolerancePx;
        return isAside || (along && !can.upright && upright > tolerancePx);
      };
      for (let around = element.parentElement; around; around = around.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(around);
        can.aside ||= scrolls(overflowX);
        can.upright ||= scrolls(overflowY);
        if (isOut(around.getBoundingClientRect(), cuts(overflowX), cuts(overflowY))) {
          misfits.push(`${nameOf(element)} is cut off by ${nameOf(around)}`);
          return;
        }
        if (position === 'fixed') break;
      }
      if (isOut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, true, true)) {
        misfits.push(`${nameOf(element)} is outside of the window`);
      }
    }

    checkWidth(document.documentElement);
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!isSeen(element)) continue;
      checkWidth(element);
      checkText(element);
      if (element.matches(controls)) checkControl(element);
    }
    return [...new Set(misfits)];
  });
}
