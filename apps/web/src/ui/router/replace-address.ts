/** Notes in the address what the page shows by now, so that a reload and the back button come to it again. */
export function replaceAddress(path: string): void {
  window.history.replaceState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
}
