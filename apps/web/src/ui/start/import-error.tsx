import type { AppError } from '@shipmate/core';
import { isAboutArchive } from '../api/archives.ts';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';

export interface ImportErrorProps {
  readonly error: AppError;
  readonly onDismiss: () => void;
}

/** Why an archive was not imported; for a defect of the archive, the server's message is complete. */
export function ImportError({ error, onDismiss }: ImportErrorProps) {
  if (!isAboutArchive(error)) return <ErrorBanner error={error} onDismiss={onDismiss} />;
  return (
    <Banner
      tone="error"
      actions={
        <Button variant="quiet" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      <span className="font-medium">{error.message}</span> Nothing was imported.
    </Banner>
  );
}
