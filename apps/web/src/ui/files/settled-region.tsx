import type { ThreeWayRegion } from '@shipmate/domain/workspace';

const settled: Record<Exclude<ThreeWayRegion['kind'], 'conflict' | 'same'>, { label: string; look: string }> = {
  theirs: { label: 'Theirs, kept', look: 'bg-accent-soft' },
  yours: { label: 'Mine, kept', look: 'bg-added-soft' },
  agreed: { label: 'The same by both', look: 'bg-raised' },
};

/** Lines without a conflict: unchanged, changed by one side, or changed equally by both. */
export function SettledRegion({ region: { kind, base, theirs, yours } }: { region: ThreeWayRegion }) {
  if (kind === 'same') {
    const lines = base.split('\n').length - (base.endsWith('\n') ? 1 : 0);
    return <p className="text-muted text-2xs">{lines === 1 ? '1 unchanged line' : `${lines} unchanged lines`}</p>;
  }
  if (kind === 'conflict') return null;
  const { label, look } = settled[kind];
  const text = kind === 'theirs' ? theirs : yours;
  return (
    <div>
      <p className="text-muted mb-1 text-2xs font-medium">{label}</p>
      <pre
        tabIndex={0}
        aria-label={label}
        className={`overflow-x-auto rounded-md p-2 font-mono text-xs leading-relaxed ${look}`}
      >
        {text === '' ? <del className="text-muted">{base}</del> : text}
      </pre>
    </div>
  );
}
