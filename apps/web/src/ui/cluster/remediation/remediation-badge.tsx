import type { RemediationView } from '@shipmate/protocol/web/remediations';
import { Check, CircleSlash, CircleX, Hand } from 'lucide-react';
import { classNames } from '../../components/class-names.ts';
import { Spinner } from '../../components/spinner.tsx';
import { statusLabels } from './remediation-words.ts';

const tones = {
  waits: { ink: 'text-caution', icon: Hand },
  good: { ink: 'text-added', icon: Check },
  bad: { ink: 'text-removed', icon: CircleX },
  calm: { ink: 'text-muted', icon: CircleSlash },
} as const;

/** The state of a remediation, in words with an icon. */
export function RemediationBadge({ status }: Pick<RemediationView, 'status'>) {
  const { word, tone } = statusLabels[status];
  const style = tone === 'busy' ? undefined : tones[tone];
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center gap-1.5 text-xs font-medium [&_svg]:size-3.5',
        style?.ink ?? 'text-accent',
      )}
    >
      {style ? <style.icon aria-hidden /> : <Spinner />}
      {word}
    </span>
  );
}
