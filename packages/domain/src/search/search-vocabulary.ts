/** Common words without meaning for a search. */
export const fillers: ReadonlySet<string> = new Set(
  words(`a an the i we you it my our your this that some any new need needs want wants would like please can could should may must
    how do does did to of in on for from with without into by at as is are be and or not no so when if then them me us all each
    every it's its their make makes create creates set setup up add give get have has use uses using run runs running deploy
    install provision provide app apps application applications kubernetes k8s thing things something way best simple managed
    automatically automatic existing inside between across own under through via only where what which who more than out
    they their theirs them himself itself themselves whom whose been being was were had having will shall might must while until
    because about against after before during again further once here there both few other others another some such too very just
    also even still yet one two three four five ten twice much many most least last next first nothing nobody somebody anybody
    everybody everyone someone something anything everything else let lets tell tells see sees keep keeps put puts bring go goes
    come comes take takes look looks over up off back`),
);

/** Verbs that modify the other words; they carry more of the intent. */
export const actions: ReadonlySet<string> = new Set(
  words(`scale autoscale autoscaling scaling backup restore snapshot expose monitor scrape alert alerts alerting schedule scheduled cron
    nightly encrypt isolate restrict limit trace traces tracing log logs sync mirror route canary mtls`),
);

/** Phrases with one meaning, each searched as one word. */
export const phrases: readonly (readonly [phrase: string, word: string])[] = [
  ['object (?:storage|store)', 'bucket'],
  ['blob (?:storage|store)', 'bucket'],
  ['load[ -]?balancers?', 'loadbalancer'],
  ['blue[ -]green', 'canary'],
  ['progressive delivery', 'canary'],
  ['scales? to zero', 'serverless'],
  ['cron ?jobs?|scheduled (?:job|task)s?', 'cronjob'],
  ['every (?:minute|hour|night|day|week|month|morning|evening|(?:mon|tues|wednes|thurs|fri|satur|sun)day)', 'cron'],
  ['(?:mutual|m)[ -]?tls', 'mtls'],
  ['single sign[ -]?on', 'oidc'],
  ["let'?s ?encrypt", 'acme'],
  ['(?:tls|ssl|https) certificates?', 'certificate'],
  ['(?:every|each|all) nodes?', 'daemon'],
  ['high(?:ly)? availab(?:le|ility)', 'ha'],
];

/** Synonyms: a match of one counts as much as a match of the other. */
const same = [
  'postgres postgresql pg',
  'mysql mariadb',
  'mongo mongodb',
  'database databases db',
  'certificate certificates cert certs',
  'bucket s3',
  'queue queues mq',
  'secret secrets',
  'autoscale autoscaler autoscaling scaler scaling scale hpa',
  'cron cronjob nightly hourly daily weekly schedule scheduled periodic',
  'disk disks volume volumes',
  'loadbalancer lb elb balancer',
  'monitor monitoring monitors',
  'trace traces tracing',
  'role roles rbac',
  'vm vms instance machine machines',
  'copy copies replica replicas',
  'disruption drain drained drains',
  'pool pools pooling pooler',
  'cpu processor',
  'memory ram',
  'pvc claim',
  'function lambda',
  'firewall networkpolicy',
].map(words);

/** Related words that may also match; they count less. */
const related: Readonly<Record<string, readonly string[]>> = {
  database: ['sql'],
  elastic: ['elasticsearch'],
  tls: ['certificate'],
  ssl: ['certificate', 'tls'],
  https: ['certificate', 'tls'],
  bucket: ['object storage'],
  broker: ['kafka', 'rabbitmq', 'messaging'],
  queue: ['messaging', 'rabbitmq', 'sqs'],
  messaging: ['queue', 'broker', 'kafka', 'rabbitmq'],
  stream: ['kafka', 'topic', 'kinesis'],
  password: ['secret', 'credentials'],
  credential: ['secret'],
  credentials: ['secret'],
  scale: ['scaled'],
  autoscale: ['scaled'],
  backup: ['snapshot'],
  disk: ['storage', 'persistent volume'],
  storage: ['volume'],
  hostname: ['host', 'ingress', 'dns'],
  url: ['route', 'ingress', 'host'],
  domain: ['dns', 'host'],
  expose: ['ingress', 'route', 'service'],
  outgoing: ['egress'],
  incoming: ['ingress'],
  talk: ['traffic'],
  block: ['deny', 'network policy'],
  throttle: ['rate limit'],
  internet: ['external'],
  uploads: ['bucket'],
  compile: ['build'],
  spans: ['trace', 'opentelemetry'],
  range: ['pool'],
  routing: ['route'],
  traffic: ['route', 'gateway'],
  loadbalancer: ['load balancing'],
  firewall: ['network policy', 'security group'],
  isolate: ['network policy'],
  monitor: ['prometheus', 'metrics'],
  metrics: ['monitor', 'prometheus'],
  scrape: ['monitor', 'prometheus'],
  alerting: ['alert', 'rule'],
  alert: ['rule'],
  trace: ['telemetry', 'opentelemetry'],
  ci: ['pipeline'],
  cd: ['delivery'],
  gitops: ['application', 'kustomization', 'git repository'],
  canary: ['rollout'],
  serverless: ['knative', 'function'],
  guardrail: ['policy'],
  permission: ['role', 'policy'],
  permissions: ['role'],
  registry: ['repository'],
  cache: ['redis', 'memcached'],
  mesh: ['istio', 'virtual service'],
  oidc: ['authentication'],
  mtls: ['peer authentication', 'tls'],
  acme: ['issuer'],
  sign: ['issuer'],
  issue: ['issuer'],
  collect: ['collector'],
  certificate: ['tls'],
};

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/**
 * Returns the synonyms and related words of a word, with their weights; a phrase of several words is searched
 * as one word too.
 */
export function otherWordsFor(word: string): readonly { readonly text: string; readonly weight: number }[] {
  const others = same.find((each) => each.includes(word)) ?? [word];
  const near = new Set(others.flatMap((each) => (Object.hasOwn(related, each) ? (related[each] ?? []) : [])));
  return [
    ...others.filter((each) => each !== word).map((text) => ({ text, weight: 0.95 })),
    ...[...near]
      .filter((each) => !others.includes(each))
      .flatMap((text) => (text.includes(' ') ? [text, text.replaceAll(' ', '')] : [text]))
      .map((text) => ({ text, weight: 0.5 })),
  ];
}
