/**
 * Compares Shipmate's client with recorded requests and responses of a real API server.
 *
 *     pnpm --filter @shipmate/tools run compare:wire FOLDER
 *
 * FOLDER contains a JSON file for each request, named NUMBER-NAME.json:
 *
 *     { name,
 *       request: { method, path, query, headers: { NAME: VALUE }, body },   body: JSON, a text, or null
 *       response: { status, headers: [[NAME, VALUE]], body | bodyText, truncated? },
 *       stateBefore?: { status, body }, stateAfter?: { status, body } }       of the object
 *
 * For each record that a call of Shipmate's client corresponds to, the call is made against a server that sends the
 * recorded response. Its request is compared with the recorded one, and its result with the recorded response. The
 * script exits with 1 on a difference that `wire/accepted-differences.ts` does not list, and on a listed one that no
 * record has.
 */
import { systemClock } from '@shipmate/core';
import { createWriter } from '../src/kubernetes/api/create-changer.ts';
import { createInlineCompute } from '../src/compute/create-inline-compute.ts';
import { createAnswerReader } from '../src/kubernetes/api/create-answer-reader.ts';
import { createClusterReader } from '../src/kubernetes/api/create-cluster-reader.ts';
import { createDryRunner } from '../src/kubernetes/api/create-dry-runner.ts';
import { toDryRunTransport } from '../src/kubernetes/api/dry-run-transport.ts';
import { toReadTransport } from '../src/kubernetes/api/read-transport.ts';
import { createClusterHttp, defaultHttpLimits } from '../src/kubernetes/connection/cluster-http.ts';
import { reasonFor, unusedReasons } from './wire/accepted-differences.ts';
import { type Client, toClientCall } from './wire/client-call.ts';
import { compareOutcomes, compareRequests, type Outcome } from './wire/differences.ts';
import { startRecordServer } from './wire/record-server.ts';
import { readWireRecords } from './wire/wire-record.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: pnpm compare:wire FOLDER');

const server = await startRecordServer();
const answers = createAnswerReader({ compute: createInlineCompute(), principal: { organizationId: 'wire' } });
const http = createClusterHttp(
  { context: 'wire', server: new URL(server.url), verify: true, credentials: async () => ({}) },
  {
    clock: systemClock,
    limits: { ...defaultHttpLimits, retries: 0 },
    impersonate: undefined,
    redactText: answers.redactor.text,
  },
);
const client: Client = {
  reader: createClusterReader('wire', toReadTransport(http), { answers, known: {}, clock: systemClock }),
  runner: createDryRunner(toDryRunTransport(http), answers),
  writer: createWriter(http, answers),
};

const counts = { compared: 0, agreeing: 0, unlisted: 0 };
const notSent = new Map<string, number>();
const accepted = new Map<string, number>();
for (const record of await readWireRecords(folder)) {
  const call = toClientCall(record);
  if ('notSent' in call) {
    notSent.set(call.notSent, (notSent.get(call.notSent) ?? 0) + 1);
    continue;
  }
  const isDryRunDeletion = call.isDryRunDeletion ?? false;
  server.play(record, isDryRunDeletion);
  const outcome = await outcomeOf(() => call.run(client, AbortSignal.timeout(60_000)));
  const request = server.sent().find(({ method }) => method === record.request.method);
  const differences = [
    ...(call.isAnswerOnly ? [] : compareRequests(record, request)),
    ...compareOutcomes(record, outcome, isDryRunDeletion),
  ];
  counts.compared += 1;
  if (differences.length === 0) counts.agreeing += 1;
  for (const difference of differences) {
    const reason = reasonFor(difference, record);
    if (reason !== undefined) {
      accepted.set(reason, (accepted.get(reason) ?? 0) + 1);
      continue;
    }
    counts.unlisted += 1;
    const { place, recorded, ours } = difference;
    console.log(`${record.name}: ${place}\n  recorded: ${show(recorded)}\n  ours:     ${show(ours)}`);
  }
}
await http.close();
server.close();

const unused = unusedReasons(new Set(accepted.keys()));
for (const reason of unused) console.log(`Listed, but no record has it: ${reason}`);
const { compared, agreeing, unlisted } = counts;
console.log(`\n${compared} records compared: ${agreeing} without a difference, ${unlisted} unlisted differences.`);
for (const [reason, count] of accepted) console.log(`  ${count} accepted: ${reason}`);
for (const [reason, count] of notSent) console.log(`  ${count} not compared: ${reason}`);
process.exitCode = unlisted + unused.length > 0 ? 1 : 0;

async function outcomeOf(run: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await run() };
  } catch (failure) {
    return { failure };
  }
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text;
}
