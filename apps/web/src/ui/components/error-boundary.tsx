import { AppError, toAppError } from '@shipmate/core';
import { Component, type ReactNode } from 'react';
import { ErrorPage } from './error-page.tsx';

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

/** Messages of browsers when a part of the app cannot be loaded. */
const lostPart = /dynamically imported module|importing a module script failed/i;

/** Converts a thrown value to the error that the page shows. */
export function toPageError(thrown: unknown): AppError {
  if (!(thrown instanceof TypeError && lostPart.test(thrown.message))) {
    return toAppError(thrown, { message: 'This page could not be shown.' });
  }
  return new AppError({
    code: 'CONFLICT',
    message:
      'Shipmate was updated while this page was open, or cannot be reached. Reload the page: what you typed is kept.',
    cause: thrown,
  });
}
