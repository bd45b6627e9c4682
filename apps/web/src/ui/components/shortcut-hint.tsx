import type { Shortcut } from '../keyboard/shortcut.ts';
import { useShortcutsEnabled } from '../keyboard/use-shortcuts.ts';

/** The keys of a shortcut, visible only; assistive technology reads `aria-keyshortcuts`. */
export function ShortcutHint({ shortcut }: { shortcut: Shortcut }) {
  const [isEnabled] = useShortcutsEnabled();
  if (!isEnabled) return null;
  return (
    <kbd
      aria-hidden
      className="hidden min-w-4 rounded border border-current/25 px-1 text-center font-mono text-2xs leading-4 opacity-80 md:inline-block"
    >
      {shortcut.hint}
    </kbd>
  );
}
