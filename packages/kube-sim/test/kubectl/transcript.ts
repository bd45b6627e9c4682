import type { ProgramResult } from '../support/run-program.ts';

/** Splits a command line as a shell would, with single and double quotes. */
export function splitCommand(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|((?:[^\s"']|"[^"]*"|'[^']*')+)/g)].map(
    ([, double, single, plain = '']) => double ?? single ?? plain.replaceAll(/["']/g, ''),
  );
}

/** A command and its output, without what differs between runs. */
export function toTranscript(line: string, { exitCode, stdout, stderr }: ProgramResult): string {
  const ending = exitCode === 0 ? '' : `(exit code ${exitCode})\n`;
  return `$ kubectl ${line}\n${normalize(stdout)}${normalize(stderr)}${ending}`;
}

function normalize(text: string): string {
  return sortDrain(text)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID')
    .replaceAll(/containerd:\/\/[0-9a-f]{64}/g, 'containerd://ID')
    .replaceAll(/\.[0-9a-f]{16}\b/g, '.EVENT')
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4} UTC/g, 'TIME')
    .replaceAll(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, 'TIME')
    .replaceAll(/(kube-api-access-)\w{5}/g, '$1ID')
    .replaceAll(/(resourceVersion: ")\d+|(Resource Version:\s+)\d+/g, '$1$2VERSION')
    .replaceAll(/\bsim-[\w-]{32}/g, 'TOKEN')
    .replaceAll(/https:\/\/127\.0\.0\.1:\d+/g, 'https://SERVER')
    .replaceAll(/(?<![\w.])(?:\d+y)?(?:\d+d)?(?:\d+h)?(?:\d{1,2}m)?(?:\d+s)?(?<=[ydhms])(?![\w.])/g, (age) =>
      age === '' ? '' : 'AGE',
    )
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, '  ').trimEnd())
    .join('\n');
}

/** A drain evicts pods concurrently and keeps warnings in a Go map, so the order of both varies. */
function sortDrain(text: string): string {
  return text
    .replaceAll(/(?:^evicting pod .*\n)+/gm, (lines) => sortParts(lines, /(?<=\n)/, ''))
    .replaceAll(/(?<=^Warning: )(?:ignoring|deleting) .*; .*$/gm, (warnings) => sortParts(warnings, '; ', '; '));
}

function sortParts(text: string, separator: string | RegExp, joiner: string): string {
  return text.split(separator).sort().join(joiner);
}
