import type { Shortcut } from '../keyboard/shortcut.ts';

/** Saves the edit; unlike single-key shortcuts it works while a person types. */
export const saveShortcut: Shortcut = {
  key: 's',
  shift: false,
  label: 'Save the edited file',
  hint: navigator.platform.startsWith('Mac') ? '⌘S' : 'Ctrl S',
  ariaKeys: 'Control+S Meta+S',
};

/** Returns true for Control or Command with S and no other modifier. */
export function isSaveKey(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 's';
}
