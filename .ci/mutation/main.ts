import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeGroup } from './describe-group.ts';
import { readExplanations } from './explanations.ts';
import { groups } from './groups.ts';
import { runGroup, type RunMutant } from './run-group.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Mutates only files whose path contains the text. */
    file: { type: 'string', default: '' },
    /** A file for all mutants with their outcomes. */
    json: { type: 'string' },
  },
});

const unknown = positionals.filter((name) => !groups.some((group) => group.name === name));
if (unknown.length > 0) {
  throw new Error(`No group "${unknown.join('", "')}". Groups: ${groups.map(({ name }) => name).join(', ')}.`);
}
const explanations = readExplanations(readFileSync(new URL('explained.json', import.meta.url), 'utf8'));
const all: RunMutant[] = [];
let isAllGood = true;
for (const group of groups.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  const mutants = await runGroup(group, {
    root: process.cwd(),
    filter: values.file,
    onProgress: showProgress(group.name),
  });
  all.push(...mutants);
  const { lines, isGood } = describeGroup(group, mutants, { explanations, isWhole: values.file === '' });
  for (const line of lines) console.log(line);
  isAllGood &&= isGood;
}
// Vitest sets the exit code too, for tests that fail because of a mutant.
process.exitCode = isAllGood ? 0 : 1;
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(all, null, 1)}\n`);

/** Prints a line for every tenth of the mutants. */
function showProgress(name: string): (done: number, total: number) => void {
  let shown = -1;
  return (done, total) => {
    const tenth = Math.floor((done / total) * 10);
    if (tenth > shown) process.stderr.write(`${name}: ${done} of ${total} mutants\n`);
    shown = Math.max(shown, tenth);
  };
}
