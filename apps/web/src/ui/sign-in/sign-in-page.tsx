import { useSignInLink } from '../api/session.ts';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { CenteredPage } from '../components/centered-page.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';

/** Explains the one-time sign-in link and requests another one. */
export function SignInPage() {
  const link = useSignInLink();
  return (
    <CenteredPage title="Sign in to Shipmate">
      <div className="text-muted space-y-3 leading-relaxed">
        <p>
          When Shipmate starts, it prints a <strong className="text-ink font-medium">one-time link</strong> in its
          terminal. Open that link in this browser and you are signed in.
        </p>
        <p>Each link works once. If yours is used up or lost, have another one printed.</p>
      </div>
      <Button
        variant="primary"
        size="large"
        className="self-start"
        isBusy={link.isPending}
        onClick={() => link.mutate()}
      >
        Print a new link in the terminal
      </Button>
      <div role="status">
        {link.isSuccess && (
          <Banner tone="info">A new link is in the terminal where Shipmate runs. Open it in this browser.</Banner>
        )}
      </div>
      {link.error && <ErrorBanner error={link.error} />}
    </CenteredPage>
  );
}
