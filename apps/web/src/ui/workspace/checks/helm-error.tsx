import type { AppError } from '@shipmate/core';
import { isWithoutHelm } from '../../api/checks.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';

/** Why a chart could not be rendered or checked. */
export function HelmError({ error, onRetry }: { error: AppError; onRetry: () => void }) {
  if (!isWithoutHelm(error)) return <ErrorBanner className="m-2" error={error} onRetry={onRetry} />;
  return (
    <Banner tone="caution" className="m-2" actions={<Button onClick={onRetry}>Retry</Button>}>
      {error.message}
    </Banner>
  );
}
