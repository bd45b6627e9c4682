/** A secret in a text. */
interface FoundSecret {
  /** Such as "GitHub token". */
  readonly kind: string;
  readonly index: number;
  readonly length: number;
}

/** A format of secrets. */
interface SecretRule {
  readonly kind: string;
  /** The beginnings of the secret; only where one stands the pattern is tried. */
  readonly starts: readonly string[];
  /** What follows. Every repetition is of one class and bounded, so that the time is linear in the text. */
  readonly rest: RegExp;
}

const rule = (kind: string, starts: string | readonly string[], rest: RegExp): SecretRule => ({
  kind,
  starts: typeof starts === 'string' ? [starts] : starts,
  rest: new RegExp(rest, 'y'),
});

/** The formats of secrets that can be told from other text, from the documentation of their issuers. */
const secretRules: readonly SecretRule[] = [
  rule('AWS access key', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], /[A-Z2-7]{16}(?![A-Za-z0-9])/),
  rule('GitHub token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], /[A-Za-z0-9]{36,255}/),
  rule('GitHub token', 'github_pat_', /[A-Za-z0-9_]{60,255}/),
  rule('GitLab token', ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-'], /[\w.-]{20,300}/),
  rule('Slack token', ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xapp-'], /[A-Za-z0-9-]{20,250}/),
  rule('Slack webhook', 'https://hooks.slack.com/services/', /T[A-Z0-9]{6,14}\/B[A-Z0-9]{6,14}\/[A-Za-z0-9]{16,40}/),
  rule('Stripe key', ['sk_live_', 'rk_live_', 'sk_test_', 'whsec_'], /[A-Za-z0-9]{20,250}/),
  rule('Google API key', 'AIza', /[\w-]{35}(?![\w-])/),
  rule('Google OAuth secret', 'GOCSPX-', /[\w-]{28}/),
  rule('OpenAI key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-'], /[\w-]{40,250}/),
  rule('OpenAI key', 'sk-', /[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}/),
  rule('Anthropic key', 'sk-ant-', /[\w-]{40,250}/),
  rule('OpenRouter key', 'sk-or-v1-', /[0-9a-f]{64}/),
  rule('Hugging Face token', 'hf_', /[A-Za-z]{34}(?![A-Za-z0-9])/),
  rule('npm token', 'npm_', /[A-Za-z0-9]{36}(?![A-Za-z0-9])/),
  rule('PyPI token', 'pypi-AgEIcHlwaS5vcmc', /[\w-]{50,400}/),
  rule('RubyGems key', 'rubygems_', /[0-9a-f]{48}/),
  rule('Docker token', ['dckr_pat_', 'dckr_oat_'], /[\w-]{27,64}/),
  rule('DigitalOcean token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], /[0-9a-f]{64}/),
  rule('SendGrid key', 'SG.', /[\w-]{22}\.[\w-]{43}/),
  rule('Shopify token', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], /[0-9a-fA-F]{32}/),
  rule('HashiCorp Vault token', ['hvs.', 'hvb.'], /[\w-]{90,300}/),
  rule('Databricks token', 'dapi', /[0-9a-f]{32}(?![0-9a-zA-Z])/),
  rule('Grafana token', ['glsa_', 'glc_'], /[A-Za-z0-9+/]{32}[\w+/=]{0,400}/),
  rule('Sentry token', ['sntrys_', 'sntryu_'], /[\w+/=]{40,400}/),
  rule('Atlassian token', 'ATATT3', /[\w=-]{80,250}/),
  rule('Linear key', 'lin_api_', /[A-Za-z0-9]{40}/),
  rule('Postman key', 'PMAK-', /[0-9a-f]{24}-[0-9a-f]{34}/),
  rule('Azure storage key', 'AccountKey=', /[A-Za-z0-9+/]{86}==/),
  rule('age key', 'AGE-SECRET-KEY-1', /[A-Z0-9]{58}/),
  rule('Shipmate token', ['shipmate_'], /[\w-]{40,120}/),
  rule('private key', '-----BEGIN ', /(?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----/),
  rule('PuTTY private key', 'PuTTY-User-Key-File-', /[23]: /),
];

/** The fewest different characters of a secret; placeholders have fewer. */
const minDistinct = 7;

/** Finds secrets of known formats in a text, in the order of their places. It takes time linear in the text. */
export function findSecrets(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { kind, starts, rest } of secretRules) {
    for (const start of starts) {
      for (let index = text.indexOf(start); index >= 0; index = text.indexOf(start, index + start.length)) {
        rest.lastIndex = index + start.length;
        const [match] = rest.exec(text) ?? [];
        if (match === undefined || isInWord(text, index) || isPlaceholder(kind, match)) continue;
        found.push({ kind, index, length: start.length + match.length });
      }
    }
  }
  return found.toSorted((one, other) => one.index - other.index);
}

function isInWord(text: string, index: number): boolean {
  return index > 0 && /[A-Za-z0-9_]/.test(text.charAt(index - 1));
}

function isPlaceholder(kind: string, match: string): boolean {
  if (kind.endsWith('private key')) return false;
  return match.endsWith('EXAMPLE') || new Set(match).size < minDistinct;
}
