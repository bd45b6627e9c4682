import { CenteredPage } from './centered-page.tsx';
import { ErrorBanner, type ErrorBannerProps } from './error-banner.tsx';

/** A full page for an error that leaves nothing else to show; its link reloads the app. */
export function ErrorPage(props: ErrorBannerProps) {
  return (
    <CenteredPage title="Error">
      <ErrorBanner {...props} />
      <a href="/" className="text-accent self-start underline underline-offset-2">
        Go to the start page
      </a>
    </CenteredPage>
  );
}
