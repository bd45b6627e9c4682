import type { AppError } from '@shipmate/core';
import { ErrorPage } from './error-page.tsx';
import { LoadingPage } from './loading-page.tsx';

export interface PendingPageProps {
  /** Why what the page is about could not be loaded, if it could not. */
  readonly error: AppError | null;
  readonly onRetry: () => void;
}

/** Stands for a page until what it is about is there. */
export function PendingPage({ error, onRetry }: PendingPageProps) {
  return error ? <ErrorPage error={error} onRetry={onRetry} /> : <LoadingPage />;
}
