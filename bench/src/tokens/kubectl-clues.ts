import { scenarioClues } from '../../../packages/tools/test/investigation/clues.ts';

/**
 * Clues as kubectl prints them, for evidence that Shipmate's tools word differently. Each is the minimum that a reader needs to draw
 * the same conclusion.
 */
const printed: Readonly<Record<string, readonly RegExp[]>> = {
  'closed-database': [/cannot reach db\.data:5432/, /- from:\n\s+- podSelector:\n\s+matchLabels:\n\s+app: api$/m],
  'egress-without-names': [/lookup queue/, /^\s+egress:$/m],
  'failing-job': [/lookup postgres: no such host/, /name: db\n\s+namespace: shop/],
  'forbidden-watcher': [/configmaps is forbidden/, /name: reloadr$/m],
  'guard-without-endpoints': [/no endpoints available for service "policy-guard"/, /guard:2\.O[^]{0,200}not found/],
  'ingress-class': [/ingressClassName: ngnix/, /kind: IngressClass\n[^]*?\n {4}name: nginx$/m],
  'ingress-without-backend': [/service:\n\s+name: storefront\n/, /kind: Service\n/],
  'lost-node': [/Kubelet stopped posting node status/, /deletionTimestamp: /],
  'metrics-server-down': [/k8s-app: metric-server$/m, /k8s-app: metrics-server$/m],
  'missing-config-key': [/couldn't find key upstream-url in ConfigMap/, /^\s+upstream_url: /m],
  'missing-secret-key': [/couldn't find key smtp-password in Secret/, /^\s+password: /m],
  'pending-claim': [/storageclass\.storage\.k8s\.io "fast-ssd" not found/],
  'selector-mismatch': [/app: website$|app=website$/m, /app: web$/m],
  'stuck-cron-job': [/Concurrency Policy: +Forbid/, /waiting for (?:a|the) lock/i],
  'wrong-target-port': [/targetPort: 8000|TargetPort: +8000/, /containerPort: 8080|Port: +8080/],
};

/** Returns the clues that an investigation with kubectl has to bring into view. */
export function kubectlCluesOf(scenario: string): readonly RegExp[] {
  return printed[scenario] ?? scenarioClues[scenario]?.clues ?? [];
}
