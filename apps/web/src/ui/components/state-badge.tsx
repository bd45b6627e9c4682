import { Check, CircleSlash, CircleX, Hand, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** The color and icon of each tone. `active` has a spinner: the state changes by itself. */
const tones = {
  neutral: { ink: 'text-muted', icon: CircleSlash },
  active: { ink: 'text-accent', icon: undefined },
  waiting: { ink: 'text-caution', icon: Hand },
  success: { ink: 'text-added', icon: Check },
  failure: { ink: 'text-removed', icon: CircleX },
} as const;

/** The meaning of a state. */
export type StateTone = keyof typeof tones;

interface StateBadgeProps {
  readonly tone: StateTone;
  /** Replaces the icon of the tone. */
  readonly icon?: LucideIcon | undefined;
  readonly children: ReactNode;
}

/** A state, in a word or two with an icon. */
export function StateBadge({ tone, icon, children }: StateBadgeProps) {
  const { ink, icon: usual } = tones[tone];
  const Icon = icon ?? usual;
  return (
    <span className={classNames('inline-flex shrink-0 items-center gap-1.5 text-xs font-medium [&_svg]:size-3.5', ink)}>
      {Icon ? <Icon aria-hidden /> : <Spinner />}
      {children}
    </span>
  );
}
