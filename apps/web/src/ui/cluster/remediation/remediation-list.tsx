import { Link } from '../../router/link.tsx';
import { toRemediationPath } from '../../router/route.ts';
import { toAge } from '../../time/age.ts';
import { RemediationBadge } from './remediation-badge.tsx';
import { useRemediations } from './remediation-queries.ts';

const maxShown = 5;

/** The newest remediations of the person, and where each stands. */
export function RemediationList() {
  const { data = [] } = useRemediations();
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="remediations-heading" className="space-y-2">
      <h2 id="remediations-heading" className="font-semibold">
        Remediations
      </h2>
      <ul className="border-line bg-surface divide-line divide-y overflow-hidden rounded-lg border">
        {data.slice(0, maxShown).map(({ id, issue, status, createdAt }) => (
          <li key={id}>
            <Link
              href={toRemediationPath(id)}
              className="hover:bg-raised block space-y-1 px-3 py-2 text-xs -outline-offset-2"
            >
              <span className="line-clamp-2 wrap-anywhere">{issue}</span>
              <span className="flex items-center gap-2">
                <RemediationBadge status={status} />
                <time dateTime={createdAt} className="text-muted ml-auto">
                  {toAge(new Date(createdAt), new Date())}
                </time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
