import { FlaskConical } from 'lucide-react';

/** States that the cluster is simulated. */
export function SimulatorNotice() {
  return (
    <p role="note" className="bg-caution-soft flex gap-2 rounded-lg px-3 py-2 text-xs leading-relaxed">
      <FlaskConical aria-hidden className="text-caution mt-px size-3.5 shrink-0" />
      <span>
        <strong className="font-semibold">This is a simulator, not a real cluster.</strong> Its workloads do not run,
        and its problems are deliberate. Set <code className="font-mono">KUBECONFIG</code> and restart to connect your
        own cluster.
      </span>
    </p>
  );
}
