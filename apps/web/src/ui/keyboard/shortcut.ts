/** A single-key shortcut, inactive while a person types. */
export interface Shortcut {
  readonly key: string;
  readonly shift: boolean;
  /** Description in the list of shortcuts. */
  readonly label: string;
  /** Displayed keys. */
  readonly hint: string;
  /** The keys in the syntax of `aria-keyshortcuts`. */
  readonly ariaKeys: string;
}

export const shortcuts = {
  acceptChange: letter('y', 'Accept the shown change'),
  rejectChange: letter('r', 'Reject the shown change'),
  acceptFile: letter('a', 'Accept the shown file'),
  rejectFile: letter('x', 'Reject the shown file'),
  acceptAll: shifted('a', 'Accept all changes'),
  rejectAll: shifted('x', 'Reject all changes'),
  nextChange: letter('n', 'Next change'),
  previousChange: letter('p', 'Previous change'),
  nextItem: letter('j', 'Inbox: next item'),
  previousItem: letter('k', 'Inbox: previous item'),
  selectItem: letter('x', 'Inbox: select the item'),
  approveItems: letter('a', 'Inbox: approve the selected items'),
  rejectItems: letter('r', 'Inbox: reject the selected items'),
  writeMessage: { ...letter('/', 'Write a message'), hint: '/' },
  showShortcuts: { key: '?', shift: true, label: 'Show this list', hint: '?', ariaKeys: '?' },
} as const satisfies Record<string, Shortcut>;
export type ShortcutName = keyof typeof shortcuts;

/** Returns true when a key press is this shortcut; false with Control, Alt or Meta. */
export function isPressed(shortcut: Shortcut, event: Pick<KeyboardEvent, 'key' | KeyboardModifier>): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  const isLetter = /^[a-z]$/.test(shortcut.key);
  return event.key.toLowerCase() === shortcut.key && (!isLetter || event.shiftKey === shortcut.shift);
}

type KeyboardModifier = 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey';

function letter(key: string, label: string): Shortcut {
  return { key, shift: false, label, hint: key.toUpperCase(), ariaKeys: key };
}

function shifted(key: string, label: string): Shortcut {
  return { key, shift: true, label, hint: `⇧${key.toUpperCase()}`, ariaKeys: `Shift+${key.toUpperCase()}` };
}
