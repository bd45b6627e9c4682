import { expect, it } from 'vitest';
import { findSecrets } from './find-secrets.ts';

// The values are put together here, so that no tool takes this file for one that holds secrets.
const varied = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7bC9dE2fG4hJ6kL8mN1pQ3rS5tU7vW9xY2zA4bC6dE8fG1hJ3kL5';
const hex = '0123456789abcdef'.repeat(4);

it.each([
  ['AWS access key', 'AKIA', 'Q3EGR7XYZ2ABCD5T'],
  ['GitHub token', 'ghp_', varied.slice(0, 36)],
  ['GitHub token', 'github_pat_', varied.slice(0, 82)],
  ['GitLab token', 'glpat-', varied.slice(0, 20)],
  ['Slack token', 'xoxb-', varied.slice(0, 40)],
  ['Stripe key', 'sk_live_', varied.slice(0, 24)],
  ['Google API key', 'AIza', varied.slice(0, 35)],
  ['OpenAI key', 'sk-proj-', varied.slice(0, 60)],
  ['Anthropic key', 'sk-ant-', varied],
  ['OpenRouter key', 'sk-or-v1-', hex],
  ['npm token', 'npm_', varied.slice(0, 36)],
  ['SendGrid key', 'SG.', `${varied.slice(0, 22)}.${varied.slice(0, 43)}`],
  ['DigitalOcean token', 'dop_v1_', hex],
  ['Azure storage key', 'AccountKey=', `${varied.slice(0, 86)}==`],
  ['private key', '-----BEGIN ', 'OPENSSH PRIVATE KEY-----'],
  ['private key', '-----BEGIN ', 'PRIVATE KEY-----'],
])('findSecrets finds a %s that begins with %s', (kind, start, rest) => {
  const text = `const a = 1;\ntoken: "${start}${rest}"\n`;
  expect(findSecrets(text)).toEqual([{ kind, index: text.indexOf(start), length: start.length + rest.length }]);
});

it.each([
  ['an example of documentation', `AKIA${'IOSFODNN7EXAMPLE'}`],
  ['a placeholder', `ghp_${'x'.repeat(36)}`],
  ['a prefix alone', 'Tokens begin with ghp_ or npm_.'],
  ['a part of a word', `myghp_${varied.slice(0, 36)}`],
  ['a public key', '-----BEGIN PUBLIC KEY-----'],
  ['a certificate', '-----BEGIN CERTIFICATE-----'],
  ['a hash', hex],
])('findSecrets leaves %s alone', (_name, text) => {
  expect(findSecrets(text)).toEqual([]);
});

it('findSecrets lists secrets in the order of their places', () => {
  const text = `npm_${varied.slice(0, 36)} AKIA${'Q3EGR7XYZ2ABCD5T'} npm_${varied.slice(1, 37)}`;
  expect(findSecrets(text).map(({ kind }) => kind)).toEqual(['npm token', 'AWS access key', 'npm token']);
});
