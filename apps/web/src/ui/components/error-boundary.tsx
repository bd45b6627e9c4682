import { Component, type ReactNode } from 'react';
import { ErrorPage } from './error-page.tsx';
import { toPageError } from './page-error.ts';

/** Shows an error page when a component throws or a part of the app cannot be loaded. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { thrown: unknown }> {
  override state: { thrown: unknown } = { thrown: undefined };

  static getDerivedStateFromError(thrown: unknown): { thrown: unknown } {
    return { thrown };
  }

  override render(): ReactNode {
    if (this.state.thrown === undefined) return this.props.children;
    const error = toPageError(this.state.thrown);
    return <ErrorPage error={error} onRetry={() => window.location.reload()} retryLabel="Reload the page" />;
  }
}
