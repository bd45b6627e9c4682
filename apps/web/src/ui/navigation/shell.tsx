import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useSignedInSession } from '../api/signed-in-session.ts';
import { Logo } from '../components/logo.tsx';
import { useNotificationChoice } from '../notifications/use-notification-choice.ts';
import { useTitleCount } from '../notifications/use-title-count.ts';
import { usePaletteActions, usePaletteSearch } from '../palette/palette-registry.tsx';
import { sections } from '../sections.ts';
import { SideChatProvider } from '../side-chat/side-chat-provider.tsx';
import { drawerId } from './drawer-button.tsx';
import { Rail } from './rail.tsx';
import { SectionLinks } from './section-links.tsx';

const FinishNotices = lazy(async () => ({
  default: (await import('../notifications/finish-notices.ts')).FinishNotices,
}));

/** The navigation around every page. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate();
  const { hasCluster } = useSignedInSession();
  const { isOn: hasNotices } = useNotificationChoice();
  useTitleCount();
  usePaletteSearch(async (typed, signal) => {
    const { searchEverything } = await import('../palette/search-everything.ts');
    return searchEverything({ typed, signal, hasCluster, open: (address) => void navigate(address) });
  });
  usePaletteActions(
    sections.map(({ label, to, keywords }) => ({
      id: `page.${to}`,
      group: 'Pages',
      label,
      keywords,
      run: () => void navigate({ to }),
    })),
  );
  return (
    <div className="md:flex">
      <SkipLink />
      <Rail />
      <Drawer />
      {hasNotices && (
        <Suspense>
          <FinishNotices />
        </Suspense>
      )}
      <SideChatProvider>
        <div className="min-w-0 flex-1">{children}</div>
      </SideChatProvider>
    </div>
  );
}

/** Moves the focus past the navigation; visible while it is focused. */
function SkipLink() {
  return (
    <button
      type="button"
      onClick={() => document.querySelector('h1')?.focus()}
      className="bg-ink text-canvas sr-only fixed top-2 left-2 z-50 rounded-md px-3 py-2 text-xs focus:not-sr-only focus:fixed"
    >
      Skip navigation
    </button>
  );
}

/** The navigation of a narrow window, opened over the page; its links are drawn when it is first opened. */
function Drawer() {
  const drawer = useRef<HTMLElement>(null);
  const [isUsed, setUsed] = useState(false);
  return (
    <nav
      ref={drawer}
      id={drawerId}
      popover="auto"
      aria-label="Pages"
      data-navigation
      onBeforeToggle={() => setUsed(true)}
      className="border-line bg-surface text-ink fixed inset-y-0 right-auto left-0 m-0 h-dvh max-h-none w-64 max-w-[85vw] flex-col border-r shadow-xl backdrop:bg-black/40 open:flex md:hidden"
    >
      <p className="flex h-12 shrink-0 items-center gap-2 px-4 font-semibold tracking-tight">
        <Logo className="size-6" />
        Shipmate
      </p>
      {isUsed && <SectionLinks isCollapsed={false} onFollow={() => drawer.current?.hidePopover()} />}
    </nav>
  );
}
