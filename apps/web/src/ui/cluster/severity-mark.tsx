import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { classNames } from '../components/class-names.ts';
import type { Severity } from './problem-groups.ts';

/** Label, color and icon of each severity. */
export const severityStyles = {
  critical: { word: 'Critical', ink: 'text-removed', icon: CircleAlert },
  warning: { word: 'Warning', ink: 'text-caution', icon: TriangleAlert },
  info: { word: 'Info', ink: 'text-muted', icon: Info },
} as const;

/** A severity as an icon with an accessible name. */
export function SeverityMark({ severity, className }: { readonly severity: Severity; readonly className?: string }) {
  const { word, ink, icon: Icon } = severityStyles[severity];
  return (
    <>
      <Icon aria-hidden className={classNames('size-4 shrink-0', ink, className)} />
      <span className="sr-only">{word}: </span>
    </>
  );
}
