import { expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import { findReferences } from '../code/find-references.ts';
import { searchFiles } from './search-files.ts';

it('searchFiles holds few of the files that it reads', async () => {
  const text = `needle\n${'x'.repeat(300_000)}\n`;
  await using checkout = await createCheckout(
    Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.txt`, text])),
  );
  const { context } = checkout;
  const { checkouts, compute } = context.ports;
  const counts = { read: 0, redacted: 0, most: 0 };
  const ports: typeof context.ports = {
    checkouts: {
      async open(call) {
        const opened = await checkouts.open(call);
        const read: typeof opened.files.read = async (...args) => {
          const file = await opened.files.read(...args);
          counts.read += 1;
          counts.most = Math.max(counts.most, counts.read - counts.redacted);
          return file;
        };
        return { ...opened, files: { ...opened.files, read } };
      },
    },
    compute: {
      run(...args) {
        if (args[0] === 'redactSecrets') counts.redacted += 1;
        return compute.run(...args);
      },
    },
  };
  const { total, matches } = await searchFiles.execute({ pattern: 'needle' }, { ...context, ports });
  expect([total, matches.length, counts.redacted]).toEqual([20, 20, 20]);
  expect(counts.most).toBeLessThanOrEqual(2);
});

it.each([
  ['src', ['src/a.ts', 'src/deep/b.ts']],
  ['src/', ['src/a.ts', 'src/deep/b.ts']],
  ['./src/*.ts', ['src/a.ts']],
  ['./src/a.ts', ['src/a.ts']],
  ['b.ts', ['src/deep/b.ts']],
  ['./', ['c.ts', 'src/a.ts', 'src/deep/b.ts']],
  ['.', ['c.ts', 'src/a.ts', 'src/deep/b.ts']],
])('searches search the files of the pattern %s', async (filePattern, expected) => {
  const files = { 'c.ts': 'total();\n', 'src/a.ts': 'total();\n', 'src/deep/b.ts': 'total();\n' };
  await using checkout = await createCheckout(files);
  const { matches } = await searchFiles.execute({ pattern: 'total', filePattern }, checkout.context);
  expect(matches.map(({ filePath }) => filePath)).toEqual(expected);
  const { references } = await findReferences.execute({ symbol: 'total', filePattern }, checkout.context);
  expect(references.map(({ filePath }) => filePath)).toEqual(expected);
});

it('searchFiles finds the end of lines with carriage returns', async () => {
  await using checkout = await createCheckout({ 'a.ts': 'one();\r\ntwo();\r\nlast();' });
  const { matches } = await searchFiles.execute({ pattern: '\\(.*;$', regex: true }, checkout.context);
  const lines = ['one();', 'two();', 'last();'].map((text, index) => ({ line: index + 1, text, isMatch: true }));
  expect(matches).toEqual([{ filePath: 'a.ts', lines }]);
});

it.each([
  [
    { pattern: '(', regex: true },
    'pattern',
    /^pattern was refused: .*unclosed group.*Correct the regular expression/su,
  ],
  // Without ripgrep's advice to set a flag of its own.
  [{ pattern: 'a(?=b)', regex: true }, 'pattern', /^[^]*look-behind, is not supported\. Correct the/u],
  [{ pattern: '(a)\\1', regex: true }, 'pattern', /^[^]*backreferences are not supported\. Correct the/u],
  [{ pattern: 'a', filePattern: '{a' }, 'filePattern', /^filePattern was refused: .*Give a glob/su],
])('searchFiles names the field of %j', async (input, path, message) => {
  await using checkout = await createCheckout({ 'a.ts': 'a\n' });
  await expect(searchFiles.execute(input, checkout.context)).rejects.toMatchObject({
    message: expect.stringMatching(message),
    details: { issues: [{ path }] },
  });
});

it('searches find what .ignore and .rgignore name, which git does not read', async () => {
  const files = { '.ignore': 'a.ts\n', '.rgignore': 'b.ts\n', 'a.ts': 'total();\n', 'b.ts': 'total();\n' };
  await using checkout = await createCheckout(files);
  expect(await searchFiles.execute({ pattern: 'total' }, checkout.context)).toMatchObject({ filesWithMatches: 2 });
  const found = await findReferences.execute({ symbol: 'total' }, checkout.context);
  expect(found.filesWithReferences).toBe(2);
});

it('searchFiles says when a file has more matching lines than it counts', async () => {
  const text = 'total\n'.repeat(12_000);
  await using checkout = await createCheckout({ 'a.txt': text, 'b.txt': 'total\n'.repeat(700) });
  const search = async (filePattern: string, maxResults: number) => {
    const output = await searchFiles.execute({ pattern: 'total', filePattern, maxResults }, checkout.context);
    return [output.total, output.truncated, searchFiles.toModel?.(output).split('\n', 1)[0]];
  };
  expect(await search('b.txt', 1_000)).toEqual([700, false, '700 matching lines in 1 files.']);
  const cut = 'The list was cut: narrow it with filePattern or a longer pattern.';
  expect(await search('b.txt', 5)).toEqual([700, true, `700 matching lines in 1 files. ${cut}`]);
  expect(await search('a.txt', 5)).toEqual([10_000, true, `At least 10000 matching lines in 1 files. ${cut}`]);
});

it('searchFiles shows the part of a long line that matches', async () => {
  const text = `${'a'.repeat(5_000)}Needle${'b'.repeat(5_000)}\nNeedle${'c'.repeat(5_000)}\n`;
  await using checkout = await createCheckout({ 'a.min.js': text });
  const input = { pattern: 'needle', caseSensitive: false };
  const { matches } = await searchFiles.execute(input, checkout.context);
  const texts = matches.flatMap(({ lines }) => lines.map((each) => each.text));
  expect(texts).toEqual([`…${'a'.repeat(100)}Needle${'b'.repeat(194)}…`, `Needle${'c'.repeat(294)}…`]);
});

// Next.js names folders of routes with parameters like this (Dynamic Routes).
it.each([
  ['app/[id]/page.tsx', ['app/[id]/page.tsx']],
  ['app/[id]', ['app/[id]/page.tsx']],
  ['./app/[...all]/', ['app/[...all]/page.tsx']],
  ['app/[i]*/*.tsx', ['app/i/page.tsx']],
])('searchFiles takes the pattern %s for a path if there is one', async (filePattern, expected) => {
  const names = ['app/[id]/page.tsx', 'app/[...all]/page.tsx', 'app/i/page.tsx'];
  await using checkout = await createCheckout(Object.fromEntries(names.map((name) => [name, 'total();\n'])));
  const { matches } = await searchFiles.execute({ pattern: 'total', filePattern }, checkout.context);
  expect(matches.map(({ filePath }) => filePath)).toEqual(expected);
});
