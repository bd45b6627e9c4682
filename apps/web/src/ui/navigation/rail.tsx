import { useMatchRoute } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { IconButton } from '../components/icon-button.tsx';
import { Logo } from '../components/logo.tsx';
import { classNames } from '../components/class-names.ts';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { useMediaQuery } from '../preference/use-media-query.ts';
import { usePreference } from '../preference/use-preference.ts';
import { Link } from '../router/link.tsx';
import { SectionLinks } from './section-links.tsx';

/**
 * The navigation beside every page of a wide window. A browser remembers whether it is collapsed; by default it makes room
 * for the files of a workspace.
 */
export function Rail() {
  const isWide = useMediaQuery('(min-width: 90rem)');
  const isWorkspace = useMatchRoute()({ to: '/workspace/$workspaceId', fuzzy: true }) !== false;
  const [stored, store] = usePreference('navigation');
  const isCollapsed = stored === null ? isWorkspace && !isWide : stored === 'collapsed';
  const label = isCollapsed ? 'Expand navigation' : 'Collapse navigation';
  const toggle = () => store(isCollapsed ? 'expanded' : 'collapsed');
  usePaletteActions([{ id: 'navigation', group: 'Shipmate', label, keywords: ['rail', 'sidebar'], run: toggle }]);
  return (
    <div
      data-navigation
      className={classNames(
        'border-line bg-surface sticky top-0 flex h-dvh shrink-0 flex-col border-r max-md:hidden',
        isCollapsed ? 'w-[3.375rem]' : 'w-48',
      )}
    >
      <Link
        to="/"
        aria-label="Shipmate, start page"
        className="flex h-12 shrink-0 items-center gap-2 px-3.5 font-semibold tracking-tight -outline-offset-2"
      >
        <Logo className="size-6 shrink-0" />
        {!isCollapsed && <span>Shipmate</span>}
      </Link>
      <nav aria-label="Pages" className="flex min-h-0 flex-1 flex-col">
        <SectionLinks isCollapsed={isCollapsed} />
      </nav>
      <div className="border-line border-t p-2">
        <IconButton label={label} aria-expanded={!isCollapsed} onClick={toggle} className="mx-0.5">
          {isCollapsed ? <PanelLeftOpen /> : <PanelLeftClose />}
        </IconButton>
      </div>
    </div>
  );
}
