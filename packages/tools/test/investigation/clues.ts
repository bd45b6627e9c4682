/** The kind of a scenario's fault, and patterns of the evidence that an investigation must show. */
export interface ScenarioClues {
  readonly category: string;
  readonly clues: readonly RegExp[];
}

export const scenarioClues: Readonly<Record<string, ScenarioClues>> = {
  'autoscaler-without-requests': { category: 'autoscaling', clues: [/missing request for cpu in container web/] },
  'bad-config': { category: 'config', clues: [/unknown directive "?lisen/] },
  'closed-database': {
    category: 'network policy',
    clues: [/cannot reach db\.data:5432/, /"from":\[\{"podSelector":\{"matchLabels":\{"app":"api"\}\}\}\]/],
  },
  'crash-loop': { category: 'crash', clues: [/DATABASE_URL/] },
  'denied-by-policy': { category: 'webhook', clues: [/limits\.example\.com.*must set resources\.limits\.memory/] },
  'egress-without-names': { category: 'dns', clues: [/lookup queue/, /"egress"/] },
  'exceeded-quota': { category: 'quota', clues: [/exceeded quota: small.*limited: pods=2/] },
  'failing-job': { category: 'job', clues: [/lookup postgres: no such host/, /shop\s+db\s/] },
  'failing-probe': { category: 'probe', clues: [/\/health\b/, /statuscode: 404/] },
  'forbidden-watcher': { category: 'access', clues: [/configmaps is forbidden/, /"name":"reloadr"/] },
  'guard-without-endpoints': {
    category: 'webhook',
    clues: [/Service "policy\/policy-guard" has no ready endpoints/, /guard:2\.O: not found/],
  },
  'image-pull': { category: 'image', clues: [/1\.29-alpinee: not found/] },
  'ingress-class': { category: 'ingress', clues: [/no ingress class "ngnix"/] },
  'memory-leak': { category: 'memory', clues: [/OOMKilled/, /256Mi/] },
  'metrics-server-down': { category: 'selector', clues: [/k8s-app=metric-server/, /k8s-app=metrics-server/] },
  'missing-config-map': { category: 'config', clues: [/configmap "worker-settings" not found/, /worker-config/] },
  'missing-secret-key': { category: 'secret', clues: [/NO KEY "smtp-password"; it has password/] },
  'out-of-memory': { category: 'memory', clues: [/OOMKilled/, /128Mi/] },
  'pending-claim': { category: 'storage', clues: [/no storage class "fast-ssd"/] },
  'selector-mismatch': { category: 'selector', clues: [/app=website/, /app=web\b/] },
  'stuck-cron-job': { category: 'job', clues: [/concurrencyPolicy: Forbid/, /waiting for (?:a|the) lock/i] },
  'untolerated-taint': { category: 'taint', clues: [/untolerated taint/, /gpu/] },
  'waiting-init-container': { category: 'init container', clues: [/role "ledger_migrater" does not exist/] },
  'wrong-target-port': { category: 'ports', clues: [/targetPort: 8000/, /they declare 8080/] },
  'eager-liveness': { category: 'probe', clues: [/failed liveness probe/, /index: 48 %/] },
  'insufficient-cpu': { category: 'scheduling', clues: [/Insufficient cpu/, /cpu: "?16\b/] },
  'ingress-without-backend': {
    category: 'ingress',
    clues: [/[Ss]ervice "?storefront"? does not exist|services\/storefront.*DOES NOT EXIST/],
  },
  'misspelt-command': { category: 'crash', clues: [/\/bin\/schedulerr: not found/] },
  'narrow-limit-range': { category: 'quota', clues: [/maximum memory usage per Container is 512Mi, but limit is 1Gi/] },
  'missing-config-key': { category: 'config', clues: [/NO KEY "upstream-url"; it has .*upstream_url/] },
  'autoscaler-of-nothing': { category: 'autoscaling', clues: [/api-server/, /FailedGetScale|does not exist/] },
  'missing-service-account': { category: 'access', clues: [/serviceaccount "agent" not found/] },
  'misnamed-claim': { category: 'storage', clues: [/persistentvolumeclaim "wiki-data" not found/] },
  'short-deadline': { category: 'job', clues: [/DeadlineExceeded/, /activeDeadlineSeconds: 30/] },
  'wrong-node-label': { category: 'scheduling', clues: [/didn't match Pod's node affinity\/selector/, /disk: ssd/] },
  'apart-on-too-few-nodes': { category: 'scheduling', clues: [/didn't match pod anti-affinity rules/] },
  'lost-node': { category: 'node', clues: [/Kubelet stopped posting node status/, /StuckTerminating: Pod shop\/db-0/] },
  'missing-pull-secret': { category: 'image', clues: [/pull access denied|unauthorized|authorization failed/i] },
};
