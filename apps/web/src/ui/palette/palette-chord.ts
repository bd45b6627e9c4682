/** The keys that open the command palette, on every page. */
export const paletteChord = {
  label: 'Command palette',
  hint: 'Ctrl K or ⌘K',
  ariaKeys: 'Control+K Meta+K',
} as const;

/** Returns true when a key press is the chord. */
export function isPaletteChord(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return event.ctrlKey !== event.metaKey && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k';
}
