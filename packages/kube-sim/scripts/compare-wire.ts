/**
 * Compares the simulator with recorded requests and answers of a real API server.
 *
 *     pnpm compare:wire FOLDER [NAME…]
 *
 * FOLDER holds one JSON file for each request, named NUMBER-NAME.json and repeated in the order of the numbers:
 *
 *     { name, why,
 *       request: { method, path, query, headers: { NAME: VALUE }, body },   body: JSON, a text, or null
 *       response: { status, headers: [[NAME, VALUE]], body | bodyText },    body: JSON in the order of the wire
 *       stateBefore?: { path, status, body }, stateAfter?: { path, status, body } }
 *
 * The script exits with 1 on a difference that `wire/accepted-differences.ts` does not list, and on a listed one that is gone.
 */
import { findUnlisted } from './wire/accepted-differences.ts';
import { compareAnswers } from './wire/compare-answers.ts';
import type { Difference } from './wire/compare-values.ts';
import { createReplay } from './wire/replay.ts';
import { readRecords } from './wire/wire-record.ts';
import { startRecordedCluster } from './wire/recorded-cluster.ts';

const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: pnpm compare:wire FOLDER [NAME…]');

const records = await readRecords(folder);
const cluster = await startRecordedCluster();
const repeat = createReplay(cluster, records);
const found = new Map<string, readonly Difference[]>();
for (const record of records) found.set(record.name, compareAnswers(record, await repeat(record)));
await cluster.close();

const { unlisted, gone, byReason } = findUnlisted(found);
for (const [name, differences] of unlisted) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n${name}`);
  for (const { place, expected, actual } of differences) {
    console.log(`  ${place}\n    real: ${show(expected)}\n    sim:  ${show(actual)}`);
  }
}
for (const text of gone) console.log(`\nListed but no longer found: ${text}`);
const agreeing = [...found.values()].filter((differences) => differences.length === 0).length;
console.log(`\n${records.length} records: ${agreeing} agree, ${unlisted.size} differ in an unlisted place.`);
for (const [reason, count] of byReason) console.log(`  ${count} accepted: ${reason}`);
process.exitCode = unlisted.size + gone.length > 0 ? 1 : 0;

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 400 ? `${text.slice(0, 400)}… (${text.length})` : text;
}
