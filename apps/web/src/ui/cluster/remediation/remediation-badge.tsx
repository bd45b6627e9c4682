import type { RemediationView } from '@shipmate/protocol/web/remediations';
import { StateBadge } from '../../components/state-badge.tsx';
import { statusLabels } from './remediation-words.ts';

/** The state of a remediation, in words with an icon. */
export function RemediationBadge({ status }: Pick<RemediationView, 'status'>) {
  const { word, tone } = statusLabels[status];
  return <StateBadge tone={tone}>{word}</StateBadge>;
}
