import type { ClusterReportResponse } from '@shipmate/protocol/web/clusters';
import { classNames } from '../components/class-names.ts';
import { FramedList } from '../components/framed-list.tsx';
import { severities } from './problem-groups.ts';
import { severityStyles } from './severity-mark.tsx';

interface NamespaceListProps {
  readonly namespaces: ClusterReportResponse['health']['namespaces'];
  readonly chosen: string;
  readonly onChoose: (namespace: string) => void;
}

/** The namespaces with their health; choosing the chosen one again clears the choice. */
export function NamespaceList({ namespaces, chosen, onChoose }: NamespaceListProps) {
  return (
    <section aria-labelledby="namespaces-heading" className="space-y-2">
      <h2 id="namespaces-heading" className="font-semibold">
        Namespaces
      </h2>
      <FramedList>
        {namespaces.map(({ name, pods, healthyPods, problems }) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={name === chosen}
              onClick={() => onChoose(name === chosen ? '' : name)}
              className={classNames(
                'hover:bg-raised flex w-full items-center gap-2 px-3 py-2 text-left text-xs -outline-offset-2',
                name === chosen && 'bg-accent-soft',
              )}
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{name}</span>
                <span className="text-muted tabular-nums">
                  {pods === 0 ? 'no pods' : `${healthyPods} of ${pods} pods healthy`}
                </span>
              </span>
              {severities
                .filter((severity) => problems[severity] > 0)
                .map((severity) => {
                  const { word, ink, icon: Icon } = severityStyles[severity];
                  return (
                    <span key={severity} className="flex items-center gap-1 tabular-nums">
                      <Icon aria-hidden className={classNames('size-3.5', ink)} />
                      <span className="sr-only">{word}</span>
                      {problems[severity]}
                    </span>
                  );
                })}
            </button>
          </li>
        ))}
      </FramedList>
    </section>
  );
}
