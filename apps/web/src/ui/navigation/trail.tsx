import { PageHeading } from '../components/page-heading.tsx';
import { Link } from '../router/link.tsx';

export interface TrailStep {
  readonly label: string;
  readonly href: string;
}

export interface TrailProps {
  /** The page that this one is below, if any. */
  readonly parent?: TrailStep;
  readonly title: string;
}

/** Where a page stands, in the bar on top: the way to the page above it, and its own heading. */
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
