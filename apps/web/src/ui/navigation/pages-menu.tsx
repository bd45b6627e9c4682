import { Menu } from 'lucide-react';
import { useId, useRef } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { Link } from '../router/link.tsx';
import { navigate } from '../router/navigate.ts';

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
    about: 'Agent runs, step by step',
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
    about: 'Spending, limits and audit',
    keywords: ['spending', 'limits', 'audit'],
  },
];

/** The links to all pages, as a menu and in the command palette. */
export function PagesMenu() {
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
