/** Setup instructions when no cluster is configured. */
export function NoCluster() {
  return (
    <section aria-label="No cluster" className="border-line bg-surface space-y-2 rounded-lg border p-6 text-center">
      <p className="font-medium">No cluster is configured.</p>
      <p className="text-muted text-xs leading-relaxed">
        Set <code className="font-mono">KUBECONFIG</code> to the path of a kubeconfig and restart. A read-only service
        account is enough to show and investigate problems.
      </p>
    </section>
  );
}
