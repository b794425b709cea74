/** Whether a popup is open. A popup is rendered from its first opening on, because most are never opened. */
export class PopupState {
  #isOpen = $state(false);
  #wasOpened = $state(false);

  get isOpen(): boolean {
    return this.#isOpen;
  }

  set isOpen(isOpen: boolean) {
    this.#isOpen = isOpen;
    if (isOpen) this.#wasOpened = true;
  }

  /** True from the first opening on. */
  get isRendered(): boolean {
    return this.#wasOpened;
  }
}
