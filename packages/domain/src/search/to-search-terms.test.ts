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
])('toSearchTerms turns %s into %j', (question, terms) => {
  expect(said(question)).toEqual(terms);
});

it('toSearchTerms adds synonyms with the same weight and related words with less', () => {
  const [term] = toSearchTerms('postgres');
  expect(term?.variants).toContainEqual({ text: 'postgresql', weight: 0.95 });
  expect(toSearchTerms('password')[0]?.variants).toContainEqual({ text: 'secret', weight: 0.5 });
});

it('toSearchTerms joins neighbours into one word too, and does not search a term under another', () => {
  const [kafka, user] = toSearchTerms('kafka user');
  expect([kafka, user].map((term) => term?.variants.map(({ text }) => text))).toEqual([
    ['kafka', 'kafkauser'],
    ['user', 'kafkauser'],
  ]);
  expect(toSearchTerms('expose a service')[0]?.variants.map(({ text }) => text)).not.toContain('service');
});

it('toSearchTerms weighs verbs more than their objects', () => {
  const [scale, deployment] = toSearchTerms('scale a deployment');
  expect(scale?.variants[0]?.weight).toBeGreaterThan(deployment?.variants[0]?.weight ?? Infinity);
});

it('toSearchTerms returns at most a dozen terms', () => {
  expect(toSearchTerms(Array.from({ length: 500 }, (_, index) => `word${index}`).join(' '))).toHaveLength(12);
});
