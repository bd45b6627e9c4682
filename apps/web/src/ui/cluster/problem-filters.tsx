import type { ClusterReportResponse } from '@shipmate/protocol/web/clusters';
import { classNames } from '../components/class-names.ts';
import { SmallSelect } from '../components/small-select.tsx';
import type { ClusterView } from './cluster-view.ts';
import { severities, type ProblemGroup, type Severity } from './problem-groups.ts';
import { severityStyles } from './severity-mark.tsx';

interface ProblemFiltersProps {
  /** The groups of the namespace, of any severity. */
  readonly groups: readonly ProblemGroup[];
  readonly namespaces: ClusterReportResponse['health']['namespaces'];
  readonly view: ClusterView;
  readonly onChange: (changes: Pick<ClusterView, 'namespace'> | Pick<ClusterView, 'severities'>) => void;
}

/** The filter by severity and namespace. */
export function ProblemFilters({ groups, namespaces, view, onChange }: ProblemFiltersProps) {
  const names = [...new Set([...namespaces.map(({ name }) => name), view.namespace])].filter((name) => name !== '');
  function toggle(severity: Severity) {
    const next = new Set(view.severities);
    if (!next.delete(severity)) next.add(severity);
    onChange({ severities: new Set(severities.filter((each) => next.has(each))) });
  }
  return (
    <>
      <div role="group" aria-label="Severities" className="flex gap-1">
        {severities.map((severity) => {
          const { word, ink, icon: Icon } = severityStyles[severity];
          const isShown = view.severities.has(severity);
          return (
            <button
              key={severity}
              type="button"
              aria-pressed={isShown}
              onClick={() => toggle(severity)}
              className={classNames(
                'inline-flex h-7 items-center gap-1.5 rounded-md border px-2 text-xs tabular-nums [&_svg]:size-3.5',
                isShown ? 'border-edge bg-surface' : 'border-line text-muted',
              )}
            >
              <Icon aria-hidden className={isShown ? ink : undefined} />
              {word} {groups.filter((group) => group.severity === severity).length}
            </button>
          );
        })}
      </div>
      <SmallSelect
        label="Namespace"
        value={view.namespace}
        options={[['', 'All'], ...names.toSorted().map((name) => [name, name] as const)]}
        onChange={(namespace) => onChange({ namespace })}
      />
    </>
  );
}
