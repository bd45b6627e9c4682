import type { AppError, ErrorCode } from '@shipmate/core';
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

const adviceByCode: Partial<Record<ErrorCode, string>> = {
  UNAVAILABLE: 'Check in its terminal that it is still running, then try again.',
  UNAUTHORIZED: 'Sign in again with the link from the terminal.',
  NOT_FOUND: 'It may have been deleted, or it belongs to another organization.',
  PAYLOAD_TOO_LARGE: 'Shorten the message and send it again.',
  RATE_LIMITED: 'Try again later.',
  DATABASE_ERROR: 'Try again. If it keeps failing, see the log in the terminal.',
  INTERNAL_ERROR: 'Try again. If it keeps failing, see the log in the terminal.',
  EXTERNAL_API_ERROR: 'Try again. If it keeps failing, see the log in the terminal.',
};

/** Returns what a person can do about an error; empty when the error's message already says so. */
function toAdvice(error: AppError): string {
  return adviceByCode[error.code] ?? '';
}
