import { CenteredPage } from '../components/centered-page.tsx';
import { Link } from '../router/link.tsx';
import type { TrailStep } from './trail.tsx';

interface MissingPageProps {
  readonly title: string;
  /** Why the page may be missing. */
  readonly reason: string;
  /** The list that would have the page. */
  readonly list: TrailStep;
}

/** Shown in place of a page whose resource does not exist or is not the person's. */
export function MissingPage({ title, reason, list }: MissingPageProps) {
  return (
    <CenteredPage title={title}>
      <p className="text-muted">{reason}</p>
      <Link {...list.address} className="text-accent self-start underline underline-offset-2">
        Go to the {list.label}
      </Link>
    </CenteredPage>
  );
}
