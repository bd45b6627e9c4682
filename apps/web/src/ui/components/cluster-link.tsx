import { ShipWheel } from 'lucide-react';
import { Link } from '../router/link.tsx';

/** The way to how the clusters are. */
export function ClusterLink() {
  return (
    <Link
      href="/cluster"
      aria-label="Cluster"
      title="Cluster"
      className="text-muted hover:bg-raised hover:text-ink inline-flex size-8 shrink-0 items-center justify-center rounded-md transition-colors [&_svg]:size-4"
    >
      <ShipWheel aria-hidden />
    </Link>
  );
}
