import type { LinkOptions } from '@tanstack/react-router';
import { PageHeading } from '../components/page-heading.tsx';
import { Link } from '../router/link.tsx';

export interface TrailStep {
  readonly label: string;
  readonly address: LinkOptions;
}

interface TrailProps {
  /** The pages above this one, outermost first. */
  readonly parents: readonly TrailStep[];
  readonly title: string;
}

/** The list of workspaces, above each workspace. */
export const chartsStep: TrailStep = { label: 'Charts', address: { to: '/charts' } };

/** The breadcrumbs in the top bar: links to the pages above this one, and the page's heading. */
export function Trail({ parents, title }: TrailProps) {
  return (
    <>
      <nav aria-label="Breadcrumbs" className="text-muted flex min-w-0 shrink-[2] max-sm:hidden">
        <ol className="flex min-w-0">
          {parents.map(({ label, address }) => (
            <li key={label} className="flex min-w-0 after:px-2 after:content-['/'/'']">
              <Link {...address} className="hover:text-ink min-w-0 truncate hover:underline">
                {label}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <PageHeading className="min-w-0 truncate font-medium">{title}</PageHeading>
    </>
  );
}
