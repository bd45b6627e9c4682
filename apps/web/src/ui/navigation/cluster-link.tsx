import { ShipWheel } from 'lucide-react';
import { Link } from '../router/link.tsx';

/** The link to the cluster page. */
export function ClusterLink() {
  return (
    <Link
      href="/cluster"
      aria-label="Cluster"
      title="Cluster"
      className="text-muted hover:bg-raised hover:text-ink inline-flex h-8 min-w-8 shrink-0 items-center justify-center gap-1 rounded-md px-1.5 text-xs transition-colors max-sm:hidden [&_svg]:size-4"
    >
      <ShipWheel aria-hidden />
      <span className="max-xl:hidden">Cluster</span>
    </Link>
  );
}
