import type { AppError } from '@shipmate/core';
import { ErrorPage } from './error-page.tsx';
import { LoadingPage } from './loading-page.tsx';

interface PendingPageProps {
  /** The error of loading the page's resource, if it failed. */
  readonly error: AppError | null;
  readonly onRetry: () => void;
}

/** Shown until the page's resource is loaded. */
export function PendingPage({ error, onRetry }: PendingPageProps) {
  return error ? <ErrorPage error={error} onRetry={onRetry} /> : <LoadingPage />;
}
