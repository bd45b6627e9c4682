import type { Shortcut } from '../keyboard/shortcut.ts';

/** Saves what is being edited; unlike single keys it works while somebody types. */
export const saveShortcut: Shortcut = {
  key: 's',
  shift: false,
  label: 'Save the edited file',
  hint: navigator.platform.startsWith('Mac') ? '⌘S' : 'Ctrl S',
  ariaKeys: 'Control+S Meta+S',
};

/** Control or Command with S, and nothing else. */
export function isSaveKey(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 's';
}
