import { Command, Keyboard, ShipWheel } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { Logo } from '../components/logo.tsx';
import { shortcuts } from '../keyboard/shortcut.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { RunsLink } from '../notifications/runs-link.tsx';
import { paletteChord } from '../palette/palette-chord.ts';
import { useOpenPalette } from '../palette/palette-provider.tsx';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { Link } from '../router/link.tsx';
import { ThemeToggle } from '../theme/theme-toggle.tsx';
import { TokensButton } from '../tokens/tokens-button.tsx';
import { PagesMenu } from './pages-menu.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** The bar on top of every page: the home link, the page's own content, and the settings of this browser. */
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
      <PagesMenu />
      <Link
        href="/"
        className="flex items-center gap-2 rounded-md font-semibold tracking-tight"
        aria-label="Shipmate, start page"
      >
        <Logo className="size-6" />
        <span className="hidden sm:inline">Shipmate</span>
      </Link>
      <div className="flex min-w-0 flex-1 items-center gap-2">{children}</div>
      <ClusterLink />
      <RunsLink />
      <PaletteButton />
      <IconButton label="Keyboard shortcuts" onClick={() => setShowingShortcuts(true)} className="max-sm:hidden">
        <Keyboard />
      </IconButton>
      <TokensButton className="max-sm:hidden" />
      <ThemeToggle className="max-sm:hidden" />
      <ShortcutsDialog isOpen={isShowingShortcuts} onClose={() => setShowingShortcuts(false)} />
    </header>
  );
}

/** The link to the cluster page. */
function ClusterLink() {
  return (
    <Link
      href="/cluster"
      aria-label="Cluster"
      title="Cluster"
      className="text-muted hover:bg-raised hover:text-ink inline-flex h-8 min-w-8 shrink-0 items-center justify-center gap-1 rounded-md px-1.5 text-xs transition-colors max-sm:hidden [&_svg]:size-4"
    >
      <ShipWheel aria-hidden />
      <span className="max-xl:hidden">Cluster</span>
    </Link>
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
