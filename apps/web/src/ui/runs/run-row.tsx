import type { RunSummary } from '@shipmate/protocol/web/runs';
import { describeCost } from '../../cost/describe-cost.ts';
import { Link } from '../router/link.tsx';
import { toRunPath } from '../router/route.ts';
import { toAge } from '../time/age.ts';
import { RunStatusBadge } from './run-status-badge.tsx';
import { describeDuration, describeRunOrigin, isActive, toRunTitle } from '../api/run-words.ts';

/** One run of the list, linked to its trace. */
export function RunRow({ run }: { readonly run: RunSummary }) {
  const { id, model, costUsd, createdAt, endedAt } = run;
  const begun = new Date(createdAt);
  return (
    <li>
      <Link
        href={toRunPath(id)}
        className="hover:bg-raised grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5 -outline-offset-2"
      >
        <span className="truncate font-medium">{toRunTitle(run)}</span>
        <span className="justify-self-end">
          <RunStatusBadge run={run} />
        </span>
        <span className="text-muted truncate text-xs">
          {[describeRunOrigin(run), model].filter((word) => word !== '').join(' · ')}
        </span>
        <span className="text-muted justify-self-end text-xs tabular-nums">
          {endedAt !== null && `${describeDuration(new Date(endedAt).getTime() - begun.getTime())} · `}
          {!isActive(run) && `${describeCost(costUsd)} · `}
          <time dateTime={createdAt}>{toAge(begun, new Date())}</time>
        </span>
      </Link>
    </li>
  );
}
