import type { AppError } from '@shipmate/core';
import { z } from 'zod';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';

const missingSchema = z.object({ missing: z.object({ verb: z.string(), resource: z.string() }) });

/** Why a cluster cannot be read, and which verb on which resource its administrator must allow. */
export function ClusterError({ error, onRetry }: { readonly error: AppError; readonly onRetry: () => void }) {
  const denied = missingSchema.safeParse(error.details);
  return (
    <Banner tone="error" actions={<Button onClick={onRetry}>Retry</Button>}>
      <span className="font-medium">Cannot read the cluster.</span>{' '}
      {denied.success ? (
        <>
          The credentials of this context may not{' '}
          <code className="font-mono">
            {denied.data.missing.verb} {denied.data.missing.resource}
          </code>
          . Ask the cluster’s administrator to allow it.
        </>
      ) : (
        error.message
      )}
    </Banner>
  );
}
