import { expect, it } from 'vitest';
import { findPatchSecrets } from './find-patch-secrets.ts';

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

// In quadratic time, this takes longer than its time limit.
it('takes time linear in a line that holds many secrets, and names at most 200 lines', { timeout: 60_000 }, () => {
  const line = `+${`${token} `.repeat(250_000)}\n`;
  const { secrets } = findPatchSecrets(`${head('a.ts')}@@ -0,0 +1,301 @@\n${line}${`+${token}\n`.repeat(300)}`);
  expect(secrets).toHaveLength(200);
  expect(secrets[1]).toEqual({ path: 'a.ts', line: 2, rule: 'github-token' });
});
