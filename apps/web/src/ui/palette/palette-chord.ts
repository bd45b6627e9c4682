/** The keys that open the command palette, wherever a person is. */
export const paletteChord = {
  label: 'Command palette',
  hint: 'Ctrl K or ⌘K',
  ariaKeys: 'Control+K Meta+K',
} as const;

/** Whether a key press is the chord. */
export function isPaletteChord(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return event.ctrlKey !== event.metaKey && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k';
}
