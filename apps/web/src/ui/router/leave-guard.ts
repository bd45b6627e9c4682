import { useBlocker } from '@tanstack/react-router';

/** Answers of a person who was asked whether to leave. */
export interface LeaveAnswer {
  readonly leave: () => void;
  readonly stay: () => void;
}

interface LeaveGuardOptions {
  readonly isActive: boolean;
  /** Asks the person; the navigation waits for the answer. */
  readonly ask: (answer: LeaveAnswer) => void;
}

/** A location of the app, as far as it decides about leaving. */
interface GuardedLocation {
  readonly pathname: string;
  readonly search: object;
}

/**
 * While active, asks before a navigation to another page or another file of the workspace, also by the back button; when the
 * page is closed, the browser asks.
 */
export function useLeaveGuard({ isActive, ask }: LeaveGuardOptions): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isLeaving(current, next) &&
      new Promise((resolve) => {
        ask({ leave: () => resolve(false), stay: () => resolve(true) });
      }),
    enableBeforeUnload: isActive,
    disabled: !isActive,
  });
}

/** Returns true when a navigation shows another page or another file; other parts of a workspace's address may change. */
export function isLeaving(current: GuardedLocation, next: GuardedLocation): boolean {
  return current.pathname !== next.pathname || Reflect.get(current.search, 'file') !== Reflect.get(next.search, 'file');
}
