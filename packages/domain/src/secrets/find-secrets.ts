/** A format of secrets. */
interface SecretRule {
  /** Appears in the placeholder. */
  readonly id: string;
  /** In lower case; a text without any of them is not searched. */
  readonly keywords: readonly string[];
  /** Global. The group `secret`, or else the whole match, is the secret. Each pattern takes time linear in the text. */
  readonly pattern: RegExp;
}

const rule = (id: string, pattern: RegExp, ...keywords: readonly string[]): SecretRule => ({
  id,
  keywords,
  pattern: new RegExp(pattern.source, `${pattern.flags}gd`),
});

/** Known formats of tokens and keys, after the public documentation of their issuers and the rules of gitleaks. */
export const secretRules: readonly SecretRule[] = [
  rule(
    'private-key',
    /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?<secret>[^-]{20,20000})(?=-----END |$)/,
    'private key',
  ),
  // The end of a key whose beginning is not shown, such as in a patch; it is matched backwards from its last line.
  rule(
    'private-key-end',
    /(?<=(?<secret>(?:(?<![^\n])[A-Za-z0-9+/=]{1,80}\r?\n){1,400}))-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY/,
    'private key',
  ),
  rule('1password-token', /\bops_eyJ[\w+/-]{100,2000}={0,3}/, 'ops_eyj'),
  rule('age-key', /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/, 'age-secret-key-1'),
  rule('aws-access-key', /\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/, 'akia', 'asia', 'a3t', 'abia', 'acca'),
  rule('aws-bedrock-key', /\bABSK[A-Za-z0-9+/]{109,269}={0,2}/, 'absk'),
  rule(
    'aws-secret-key',
    /\baws.{0,20}?(?:secret|key).{0,20}?[:=]\s{0,3}["']?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/i,
    'aws',
  ),
  rule('alibaba-key', /\bLTAI[A-Za-z0-9]{20}\b/, 'ltai'),
  rule('anthropic-key', /\bsk-ant-(?:api|admin)\d{2}-[\w-]{80,120}/, 'sk-ant-'),
  rule('artifactory-key', /\bAKCp[A-Za-z0-9]{69}\b/, 'akcp'),
  rule('atlassian-token', /\bATATT3[\w=-]{180,200}/, 'atatt3'),
  rule('azure-storage-key', /\bAccountKey=(?<secret>[A-Za-z0-9+/]{86}==)/, 'accountkey='),
  rule('azure-ad-secret', /(?<![\w~.-])(?<secret>[\w~.-]{3}\dQ~[\w~.-]{31,34})(?![\w~.-])/, 'q~'),
  rule('clojars-token', /\bCLOJARS_[a-z0-9]{60}\b/i, 'clojars_'),
  rule('cloudflare-origin-key', /\bv1\.0-[a-f0-9]{24}-[a-f0-9]{146}\b/, 'v1.0-'),
  rule(
    'curl-header',
    /(?<![\w-])(?:-H|--header)[\s=]{1,3}["'](?:Authorization|(?:X-)?(?:Api|Auth|Private|Access)-(?:Key|Token)):\s{0,3}(?:[A-Za-z-]{3,12}\s{1,3})?(?<=\bcurl\b(?:[^\n]|\\\n){0,300})(?<secret>(?=[^\s"']{0,100}\d)[\w+/=.~@:-]{10,1000})["']/i,
    'curl',
  ),
  rule(
    'curl-password',
    /(?<![\w-])(?:-u|--user)[\s=]{1,3}["']?[^\s:"'$<]{0,100}["']?:["']?(?<=\bcurl\b(?:[^\n]|\\\n){0,300})(?<secret>(?=[^\s"']{0,100}\d)[^\s"'$<:]{4,200})/,
    'curl',
  ),
  rule('databricks-token', /\bdapi[a-f0-9]{32}(?:-\d)?\b/, 'dapi'),
  rule('digitalocean-token', /\bdo[opr]_v1_[a-f0-9]{64}\b/, 'doo_v1_', 'dop_v1_', 'dor_v1_'),
  rule('docker-token', /\bdckr_(?:pat|oat)_[\w-]{27,40}/, 'dckr_'),
  rule('doppler-token', /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,60}/, 'dp.'),
  rule('duffel-token', /\bduffel_(?:test|live)_[\w=-]{43}/, 'duffel_'),
  rule('dynatrace-token', /\bdt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}\b/i, 'dt0c01.'),
  rule('easypost-key', /\bEZ[AT]K[a-zA-Z0-9]{54}\b/, 'ezak', 'eztk'),
  rule('facebook-token', /\b(?:EAA[MC][A-Za-z0-9]{100,400}|\d{15,16}\|[\w-]{27}(?![\w-]))/, 'facebook', 'eaam', 'eaac'),
  rule('figma-token', /\bfig[dpou]_[\w-]{40,60}/, 'figd_', 'figp_', 'figo_', 'figu_'),
  rule('flutterwave-key', /\bFLWSECK(?:_TEST)?-[a-h0-9]{12,32}(?:-X)?/i, 'flwseck'),
  rule('fly-token', /\bfo1_[\w-]{43}(?![\w-])/, 'fo1_'),
  rule('frameio-token', /\bfio-u-[\w=-]{64}/, 'fio-u-'),
  rule('gcp-api-key', /\bAIza[\w-]{35}(?![\w-])/, 'aiza'),
  rule('google-oauth-secret', /\bGOCSPX-[\w-]{28}(?![\w-])/, 'gocspx-'),
  rule('google-oauth-token', /\bya29\.[\w-]{50,500}/, 'ya29.'),
  rule('github-token', /\bgh[pousr]_[A-Za-z0-9]{36,255}\b/, 'ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'),
  rule('github-pat', /\bgithub_pat_\w{60,100}\b/, 'github_pat_'),
  rule(
    'gitlab-token',
    /\bgl(?:pat|dt|rt|ft|soat|agent|cbt|ptt|imt|ffct|oas)-[\w.-]{20,300}/,
    'glpat-',
    'gldt-',
    'glrt-',
    'glft-',
    'glsoat-',
    'glagent-',
    'glcbt-',
    'glptt-',
    'glimt-',
    'glffct-',
    'gloas-',
  ),
  rule('grafana-key', /\beyJrIjoi[A-Za-z0-9]{70,400}={0,3}/, 'eyjrijoi'),
  rule('grafana-cloud-token', /\bglc_[A-Za-z0-9+/]{32,400}={0,3}/, 'glc_'),
  rule('grafana-service-token', /\bglsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}\b/, 'glsa_'),
  rule('harness-token', /\b(?:pat|sat)\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}\b/i, 'pat.', 'sat.'),
  rule('hashicorp-token', /\b[a-z0-9]{14}\.atlasv1\.[\w=-]{60,70}/i, 'atlasv1'),
  rule('heroku-key', /\bHRKU-AA[\w-]{58}(?![\w-])/, 'hrku-'),
  rule('huggingface-token', /\bhf_[A-Za-z]{34}\b/, 'hf_'),
  rule('huggingface-organization-token', /\bapi_org_[A-Za-z]{34}\b/, 'api_org_'),
  rule('intra42-secret', /\bs-s4t2(?:ud|af)-[a-f0-9]{64}\b/, 's-s4t2'),
  rule('jwt', /\beyJ[\w-]{17,400}\.eyJ[\w-]{17,2000}\.[\w-]{10,1000}={0,2}/, 'eyj'),
  rule('kubernetes-token', /\bclient-key-data:\s{0,3}(?<secret>[A-Za-z0-9+/]{100,20000}={0,2})/, 'client-key-data'),
  rule('linear-key', /\blin_(?:api|oauth)_[A-Za-z0-9]{40,64}\b/, 'lin_'),
  rule('mailgun-key', /\b(?:key|pubkey)-[a-f0-9]{32}\b/, 'key-'),
  rule('mapbox-token', /\bsk\.eyJ[\w-]{60,100}\.[\w-]{22}/, 'sk.eyj'),
  rule(
    'microsoft-teams-webhook',
    /https:\/\/[a-z0-9-]{1,60}\.webhook\.office\.com\/webhookb2\/[\w@/-]{60,200}/i,
    'webhook.office.com',
  ),
  rule('new-relic-key', /\bNR(?:AK|II|JS)-[A-Za-z0-9-]{19,32}\b/, 'nrak-', 'nrii-', 'nrjs-'),
  rule('notion-token', /\b(?:ntn_[0-9]{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})\b/, 'ntn_', 'secret_'),
  rule('npm-token', /\bnpm_[A-Za-z0-9]{36}\b/, 'npm_'),
  rule(
    'npmrc-token',
    /:_(?:authToken|password|auth)\s{0,3}=\s{0,3}(?<secret>[\w+/=.-]{16,400})/,
    ':_auth',
    ':_password',
  ),
  rule('octopus-deploy-key', /\bAPI-[A-Z0-9]{26}\b/, 'api-'),
  rule('openai-key', /\bsk-(?:(?:proj|svcacct|admin)-[\w-]{20,200}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20})/, 'sk-'),
  rule('openrouter-key', /\bsk-or-v1-[a-f0-9]{64}\b/, 'sk-or-'),
  rule('openshift-token', /\bsha256~[\w-]{43}(?![\w-])/, 'sha256~'),
  rule('perplexity-key', /\bpplx-[A-Za-z0-9]{48}\b/, 'pplx-'),
  rule('planetscale-token', /\bpscale_(?:tkn|pw|oauth)_[\w=.-]{32,64}/, 'pscale_'),
  rule('postman-key', /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b/i, 'pmak-'),
  rule('prefect-key', /\bpnu_[A-Za-z0-9]{36}\b/, 'pnu_'),
  rule('pulumi-token', /\bpul-[a-f0-9]{40}\b/, 'pul-'),
  rule('pypi-token', /\bpypi-AgEIcHlwaS5vcmc[\w-]{50,1000}/, 'pypi-ageichlwas5vcmc'),
  rule('readme-key', /\brdme_[a-z0-9]{70}\b/, 'rdme_'),
  rule('rubygems-token', /\brubygems_[a-f0-9]{48}\b/, 'rubygems_'),
  rule('sendgrid-key', /\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])/, 'sg.'),
  rule('sendinblue-key', /\bxkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}\b/, 'xkeysib-'),
  rule('sentry-token', /\bsntr(?:ys|yu)_[A-Za-z0-9+/=_-]{60,400}/, 'sntrys_', 'sntryu_'),
  rule('shippo-token', /\bshippo_(?:live|test)_[a-fA-F0-9]{40}\b/, 'shippo_'),
  rule('shopify-token', /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/, 'shpat_', 'shpca_', 'shppa_', 'shpss_'),
  rule('slack-token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,250}/, 'xox'),
  rule('slack-app-token', /\bxapp-\d-[A-Z0-9]{8,14}-\d{10,15}-[a-z0-9]{60,70}/i, 'xapp-'),
  rule(
    'slack-webhook',
    /https?:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/]{40,60}/,
    'hooks.slack.com',
  ),
  rule('sourcegraph-token', /\bsgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}\b/, 'sgp_'),
  rule('square-token', /\b(?:EAAA[\w-]{60}|sq0(?:atp|csp)-[\w-]{22,43})(?![\w-])/, 'eaaa', 'sq0atp-', 'sq0csp-'),
  rule(
    'stripe-key',
    /\b(?:sk|rk)_(?:test|live|prod)_[A-Za-z0-9]{16,120}\b/,
    'sk_test',
    'sk_live',
    'sk_prod',
    'rk_test',
    'rk_live',
    'rk_prod',
  ),
  rule('stripe-webhook-secret', /\bwhsec_[A-Za-z0-9+/=]{32,100}/, 'whsec_'),
  rule('supabase-key', /\bsb(?:p|_secret)_[A-Za-z0-9_]{31,50}\b/, 'sbp_', 'sb_secret_'),
  rule('telegram-token', /(?<!\w)\d{8,10}:AA[\w-]{33}(?![\w-])/, ':aa'),
  rule('twilio-key', /\bSK[0-9a-f]{32}\b/, 'sk'),
  rule('typeform-token', /\btfp_[\w.=-]{59}/, 'tfp_'),
  rule('vault-token', /\bhv[sbr]\.[\w-]{24,200}/, 'hvs.', 'hvb.', 'hvr.'),
  rule(
    'url-password',
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/?#@"'<>]{0,100}:(?<secret>[^\s:/?#@"'<>${}]{3,200})@[\w[]/i,
    '://',
  ),
];

