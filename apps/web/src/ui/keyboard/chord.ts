/** Keys that work on every page, also while a person types. */
interface Chord {
  /** The letter that is pressed with Control or Command. */
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  /** The keys in the syntax of `aria-keyshortcuts`. */
  readonly ariaKeys: string;
}

/** Opens the command palette. */
export const paletteChord: Chord = withControl('k', 'Command palette');

/** Opens and closes the chat beside the page. */
export const sideChatChord: Chord = withControl('j', 'Chat about this page');

/** Returns true when a key press is the chord. */
export function isChord(
  { key }: Chord,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return event.ctrlKey !== event.metaKey && !event.shiftKey && !event.altKey && event.key.toLowerCase() === key;
}

function withControl(key: string, label: string): Chord {
  const letter = key.toUpperCase();
  return { key, label, hint: `Ctrl ${letter} or ⌘${letter}`, ariaKeys: `Control+${letter} Meta+${letter}` };
}
