import { toRemediationPath } from '../../router/route.ts';
import { LatestWork } from '../latest-work.tsx';
import { RemediationBadge } from './remediation-badge.tsx';
import { useRemediations } from './remediation-queries.ts';

/** The person's newest remediations, each with its state. */
export function RemediationList() {
  const { data = [] } = useRemediations();
  return (
    <LatestWork
      title="Remediations"
      works={data.map(({ id, issue, status, createdAt }) => ({
        id,
        href: toRemediationPath(id),
        about: issue,
        status: <RemediationBadge status={status} />,
        createdAt,
      }))}
    />
  );
}
