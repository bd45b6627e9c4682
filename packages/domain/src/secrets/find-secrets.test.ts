import { describe, expect, it } from 'vitest';
import { countPlaceholders, createRedactedView, findSecrets, redactSecrets, secretRules } from './find-secrets.ts';

// Put together here, so that no scanner takes this file for one with secrets.
const hex = (length: number): string => 'a1b2c3d4e5f60718'.repeat(20).slice(0, length);
const word = (length: number): string => 'aB3dE5gH7jK9mN1pQ2'.repeat(30).slice(0, length);
const letters = (length: number): string => 'abcdefghijKLMNOPQ'.repeat(10).slice(0, length);
const pem = `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${word(64)}\n${word(40)}==\n-----END RSA ${'PRIVATE'} KEY-----`;

const samples: readonly (readonly [rule: string, text: string])[] = [
  ['1password-token', `ops_eyJ${word(200)}`],
  ['private-key', pem],
  ['aws-access-key', `AKIA${'Q7Z2'.repeat(4)}`],
  ['aws-secret-key', `aws_secret_access_key = "${word(40)}"`],
  ['anthropic-key', `sk-ant-api03-${word(93)}AA`],
  ['azure-storage-key', `AccountKey=${word(86)}==`],
  ['aws-bedrock-key', `ABSK${word(120)}=`],
  ['curl-header', `curl -X POST -H 'Authorization: Token ${hex(40)}' https://api.test`],
  ['curl-header', `curl --header "X-Api-Key: ${word(24)}" https://api.test`],
  ['curl-password', 'curl -s -u elastic:s3cr3t-Pass https://localhost:9200'],
  ['curl-password', `curl --user 'ada:h0pk1ns~21s' "$URL"`],
  ['digitalocean-token', `dop_v1_${hex(64)}`],
  ['docker-token', `dckr_pat_${word(27)}`],
  ['facebook-token', `facebook: ${'9'.repeat(15)}|${word(27)}`],
  ['gcp-api-key', `AIza${word(35)}`],
  ['github-token', `ghp_${word(36)}`],
  ['github-pat', `github_pat_${word(82)}`],
  ['gitlab-token', `glpat-${word(20)}`],
  ['grafana-service-token', `glsa_${word(32)}_${hex(8)}`],
  ['huggingface-token', `hf_${letters(34)}`],
  ['jwt', `eyJ${word(30)}.eyJ${word(60)}.${word(43)}`],
  ['kubernetes-token', `client-key-data: ${word(200)}==`],
  ['npm-token', `npm_${word(36)}`],
  ['npmrc-token', `//registry.acme.test/:_authToken=${word(30)}`],
  ['octopus-deploy-key', `API-${'Q7Z2X'.repeat(6).slice(0, 26)}`],
  ['openai-key', `sk-proj-${word(60)}`],
  ['pypi-token', `pypi-AgEIcHlwaS5vcmc${word(80)}`],
  ['sendgrid-key', `SG.${word(22)}.${word(43)}`],
  ['slack-token', `xoxb-${'123456789012'}-${word(24)}`],
  ['slack-webhook', `https://hooks.slack.com/services/T${word(8)}/B${word(8)}/${word(24)}`],
  ['sourcegraph-token', `sgp_${hex(40)}`],
  ['sourcegraph-token', `sgp_local_${hex(40)}`],
  ['stripe-key', `sk_live_${word(24)}`],
  ['telegram-token', `123456789:AA${word(33)}`],
  ['twilio-key', `SK${hex(32)}`],
  ['url-password', 'postgres://app:hunter22@db.test/shop'],
  ['vault-token', `hvs.${word(90)}`],
];

describe('findSecrets', () => {
  it.each(samples)('finds %s on its line', (rule, sample) => {
    const text = `first\nsecond ${sample} rest\n`;
    expect(findSecrets(text)).toEqual([expect.objectContaining({ rule, line: 2 })]);
    const redacted = redactSecrets(text);
    expect(redacted).toContain(`[redacted: ${rule}]`);
    expect(redacted.split('\n')).toHaveLength(text.split('\n').length);
    expect(findSecrets(redacted)).toEqual([]);
  });

  it.each([
    'const token = process.env.GITHUB_TOKEN;',
    'curl -u "$USER:$PASSWORD" https://host.test',
    'curl -u ada: https://host.test',
    'curl -H "Authorization: Bearer $TOKEN" https://host.test',
    'curl -H "Authorization: Bearer <token>" -H "Accept: application/vnd.github.v3+json"',
    'curl -u username:password https://host.test',
    'curl https://host.test\ndocker run -u 1000:1000 image',
    'ghp_short',
    'sk-learn and sk-test are packages',
    'https://user@host.test/path',
    'postgres://app:${PASSWORD}@db/shop',
    'AKIAIOSFODNN7EXAMPLE',
    'data-eyJ.test.value',
    '-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----',
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  ])('finds none in %j', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });

  it('finds the credentials of a command over several lines', () => {
    const text = `curl -X POST \\\n  -H "Accept: text/plain" \\\n  -H "Private-Token: ${word(20)}" \\\n  https://api.test\n`;
    expect(findSecrets(text)).toMatchObject([{ rule: 'curl-header', line: 3 }]);
  });

  it('numbers the lines of several secrets', () => {
    const text = samples.map(([, sample]) => sample).join('\n');
    const lines = findSecrets(text).map(({ line }) => line);
    expect(lines).toHaveLength(samples.length);
    expect(lines).toEqual(lines.toSorted((one, other) => one - other));
  });

  it('has keywords in lower case for each rule and no rule twice', () => {
    for (const { keywords } of secretRules) expect(keywords.map((each) => each.toLowerCase())).toEqual(keywords);
    expect(new Set(secretRules.map(({ id }) => id)).size).toBe(secretRules.length);
    expect(secretRules.length).toBeGreaterThan(60);
  });

  it('counts placeholders', () => {
    expect(countPlaceholders(redactSecrets(`a ${samples[8]?.[1]} b ${samples[10]?.[1]}`))).toBe(2);
  });
});

it('createRedactedView shows each line of a text in any order as redactSecrets shows it', () => {
  const keys = Array.from({ length: 40 }, (_, index) => `key${index} = AKIA${'Q7Z2'.repeat(4)} # ${index}`);
  const text = [pem, ...keys.flatMap((key) => ['plain', key])].join('\n');
  const show = createRedactedView(text);
  const lines = text.split('\n');
  const starts = lines.map((_, index) => lines.slice(0, index).join('\n').length + Math.min(index, 1));
  const shown = starts.map((start, index) => show(start, start + (lines[index]?.length ?? 0)));
  expect(shown.slice(4)).toEqual(redactSecrets(text).split('\n').slice(4));
  const key = '[redacted: private-key]';
  expect(shown.slice(0, 4)).toEqual([lines[0], key, key, lines[3]]);
  const middle = show(starts[2] ?? 0, starts[6] ?? 0);
  expect(middle).toBe(`${key}${lines[3]}\nplain\nkey0 = [redacted: aws-access-key] # 0\n`);
  expect(show(starts[1] ?? 0, (starts[1] ?? 0) + 10)).toBe(key);
});
