import type { AppError } from '@shipmate/core';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';

/** Why a cluster cannot be looked at. The message names the verb and the resource where a permission is missing. */
export function ClusterError({ error, onRetry }: { readonly error: AppError; readonly onRetry: () => void }) {
  return (
    <Banner tone="error" actions={<Button onClick={onRetry}>Look again</Button>}>
      <span className="font-medium">The cluster cannot be looked at.</span> {error.message}
    </Banner>
  );
}
