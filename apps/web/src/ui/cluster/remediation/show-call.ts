/** Returns the id of the element that shows a call. */
export function toCallElementId(callId: string): string {
  return `call-${callId}`;
}

/** Opens a call on the page and scrolls it into view. */
export function showCall(callId: string): void {
  const element = document.getElementById(toCallElementId(callId));
  if (!(element instanceof HTMLDetailsElement)) return;
  element.open = true;
  element.scrollIntoView({ block: 'start' });
  element.querySelector('summary')?.focus({ preventScroll: true });
}
