import { useEffect, useRef } from 'react';
import { usePreference } from '../preference/use-preference.ts';
import { isPressed, shortcuts, type ShortcutName } from './shortcut.ts';

type ShortcutHandlers = Partial<Record<ShortcutName, () => void>>;

/** The setting of single-key shortcuts, which a person can turn off. */
export function useShortcutsEnabled(): [isEnabled: boolean, setEnabled: (isEnabled: boolean) => void] {
  const [value, setValue] = usePreference('shortcuts');
  return [value !== 'off', (isEnabled) => setValue(isEnabled ? null : 'off')];
}

/** Calls the handler of a pressed shortcut, unless the person types or a dialog or menu is open. */
export function useShortcuts(handlers: ShortcutHandlers): void {
  const [isEnabled] = useShortcutsEnabled();
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });

  useEffect(() => {
    if (!isEnabled) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || takesKeys(event.target)) return;
      for (const [name, handler] of Object.entries(latest.current)) {
        if (!isPressed(shortcuts[name as ShortcutName], event)) continue;
        event.preventDefault();
        handler();
        return;
      }
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isEnabled]);
}

const keyTakers =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="listbox"]';

function takesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(keyTakers) !== null;
}
