/** The kinds of change that automatic mode may execute, with what each one covers. Every other change waits for a person. */
export const automaticChanges = {
  restart: 'Restart the pods, by the annotation that `kubectl rollout restart` sets.',
  scale_up:
    'Raise the replicas from at least 1 to at most double (or 2 more), up to 50; not of a StatefulSet that claims storage.',
  raise_resources: 'Raise a CPU or memory request or limit to at most 4 times, up to 32 CPUs and 64Gi.',
  correct_probe: 'Correct the port or scheme of a probe that exists, or give it more time or attempts.',
} as const;
export type AutomaticChange = keyof typeof automaticChanges;

/** The kinds of object that automatic mode may change, as `group/kind`. */
export const automaticKinds: ReadonlySet<string> = new Set(['apps/Deployment', 'apps/StatefulSet', 'apps/DaemonSet']);
