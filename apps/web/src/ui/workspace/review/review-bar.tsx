import type { FileView } from '@shipmate/protocol';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { ChangesBar } from '../changes-bar.tsx';
import type { Review } from './use-review.ts';

/** What is pending in all files together, and what became of the last decision when it failed. */
export function ReviewBar({ files, review }: { files: readonly FileView[]; review: Review }) {
  const { deciding, error } = review;
  return (
    <>
      <ChangesBar
        pending={files.filter(({ pendingOp }) => pendingOp !== null)}
        deciding={deciding?.scope === 'all' ? deciding.verdict : null}
        onAccept={() => review.decideAll('accept')}
        onReject={() => review.decideAll('reject')}
      />
      {error && (
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
