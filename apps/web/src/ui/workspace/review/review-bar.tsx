import type { FileView } from '@shipmate/protocol/web/workspace';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { RefusedAcceptance, toRefusalIssues } from '../../settings/refused-acceptance.tsx';
import { ChangesBar } from '../changes-bar.tsx';
import type { Review } from './use-review.ts';

/** The pending changes of all files, and the error of the last decision. */
export function ReviewBar({ files, review }: { files: readonly FileView[]; review: Review }) {
  const { deciding, error } = review;
  const issues = error && toRefusalIssues(error);
  return (
    <>
      <ChangesBar
        pending={files.filter(({ pendingOp }) => pendingOp !== null)}
        deciding={deciding?.scope === 'all' ? deciding.verdict : null}
        onAccept={() => review.decideAll('accept')}
        onReject={() => review.decideAll('reject')}
      />
      {issues && <RefusedAcceptance issues={issues} onOpenPlace={review.openPlace} onDismiss={review.dismissError} />}
      {error && !issues && (
        <ErrorBanner
          className="m-2"
          error={error}
          {...(error.code === 'CONFLICT'
            ? { onRetry: review.reload, retryLabel: 'Reload' }
            : { onDismiss: review.dismissError })}
        />
      )}
    </>
  );
}
