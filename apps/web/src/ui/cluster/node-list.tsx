import type { ClusterReportResponse } from '@shipmate/protocol/web/clusters';
import { classNames } from '../components/class-names.ts';
import { FramedList } from '../components/framed-list.tsx';

type NodeView = ClusterReportResponse['health']['nodes'][number];

/** The nodes, each with its readiness and the requested share of its resources. */
export function NodeList({ nodes }: { readonly nodes: readonly NodeView[] }) {
  if (nodes.length === 0) return null;
  return (
    <section aria-labelledby="nodes-heading" className="space-y-2">
      <h2 id="nodes-heading" className="font-semibold">
        Nodes
      </h2>
      <FramedList>
        {nodes.map((node) => (
          <li key={node.name} className="space-y-1.5 px-3 py-2 text-xs">
            <div className="flex items-baseline gap-2">
              <span className="min-w-0 flex-1 truncate font-medium">{node.name}</span>
              <span className={node.isReady ? 'text-added' : 'text-removed'}>
                {node.isReady ? (node.isCordoned ? 'Ready, cordoned' : 'Ready') : 'Not ready'}
              </span>
            </div>
            <p className="text-muted tabular-nums">{[...node.roles, `${node.pods} pods`].join(' · ')}</p>
            <Share label="CPU" part={node.cpu} />
            <Share label="Memory" part={node.memory} />
          </li>
        ))}
      </FramedList>
    </section>
  );
}

/** Share from which a node counts as nearly full. */
const nearlyAll = 0.9;

/** The requested share of a node's resource, as a bar. */
function Share({ label, part }: { readonly label: string; readonly part: number | null }) {
  if (part === null) return null;
  const percent = Math.round(part * 100);
  return (
    <div className="flex items-center gap-2">
      <span className="text-muted w-14 shrink-0">{label}</span>
      <div aria-hidden className="bg-raised h-1.5 flex-1 overflow-hidden rounded-full">
        <div
          className={classNames('h-full', part >= nearlyAll ? 'bg-caution' : 'bg-accent')}
          style={{ width: `${Math.min(100, percent)}%` }}
        />
      </div>
      <span className="w-24 shrink-0 text-right whitespace-nowrap tabular-nums">{percent} % requested</span>
    </div>
  );
}
