import type { AppError, ErrorCode } from '@shipmate/core';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { ErrorBanner } from './error-banner.tsx';

const stated: ReadonlySet<ErrorCode> = new Set([
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'EXTERNAL_API_ERROR',
]);

interface StatedErrorProps {
  readonly error: AppError;
  readonly onRetry?: () => void;
}

/** An error of an external system, whose message already says what to do; any other error gets advice. */
export function StatedError({ error, onRetry }: StatedErrorProps) {
  if (!stated.has(error.code)) return <ErrorBanner error={error} {...(onRetry && { onRetry })} />;
  return (
    <Banner tone="error" actions={onRetry && <Button onClick={onRetry}>Try again</Button>}>
      {error.message}
    </Banner>
  );
}
