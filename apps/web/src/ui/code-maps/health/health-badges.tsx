import { Activity, type LucideIcon, RefreshCw, Unlink, Waypoints } from 'lucide-react';
import type { HealthFinding } from './to-findings.ts';

/** The label, color and symbol of each kind of finding. */
export const findingLooks: Readonly<
  Record<HealthFinding['kind'], { readonly label: string; readonly color: string; readonly Icon: LucideIcon }>
> = {
  cycle: { label: 'Import cycle', color: 'var(--color-removed)', Icon: RefreshCw },
  unused: { label: 'Unused file', color: 'var(--color-caution)', Icon: Unlink },
  hub: { label: 'Hub', color: 'var(--color-syntax-literal)', Icon: Waypoints },
  instability: { label: 'Instability', color: 'var(--color-muted)', Icon: Activity },
};

/** Describes a finding for people. */
export function describeFinding({ kind, text }: Pick<HealthFinding, 'kind' | 'text'>): string {
  return `${findingLooks[kind].label}: ${text}`;
}

/** The findings about a node as symbols with their figures. */
export function HealthBadges({ findings }: { readonly findings: readonly HealthFinding[] }) {
  const shown = findings.filter(({ kind }, index) => findings.findIndex((each) => each.kind === kind) === index);
  return shown.map(({ kind, figure, text }) => {
    const { color, Icon } = findingLooks[kind];
    return (
      <span
        key={kind}
        title={describeFinding({ kind, text })}
        data-finding={kind}
        className="bg-surface flex shrink-0 items-center gap-[0.15em] rounded-sm px-[0.15em]"
        style={{ color }}
      >
        <Icon aria-hidden className="size-[1em]" />
        {figure}
      </span>
    );
  });
}
