/** Whether the keyboard is nowhere: what had the focus is gone or hidden. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || !activeElement.checkVisibility();
}
