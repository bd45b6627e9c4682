import { PageHeading } from '../components/page-heading.tsx';
import { Link } from '../router/link.tsx';

export interface TrailStep {
  readonly label: string;
  readonly href: string;
}

interface TrailProps {
  /** The parent page, if any. */
  readonly parent?: TrailStep;
  readonly title: string;
}

/** The breadcrumb in the top bar: a link to the parent page, and the page's heading. */
export function Trail({ parent, title }: TrailProps) {
  return (
    <>
      <Slash />
      {parent && (
        <>
          <Link href={parent.href} className="min-w-0 truncate font-medium hover:underline">
            {parent.label}
          </Link>
          <Slash />
        </>
      )}
      <PageHeading className="min-w-0 truncate font-medium">{title}</PageHeading>
    </>
  );
}

function Slash() {
  return (
    <span aria-hidden className="text-line">
      /
    </span>
  );
}
