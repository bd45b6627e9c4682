import type { Difference } from './compare-values.ts';

/** A reviewed difference with its reason. */
interface AcceptedDifference {
  readonly reason: string;
  /** Record names, or patterns of them. */
  readonly records: readonly (string | RegExp)[];
  /** A pattern of places. Default: every place. */
  readonly places?: RegExp;
}

const accepted: readonly AcceptedDifference[] = [
  {
    reason: 'The status of pods has no observedGeneration, that of containers no resources and volumeMounts.',
    records: [/^(?:delete-pod|pod-delete|kubelet-down-(?:delete|force)|log-|eviction|list-|table-pods|evicted-pod)/],
    places:
      /observedGeneration|k:\{"type":"PodScheduled"\}$|ContainerStatuses\[\]\.(?:resources|volumeMounts)|containerStatuses\[\]\.(?:resources|volumeMounts)/,
  },
  {
    reason: 'The recorded distribution mounts a ConfigMap of its own into each pod.',
    records: [
      /^(?:delete-pod|pod-delete|kubelet-down|log-|eviction|list-|table-pods|evicted-pod|limitrange|podsecurity)/,
    ],
    places: /projected\.sources/,
  },
  {
    reason: 'Descriptions of table columns are short or empty.',
    records: [/^(?:table|watch-table|event-series-table|cr-table)/],
    places: /columnDefinitions\[\]\.description$/,
  },
  {
    reason: 'The recorded cluster contained other objects or had another age.',
    records: [
      /^list-(?:limit|continue)/,
      'list-partial-metadata',
      'list-notolderthan-old',
      'watch-bookmarks',
      'watch-send-initial-events',
      'event-scheduler',
      'kubelet-down-node',
      'kubelet-down-delete-pod',
      'kubelet-down-force-delete',
      'delete-pod-grace-body',
      'eviction-dryrun',
      'log-unscheduled-2',
      /^patch-(?:smp|ssa)-noop/,
      /^log-(?:previous-absent-completed|waiting)/,
    ],
  },
  {
    reason: 'The number of restarts after some minutes of crashes differs.',
    records: [/^table-(?:pods|v1beta1)/],
    places: /rows\[\]\.cells|rows\[\]\.object\.metadata\.managedFields/,
  },
  {
    reason: 'A namespace is removed as soon as it is empty and has no conditions.',
    records: [/^namespace-terminating/, 'delete-namespace-dryrun-query-with-body'],
  },
  {
    reason: 'The simulator records other managers for controllers, or other API versions.',
    records: [
      /^namespace-(?:metadata|remove|change)/,
      'delete-namespace-dryrun',
      '503-apiservice-status',
      /^event-series/,
    ],
    places: /managedFields/,
  },
  {
    reason: 'Not all of the validation and admission of a real server is simulated.',
    records: [
      /^invalid-/,
      'patch-smp-recreate-without-retainkeys',
      /^(?:403-)?limitrange/,
      'event-invalid',
      'list-bad-labelselector',
    ],
  },
  { reason: 'Admission policies are stored and not applied.', records: [/vap-deny/, 'vap-warn'] },
  { reason: 'CEL rules of custom resources are not evaluated.', records: ['cr-invalid-cel'] },
  { reason: 'Priority and fairness is stored and not applied.', records: [/^429-apf/] },
  {
    reason: 'No webhook is called over the network; declared verdicts have only a message.',
    records: [/^webhook-(?:deny|warn|http500|baduid|slow|refused|badca)/],
  },
  {
    reason: 'The refusal of an immutable pod field does not list the changes.',
    records: ['pod-immutable'],
    places: /message$/,
  },
  {
    reason: 'Proxying and upgraded connections are not simulated.',
    records: [
      'service-proxy',
      'pod-proxy-unscheduled',
      'node-proxy-stats',
      'exec-no-command-upgrade',
      'kubelet-down-node-proxy',
    ],
  },
  { reason: 'The log of a pod on a silent node is readable.', records: [/^kubelet-down-log/] },
  { reason: 'Extension servers are not simulated.', records: [/aggregated-without-table$/] },
  {
    reason: 'Pods are not evicted because of node pressure.',
    records: ['log-unable-to-retrieve', 'log-container-terminated-without-id', 'evicted-pod'],
  },
  {
    reason: 'Health checks list no start hooks, and `/metrics` is not served.',
    records: [/verbose$/, 'readyz-exclude-unknown', 'metrics'],
  },
  {
    reason: 'Rules of a user have another order, and service account issuer discovery is not granted.',
    records: [/^selfsubjectrulesreview(?:-admin)?$/],
    places: /Rules/,
  },
  {
    reason: 'Service account tokens contain no uid and no credential id.',
    records: ['selfsubjectreview'],
    places: /userInfo/,
  },
  { reason: 'The status of a scaled workload changes at once.', records: ['scale-patch'], places: /^after\.status/ },
  {
    reason: 'An orphaned object keeps an empty list of owner references.',
    records: ['delete-propagation-query-orphan'],
    places: /ownerReferences/,
  },
];

/** Sorts differences into unlisted ones, listed ones that are gone, and counts of records by reason. */
export function findUnlisted(found: ReadonlyMap<string, readonly Difference[]>) {
  const unlisted = new Map<string, readonly Difference[]>();
  const used = new Map<AcceptedDifference, Set<string>>(accepted.map((entry) => [entry, new Set()]));
  for (const [name, differences] of found) {
    const left = differences.filter(({ place }) => {
      const entries = accepted.filter((entry) => covers(entry, name, place));
      for (const entry of entries) used.get(entry)?.add(name);
      return entries.length === 0;
    });
    if (left.length > 0) unlisted.set(name, left);
  }
  const gone = accepted.flatMap((entry) =>
    entry.records
      .filter((record) => ![...(used.get(entry) ?? [])].some((name) => isNamed(record, name)))
      .map((record) => `${String(record)}: ${entry.reason}`),
  );
  const byReason = accepted.map((entry) => [entry.reason, used.get(entry)?.size ?? 0] as const);
  return { unlisted, gone, byReason };
}

function covers({ records, places }: AcceptedDifference, name: string, place: string): boolean {
  return records.some((record) => isNamed(record, name)) && (places === undefined || places.test(place));
}

function isNamed(record: string | RegExp, name: string): boolean {
  return typeof record === 'string' ? record === name : record.test(name);
}
