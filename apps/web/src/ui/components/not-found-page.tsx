import { Link } from '../router/link.tsx';
import { CenteredPage } from './centered-page.tsx';

/** Shown when the address matches no page. */
export function NotFoundPage() {
  return (
    <CenteredPage title="Page not found">
      <p className="text-muted">
        The address may be mistyped.{' '}
        <Link href="/" className="text-accent underline underline-offset-2">
          Go to the start page
        </Link>
      </p>
    </CenteredPage>
  );
}
