import { Command, Keyboard, KeyRound, Menu, ShipWheel } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { Logo } from '../components/logo.tsx';
import { shortcuts } from '../keyboard/shortcut.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { RunsLink } from '../notifications/runs-link.tsx';
import { paletteChord } from '../palette/palette-chord.ts';
import { useOpenPalette } from '../palette/palette-provider.tsx';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { Link } from '../router/link.tsx';
import { navigate } from '../router/navigate.ts';
import { ThemeToggle } from '../theme/theme-toggle.tsx';
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

/** A page that is reachable from anywhere. */
interface SitePage {
  readonly id: string;
  readonly label: string;
  readonly href: string;
  /** Short description of the page. */
  readonly about: string;
  /** Further search terms. */
  readonly keywords: readonly string[];
}

/** The pages of the site, in menu order. */
const sitePages: readonly SitePage[] = [
  { id: 'start', label: 'Start page', href: '/', about: 'Charts and workspaces', keywords: ['home', 'workspaces'] },
  {
    id: 'cluster',
    label: 'Cluster',
    href: '/cluster',
    about: 'Problems, investigations and remediations',
    keywords: ['kubernetes', 'problems', 'health', 'nodes', 'pods'],
  },
  {
    id: 'proposals',
    label: 'Proposals',
    href: '/proposals',
    about: 'Recommendations and platform operations',
    keywords: ['recommend', 'build', 'platform', 'operation'],
  },
  {
    id: 'runs',
    label: 'Runs',
    href: '/runs',
    about: 'Runs and their steps',
    keywords: ['trace', 'history', 'cost'],
  },
  {
    id: 'schedules',
    label: 'Schedules',
    href: '/schedules',
    about: 'Recurring questions',
    keywords: ['cron', 'repeat', 'jobs'],
  },
  {
    id: 'patterns',
    label: 'Patterns and policies',
    href: '/patterns',
    about: 'Documents that agents follow',
    keywords: ['documents', 'standards', 'rules'],
  },
  {
    id: 'organization',
    label: 'Organization',
    href: '/organization',
    about: 'Usage, limits and audit',
    keywords: ['usage', 'spending', 'cost', 'limits', 'audit'],
  },
];

/** The links to all pages, as a menu and in the command palette. */
function PagesMenu() {
  const id = useId();
  const menu = useRef<HTMLElement>(null);
  usePaletteActions(sitePages.map(({ href, ...page }) => ({ ...page, group: 'Shipmate', run: () => navigate(href) })));
  return (
    <>
      <IconButton label="Pages" popoverTarget={id}>
        <Menu />
      </IconButton>
      <nav
        ref={menu}
        id={id}
        popover="auto"
        aria-label="Pages"
        className="border-line bg-surface text-ink fixed inset-auto top-12 left-2 m-0 max-h-[calc(100dvh-4rem)] w-64 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border p-1 shadow-lg"
      >
        <ul>
          {sitePages.map(({ label, href, about }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={href === window.location.pathname ? 'page' : undefined}
                onClick={() => menu.current?.hidePopover()}
                className="hover:bg-raised aria-[current]:bg-accent-soft block rounded-md px-3 py-1.5 text-xs -outline-offset-2"
              >
                <span className="block font-medium">{label}</span>
                <span className="text-muted">{about}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

const TokensDialog = lazy(async () => ({ default: (await import('../tokens/tokens-dialog.tsx')).TokensDialog }));

/** Opens the dialog for API tokens. */
function TokensButton({ className }: { className: string }) {
  const [isOpen, setOpen] = useState(false);
  usePaletteActions([
    { id: 'tokens', group: 'Shipmate', label: 'API tokens…', keywords: ['keys', 'access'], run: () => setOpen(true) },
  ]);
  return (
    <>
      <IconButton label="API tokens" aria-haspopup="dialog" onClick={() => setOpen(true)} className={className}>
        <KeyRound />
      </IconButton>
      <Suspense>{isOpen && <TokensDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
