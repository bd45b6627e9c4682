import type { AppError } from '@shipmate/core';
import { toAdvice } from '../api/error-advice.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

export interface ErrorBannerProps {
  readonly error: AppError;
  readonly onRetry?: () => void;
  readonly retryLabel?: string;
  readonly onDismiss?: () => void;
  readonly className?: string;
}

/** An error, what to do about it, and the button that does it. */
export function ErrorBanner({ error, onRetry, retryLabel = 'Try again', onDismiss, className }: ErrorBannerProps) {
  return (
    <Banner
      tone="error"
      {...(className === undefined ? {} : { className })}
      actions={
        <>
          {onRetry && <Button onClick={onRetry}>{retryLabel}</Button>}
          {onDismiss && (
            <Button variant="quiet" onClick={onDismiss}>
              Dismiss
            </Button>
          )}
        </>
      }
    >
      <span className="font-medium">{error.message}</span> {toAdvice(error)}
    </Banner>
  );
}
