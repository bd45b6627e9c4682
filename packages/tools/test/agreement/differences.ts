/** A deviation from kubectl's description of objects, and the reason why it is correct. */
export interface Difference {
  readonly line: RegExp;
  /** Default: all. */
  readonly kinds?: readonly string[];
  readonly why: string;
}

export const differences: readonly Difference[] = [
  { line: /^\s*[A-Z][\w -]*:?$/, why: 'Titles are no facts.' },
  { line: /^\s*(?:Type|Host|Kind|Resources?|Namespace)\s{2,}[A-Z]|^\s*-{2,}/, why: 'Heads of tables are no facts.' },
  {
    line: /\w{3}, \d{2} \w{3} \d{4} [\d:]{8} \+0000|[\d-]{10} [\d:]{8} \+0000 UTC/,
    why: 'Times are told as ages, or as the API writes them.',
  },
  {
    line: /^RollingUpdateStrategy: +25% max unavailable, 25% max surge|^(?:StrategyType|Update Strategy): +RollingUpdate/,
    why: 'The default strategy is left out.',
  },
  {
    line: /^IP Famil(?:ies|y Policy):|^Internal Traffic Policy: +Cluster/,
    kinds: ['services'],
    why: 'Defaults are left out.',
  },
  {
    line: /deployment\.kubernetes\.io\/(?:desired|max)-replicas/,
    kinds: ['replicasets'],
    why: 'These are copies of what the Deployment says.',
  },
  {
    line: /^\s+(?:AbleToScale|ScalingActive|Ready) +True|^\s+(?:ScalingLimited|\w+Pressure) +False/,
    kinds: ['horizontalpodautoscalers', 'nodes'],
    why: 'A condition that is as it should be is named with its reason, without its message.',
  },
  { line: /^\s*Host Port:\s+0\/TCP/, why: 'A port of the node that is not asked for is none.' },
  {
    line: /kube-api-access-|TokenExpirationSeconds|^ {4}ConfigMapName: +kube-root-ca\.crt|^ {4}DownwardAPI: +true|^\s+Optional: +false|Projected \(a volume/,
    why: 'Every pod has the token of its service account mounted, unless it says otherwise.',
  },
  {
    line: /node\.kubernetes\.io\/(?:not-ready|unreachable):NoExecute op=Exists for 300s/,
    why: 'Every pod tolerates these.',
  },
  { line: /^\s+State: +(?:Running|Waiting|Terminated)$/, why: 'States are written small.' },
  {
    line: /^\s+(?:Container|Image) ID:/,
    kinds: ['pods'],
    why: 'Ids say nothing about the state. kubectl_get shows them.',
  },
  { line: /^Node: +\S+\/[\d.]+$/, kinds: ['pods'], why: 'The node is named. Describing it tells its address.' },
  {
    line: /^ {2}Normal +(?:Scheduled|Pulling|Pulled|Created|Started|SuccessfulCreate) /,
    why: "Events of a pod's way into service are told by reason and number.",
  },
  { line: /^Pods Status(?:es)?:/, why: 'The pods are listed, each with its state.' },
  { line: /^Access Modes: +RW[OX]$/, kinds: ['persistentvolumeclaims'], why: 'Modes are written out.' },
  {
    line: /^Suspend: +(?:True|False)$/,
    kinds: ['cronjobs'],
    why: 'It is written small, or left out where it is false.',
  },
  {
    line: /^\s+\/\S+ +\S+:\d+ \([\d.:,]*\)$/,
    kinds: ['ingresses'],
    why: 'The service of a backend is named, and describing it tells its endpoints.',
  },
  {
    line: /^\s+\S+ +\S+ +\S+ \(\d+%\) +\S+ \(\d+%\) +\S+ \(\d+%\)|Total limits may be over/,
    kinds: ['nodes'],
    why: 'The pods of a node are named, and what they request together is told; each tells its own part.',
  },
  { line: /^Unschedulable: +false$/, kinds: ['nodes'], why: 'It is left out where it is false.' },
  {
    line: /^\s+[a-z]+\.[a-z.]+ +\[/,
    kinds: ['roles'],
    why: 'A resource and its group are told apart, as rules have them.',
  },
];

/** Words that kubectl adds around the facts. */
export const ownWords: ReadonlySet<string> = new Set(
  (
    'none unset of in to the by on for from at key set config map secret configmap optional rw ro populated ' +
    'desired updated total available unavailable current surge max http-get delay tcp op over created ' +
    'allowing traffic any all allowed not restricted destination selected pods are isolated egress ingress connectivity ipblock ' +
    'false terminates as percentage request unknown variables'
  ).split(' '),
);
