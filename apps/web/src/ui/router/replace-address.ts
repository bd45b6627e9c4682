/** Replaces the address with that of the current view, so that a reload and the back button return to it. */
export function replaceAddress(path: string): void {
  window.history.replaceState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
}
