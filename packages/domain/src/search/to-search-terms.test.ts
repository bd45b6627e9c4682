import { expect, it } from 'vitest';
import { toSearchTerms } from './to-search-terms.ts';

const said = (question: string) => toSearchTerms(question).map(({ variants }) => variants[0]?.text);

it.each([
  ['I need a postgres database for my app', ['postgres', 'database']],
  ['TLS certificates for a domain', ['certificate', 'domain']],
  ['object-storage', ['object', 'storage']],
  ['object storage', ['bucket']],
  ["a certificate from Let's Encrypt", ['certificate', 'acme']],
  ['run it every night', ['cron']],
  ['Zertifikat für die Größe', ['zertifikat', 'für', 'die', 'größe']],
  ['the', ['the']],
  ['', []],
  ['!?& | <-> \\ \' "', []],
])('%s asks for %j', (question, terms) => {
  expect(said(question)).toEqual(terms);
});

it('looks for the same under other names, and for less under related ones', () => {
  const [term] = toSearchTerms('postgres');
  expect(term?.variants).toContainEqual({ text: 'postgresql', weight: 0.95 });
  expect(toSearchTerms('password')[0]?.variants).toContainEqual({ text: 'secret', weight: 0.5 });
});

it('takes neighbours for one word too, and does not look for a term under another', () => {
  const [kafka, user] = toSearchTerms('kafka user');
  expect([kafka, user].map((term) => term?.variants.map(({ text }) => text))).toEqual([
    ['kafka', 'kafkauser'],
    ['user', 'kafkauser'],
  ]);
  expect(toSearchTerms('expose a service')[0]?.variants.map(({ text }) => text)).not.toContain('service');
});

it('weighs what is to be done more than what it is done to', () => {
  const [scale, deployment] = toSearchTerms('scale a deployment');
  expect(scale?.variants[0]?.weight).toBeGreaterThan(deployment?.variants[0]?.weight ?? Infinity);
});

it('looks for a dozen things at most', () => {
  expect(toSearchTerms(Array.from({ length: 500 }, (_, index) => `word${index}`).join(' '))).toHaveLength(12);
});
