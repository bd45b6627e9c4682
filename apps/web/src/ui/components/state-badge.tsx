import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

const inks = {
  neutral: 'text-muted',
  active: 'text-accent',
  waiting: 'text-caution',
  success: 'text-added',
  failure: 'text-removed',
} as const;

/** The meaning of a state, which sets its color. */
export type StateTone = keyof typeof inks;

interface StateBadgeProps {
  readonly tone: StateTone;
  /** Without one, a spinner: the state changes by itself. */
  readonly icon?: LucideIcon | undefined;
  readonly children: ReactNode;
}

/** A state, in a word or two with an icon. */
export function StateBadge({ tone, icon: Icon, children }: StateBadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center gap-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5',
        inks[tone],
      )}
    >
      {Icon ? <Icon aria-hidden /> : <Spinner />}
      {children}
    </span>
  );
}