/** A secret in a text. */
export interface FoundSecret {
  /** The format that was recognized, such as `github-token`. */
  readonly rule: string;
  /** From 1. */
  readonly line: number;
  /** The place of the secret in the text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Parts of values that documentation and tests use in the place of secrets. */
const examples = /example|placeholder|changeme|your[_-]|xxxxxxxx|0{16}|\*{4}/i;

/**
 * Finds secrets of known formats in a text, in order and without overlaps. Passwords without a known format are not found.
 *
 * Takes time linear in the text: about 10 ms for 1 MB without keywords.
 */
export function findSecrets(text: string): readonly FoundSecret[] {
  const lower = text.toLowerCase();
  const found = secretRules
    .filter(({ keywords }) => keywords.some((keyword) => lower.includes(keyword)))
    .flatMap((rule) => findByRule(text, rule))
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
  let end = 0;
  const apart = found.filter((each) => {
    const isApart = each.start >= end;
    if (isApart) end = each.end;
    return isApart;
  });
  return withLines(text, apart);
}

/**
 * Replaces secrets of known formats by placeholders, `[redacted: github-token]`. The number of lines stays the same.
 */
export function redactSecrets(text: string): string {
  const secrets = findSecrets(text);
  if (secrets.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { rule, start, end } of secrets) {
    const lines = text.slice(start, end).split('\n').length - 1;
    parts.push(text.slice(at, start), `[redacted: ${rule}]`, '\n'.repeat(lines));
    at = end;
  }
  return parts.join('') + text.slice(at);
}

/** Returns parts of a text without its secrets, which are looked for in the whole text with the first part. */
export function createRedactedView(text: string): (from: number, to: number) => string {
  let secrets: readonly FoundSecret[] | undefined;
  return (from, to) => {
    secrets ??= findSecrets(text);
    let shown = '';
    let at = from;
    for (let index = firstAfter(secrets, from); index < secrets.length; index += 1) {
      const { rule = '', start = to, end = to } = secrets[index] ?? {};
      if (start >= to) break;
      shown += `${text.slice(at, Math.max(at, start))}[redacted: ${rule}]`;
      at = Math.min(end, to);
    }
    return shown + text.slice(at, to);
  };
}

/** Returns the place of the first secret that ends after a position, by halves: there may be as many views as secrets. */
function firstAfter(secrets: readonly FoundSecret[], position: number): number {
  let [low, high] = [0, secrets.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((secrets[middle]?.end ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Counts the placeholders of {@link redactSecrets} in a text. */
export function countPlaceholders(text: string): number {
  return text.match(/\[redacted: [a-z0-9-]{2,40}\]/gu)?.length ?? 0;
}

type Place = Omit<FoundSecret, 'line'>;

function findByRule(text: string, { id, pattern }: SecretRule): Place[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const [start, end] = match.indices?.groups?.['secret'] ?? match.indices?.[0] ?? [0, 0];
    return end <= start || examples.test(text.slice(start, Math.min(end, start + 300)))
      ? []
      : [{ rule: id, start, end }];
  });
}

function withLines(text: string, places: readonly Place[]): FoundSecret[] {
  let line = 1;
  let end = text.indexOf('\n');
  return places.map((place) => {
    for (; end >= 0 && end < place.start; end = text.indexOf('\n', end + 1)) line += 1;
    return { ...place, line };
  });
}
