/** Removes from a command's output the differences between two runs on equal clusters: ages, times, identifiers and addresses. */
export function normalizeOutput(command: string, output: string): readonly string[] {
  const lines = replacements
    .reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), output)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && !/^-[- ]*$/.test(line));
  // Events of one second, and pods with random names, have no fixed order.
  return isUnordered.test(command) ? lines.toSorted() : lines;
}

const isUnordered = /events|get (?:all|pods|rs)|describe (?:pods|nodes|ns|quota)|drain/;

const random = '[a-z0-9]';
/** The alphabet of generated names. */
const generated = '[bcdfghjklmnpqrstvwxz2456789]';
const replacements: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID'],
  [/\b(?:sha256:|containerd:\/\/|X509SHA256=)[0-9a-f]{64}/g, 'DIGEST'],
  [/\b(docker\.io\/library\/)?([a-z]+)@?DIGEST/g, 'DIGEST'],
  [/\.[0-9a-f]{16}\b/g, '.EVENT'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z| [+-]\d{4}(?: UTC)?)/g, 'TIME'],
  [/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, 'TIME'],
  [new RegExp(`(kube-api-access-)${random}{5}`, 'g'), '$1ID'],
  [new RegExp(`\\b(web|big|crash)-${generated}{8,10}-${generated}{5}\\b`, 'g'), '$1-HASH-ID'],
  [new RegExp(`\\b(web|big|crash)-${generated}{8,10}\\b`, 'g'), '$1-HASH'],
  [new RegExp(`(pod-template-hash"?[=:] ?"?)${generated}+`, 'g'), '$1HASH'],
  [new RegExp(`\\b(job1|web|kubernetes|HASH)-${generated}{5}(?![a-z0-9])`, 'g'), '$1-ID'],
  [/(resourceVersion"?: ?")\d+|(Resource Version:\s+)\d+/g, '$1$2VERSION'],
  [/"continue":"[^"]+"/g, '"continue":"TOKEN"'],
  [/\bsim-[\w-]+/g, 'TOKEN'],
  [/https:\/\/127\.0\.0\.1:\d+/g, 'https://SERVER'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, 'ADDRESS'],
  [/\/tmp\/\S+|<path>/g, 'PATH'],
  [/\(x\d+ over /g, '(xN over '],
  [/(?<![\w.=-])(?:\d+y)?(?:\d+d)?(?:\d+h)?(?:\d{1,3}m)?(?:\d+s)?(?<=[ydhms])(?![\w.])/g, 'AGE'],
];
