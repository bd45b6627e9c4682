import type { AppError, ErrorCode } from '@shipmate/core';
import { Banner } from './banner.tsx';
import { ErrorBanner } from './error-banner.tsx';

const stated: ReadonlySet<ErrorCode> = new Set([
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'EXTERNAL_API_ERROR',
]);

/** An error of something outside, whose message says itself what to do; any other is given advice. */
export function StatedError({ error }: { readonly error: AppError }) {
  return stated.has(error.code) ? <Banner tone="error">{error.message}</Banner> : <ErrorBanner error={error} />;
}
