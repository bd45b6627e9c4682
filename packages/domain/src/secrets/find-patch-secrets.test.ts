import { expect, it } from 'vitest';
import { findPatchSecrets, redactPatch } from './find-patch-secrets.ts';

// Put together here, so that no scanner takes this file for one with secrets.
const token = `ghp_${'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7'}`;
const head = (path: string) => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`;

it('names the lines of added secrets, and none of removed or kept ones', () => {
  const patch =
    `${head('a.ts')}@@ -3 +3,2 @@\n-${token}\n+one\n+const a = '${token}';\n@@ -9,2 +10,3 @@ ${token}\n ${token}\n+${token}\n` +
    `${head('b "1".ts')}@@ -0,0 +1 @@\n+postgres://app:hunter22@db.test/shop ${token}\n+++ ${token}\n`;
  const { secrets } = findPatchSecrets(patch);
  expect(secrets.map(({ path, line, rule }) => `${path}:${line} ${rule}`)).toEqual([
    'a.ts:4 github-token',
    'a.ts:11 github-token',
    'b "1".ts:1 github-token',
    'b "1".ts:2 github-token',
  ]);
});

it('finds in parts what it finds in the whole', () => {
  const patch = `${head('a.ts')}@@ -0,0 +1,3 @@\n+one\n+${token}\n+three\n${head('b.ts')}@@ -1 +7 @@\n-old\n+${token}\n`;
  const whole = findPatchSecrets(patch);
  expect(whole.secrets).toHaveLength(2);
  const lines = patch.match(/[^\n]*\n/gu) ?? [];
  for (let cut = 0; cut <= lines.length; cut += 1) {
    const one = findPatchSecrets(lines.slice(0, cut).join(''));
    const other = findPatchSecrets(lines.slice(cut).join(''), one.position);
    expect([...one.secrets, ...other.secrets]).toEqual(whole.secrets);
    expect(other.position).toEqual(whole.position);
  }
});

/** UTF-16 as git prints its bytes, which are read as UTF-8. */
const wide = (text: string, order: 'little' | 'big') =>
  (order === 'big' ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le')).toString();

it.each(['little', 'big'] as const)(
  'finds secrets of UTF-16 (%s endian), after and before other characters',
  (order) => {
    const lines = wide(`\uFEFFone\n键${token}键\nthree\n`, order).replaceAll('\n', '\n+');
    const patch = `${head('a.txt')}@@ -0,0 +1,4 @@\n+${lines}\n`;
    expect(findPatchSecrets(patch).secrets).toEqual([{ path: 'a.txt', line: 2, rule: 'github-token' }]);
    expect(findPatchSecrets(patch.replaceAll('\n+', '\n-')).secrets).toEqual([]);
  },
);

it.each([
  ['a new file', `diff --git a/${token}.txt b/${token}.txt\nnew file mode 100644\nindex 0..1\n`, [`${token}.txt`]],
  ['a new file in quotes', `diff --git "a/\\"${token}" "b/\\"${token}"\nnew file mode 100644\n`, [`\\"${token}`]],
  ['a renamed file', `diff --git a/a b/${token}\nsimilarity index 90%\nrename from a\nrename to ${token}\n`, [token]],
  ['a removed file', `diff --git a/${token} b/${token}\ndeleted file mode 100644\n`, []],
  ['a file with a better name', `diff --git a/${token} b/a\nrename from ${token}\nrename to a\n`, []],
  ['a changed file', `diff --git a/${token} b/${token}\nindex 1..2 100644\n--- a/${token}\n+++ b/${token}\n`, []],
])('finds the secret in the name of %s if it is new', (_name, patch, paths) => {
  const { secrets, position } = findPatchSecrets(`${patch}${head('b.txt')}@@ -0,0 +1 @@\n+one\n`);
  expect(secrets).toEqual(paths.map((path) => ({ path, line: 0, rule: 'github-token' })));
  const cut = patch.indexOf('\n') + 1;
  const one = findPatchSecrets(patch.slice(0, cut));
  expect(findPatchSecrets(patch.slice(cut), one.position).secrets).toEqual(secrets);
  expect(position).toMatchObject({ path: 'b.txt', line: 1 });
});

// In quadratic time, this takes longer than its time limit.
it('takes time linear in a line that holds many secrets, and names at most 200 lines', { timeout: 60_000 }, () => {
  const line = `+${`${token} `.repeat(250_000)}\n`;
  const { secrets } = findPatchSecrets(`${head('a.ts')}@@ -0,0 +1,301 @@\n${line}${`+${token}\n`.repeat(300)}`);
  expect(secrets).toHaveLength(200);
  expect(secrets[1]).toEqual({ path: 'a.ts', line: 2, rule: 'github-token' });
});

const keyLine = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
const begin = '-----BEGIN PRIVATE KEY-----';
const end = '-----END PRIVATE KEY-----';

it.each([
  ['an added key', `@@ -0,0 +1,4 @@\n+${begin}\n+${keyLine}\n+${keyLine}\n+${end}\n`],
  ['a removed key', `@@ -1,4 +0,0 @@\n-${begin}\n-${keyLine}\n-${keyLine}\n-${end}\n`],
  ['the end of a key', `@@ -8,4 +8,4 @@\n ${keyLine}\n ${keyLine}\n ${end}\n-a\n+b\n`],
  ['the beginning of a key', `@@ -1,4 +1,4 @@\n-a\n+b\n ${begin}\n ${keyLine}\n@@ -90 +90 @@\n-a\n+b\n`],
  ['the key of a merge', `@@@ -1,3 -1,3 +1,4 @@@\n+ ${begin}\n +${keyLine}\n++${keyLine}\n  ${end}\n`],
])('redacts %s and keeps the signs of lines', (_name, hunk) => {
  const patch = `${head('a.pem')}${hunk}`;
  const redacted = redactPatch(patch);
  expect(redacted).not.toContain(keyLine);
  const signsOf = (text: string) => text.split('\n').map((line) => line.slice(0, 1));
  expect(signsOf(redacted)).toEqual(signsOf(patch));
  expect(redactPatch(redacted)).toBe(redacted);
});

it('keeps a patch without secrets', () => {
  const patch = `${head('a.ts')}@@ -1,2 +1,3 @@ function a() {\n one\n-two\n+\n+three\n\\ No newline at end of file\n`;
  expect(redactPatch(patch)).toBe(patch);
});

// In quadratic time, this takes longer than its time limit.
it('takes time linear in a patch of lines that look like those of a key', { timeout: 60_000 }, () => {
  const patch = `${head('a.pem')}@@ -0,0 +1,90000 @@\n${`+${keyLine}\n`.repeat(90_000)}+private key ${`+${end}\n`.repeat(9_000)}`;
  expect(redactPatch(patch).split('\n')).toHaveLength(patch.split('\n').length);
});
