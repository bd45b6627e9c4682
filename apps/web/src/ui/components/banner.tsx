import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  info: { background: 'bg-accent-soft', ink: 'text-accent', icon: Info },
  caution: { background: 'bg-caution-soft', ink: 'text-caution', icon: TriangleAlert },
  error: { background: 'bg-removed-soft', ink: 'text-removed', icon: CircleAlert },
} as const;

interface BannerProps {
  readonly tone: keyof typeof tones;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
}

/** A message in the flow of the page; an error is announced at once. */
export function Banner({ tone, children, actions, className }: BannerProps) {
  const { background, ink, icon: Icon } = tones[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'note'}
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg px-3 py-2 text-xs',
        background,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-48 items-start gap-2">
        <Icon aria-hidden className={classNames('mt-px size-3.5 shrink-0', ink)} />
        <div className="min-w-0 leading-relaxed wrap-anywhere whitespace-pre-line">{children}</div>
      </div>
      {actions && <div className="flex gap-2">{actions}</div>}
    </div>
  );
}
