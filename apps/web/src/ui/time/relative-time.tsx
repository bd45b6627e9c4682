import { useSyncExternalStore } from 'react';
import { toAge } from './age.ts';

interface RelativeTimeProps {
  /** ISO 8601. */
  readonly at: string;
  readonly className?: string;
}

const refreshMs = 30_000;
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });

/** How long ago a time was, kept up to date; the exact time is its title. */
export function RelativeTime({ at, className }: RelativeTimeProps) {
  useSyncExternalStore(subscribe, readTick);
  const then = new Date(at);
  return (
    <time dateTime={at} title={exact.format(then)} className={className}>
      {toAge(then, new Date())}
    </time>
  );
}

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, refreshMs);
  return () => clearInterval(timer);
}

function readTick(): number {
  return Math.floor(Date.now() / refreshMs);
}
