import { Command, Keyboard, MessageSquare } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { shortcuts } from '../keyboard/shortcut.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { paletteChord, sideChatChord } from '../keyboard/chord.ts';
import { sideChatButtonId, useSideChat } from '../side-chat/side-chat-provider.tsx';
import { useOpenPalette } from '../palette/palette-provider.tsx';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { ThemeToggle } from '../theme/theme-toggle.tsx';
import { DrawerButton } from './drawer-button.tsx';

const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }));

/** The bar on top of every page: the page's own content, and the settings of this browser. */
export function TopBar({ children }: { children?: ReactNode }) {
  const [isShowingShortcuts, setShowingShortcuts] = useState(false);
  useShortcuts({ showShortcuts: () => setShowingShortcuts(true) });
  usePaletteActions([
    {
      id: 'shortcuts',
      group: 'Shipmate',
      label: 'Keyboard shortcuts',
      hint: shortcuts.showShortcuts.hint,
      run: () => setShowingShortcuts(true),
    },
  ]);
  return (
    <header className="border-line bg-surface flex h-12 shrink-0 items-center gap-2 border-b px-3">
      <DrawerButton />
      <div className="flex min-w-0 flex-1 items-center gap-2">{children}</div>
      <SideChatButton />
      <PaletteButton />
      <IconButton label="Keyboard shortcuts" onClick={() => setShowingShortcuts(true)} className="max-sm:hidden">
        <Keyboard />
      </IconButton>
      <ThemeToggle className="max-sm:hidden" />
      {isShowingShortcuts && (
        <Suspense>
          <ShortcutsDialog isOpen onClose={() => setShowingShortcuts(false)} />
        </Suspense>
      )}
    </header>
  );
}

/** The button that opens and closes the chat beside the page. */
function SideChatButton() {
  const sideChat = useSideChat();
  if (!sideChat) return null;
  return (
    <IconButton
      id={sideChatButtonId}
      label={sideChatChord.label}
      aria-keyshortcuts={sideChatChord.ariaKeys}
      aria-expanded={sideChat.isOpen}
      onClick={sideChat.toggle}
    >
      <MessageSquare />
    </IconButton>
  );
}

/** The button that opens the command palette. */
function PaletteButton() {
  const open = useOpenPalette();
  return (
    <IconButton label={paletteChord.label} aria-keyshortcuts={paletteChord.ariaKeys} onClick={open}>
      <Command />
    </IconButton>
  );
}
