import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import { findReferences } from './find-references.ts';

const files = {
  'src/total.ts': '/** total */\nexport function total(): number { return 1; }\n',
  'src/main.ts': "import { total } from './total';\n// total\nconsole.log(total(), 'total');\n",
  'lib/shop.py': 'def total(): pass\n# total\nx = shop.total()\n',
  'notes.txt': 'total of subtotal\n',
  'ignored/a.ts': 'total();\n',
  '.hidden/a.ts': 'total();\n',
  '.gitignore': 'ignored/\n',
  'binary.bin': 'total\0\0',
};

it('findReferences finds a symbol in code and leaves out comments, strings, ignored and hidden files', async () => {
  await using checkout = await createCheckout(files);
  await symlink(join(checkout.folder, 'src/main.ts'), join(checkout.folder, 'link.ts'));
  const output = await findReferences.execute({ symbol: 'total' }, checkout.context);
  expect(output).toMatchObject({
    mode: 'mixed',
    total: 6,
    filesWithReferences: 4,
    leftOut: 5,
    skippedFiles: [],
    truncated: false,
  });
  expect(output.references.map(({ filePath, line, column, kind }) => `${filePath}:${line}:${column} ${kind}`)).toEqual([
    'lib/shop.py:1:5 definition',
    'lib/shop.py:3:10 call',
    'notes.txt:1:1 unknown',
    'src/main.ts:1:10 import',
    'src/main.ts:3:13 call',
    'src/total.ts:2:17 definition',
  ]);
  expect(findReferences.toModel?.(findReferences.output.parse(output))).toContain(
    "src/main.ts:3:13 call console.log(total(), 'total');",
  );
});

it('findReferences sees changes of files that it has searched before', async () => {
  await using checkout = await createCheckout({ 'a.ts': 'total();\n', 'b.ts': 'total();\n' });
  const count = async (): Promise<string[]> => {
    const { references } = await findReferences.execute({ symbol: 'total' }, checkout.context);
    return references.map(({ filePath, line }) => `${filePath}:${line}`);
  };
  expect(await count()).toEqual(['a.ts:1', 'b.ts:1']);
  await writeFile(join(checkout.folder, 'a.ts'), '\ntotal(); total();\n');
  expect(await count()).toEqual(['a.ts:2', 'a.ts:2', 'b.ts:1']);
  expect(await count()).toEqual(['a.ts:2', 'a.ts:2', 'b.ts:1']);
});

it.each([
  ['*.py', ['lib/shop.py']],
  ['src/**', ['src/main.ts', 'src/total.ts']],
  ['*.rb', []],
])('findReferences searches within %s', async (filePattern, paths) => {
  await using checkout = await createCheckout(files);
  const { references } = await findReferences.execute({ symbol: 'total', filePattern }, checkout.context);
  expect([...new Set(references.map(({ filePath }) => filePath))]).toEqual(paths);
});

it('findReferences searches in a path that reads as a glob', async () => {
  const path = 'app/[id]/page.ts';
  await using checkout = await createCheckout({ [path]: 'total();\n', 'app/i/page.ts': 'total();\n' });
  for (const filePattern of [path, 'app/[id]/']) {
    const { references } = await findReferences.execute({ symbol: 'total', filePattern }, checkout.context);
    expect(references.map(({ filePath }) => filePath)).toEqual([path]);
  }
});

it('findReferences refuses a pattern that is not a glob', async () => {
  await using checkout = await createCheckout(files);
  const call = findReferences.execute({ symbol: 'total', filePattern: '[' }, checkout.context);
  await expect(call).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

it.each(['', 'a b', '--files', 'a.b', '-e', 'a|b', '!x'])('findReferences refuses the symbol %j', (symbol) => {
  expect(findReferences.input.safeParse({ symbol }).success).toBe(false);
});

it.each(['!*.ts', '', 'a'.repeat(201)])('findReferences refuses the pattern %j', (filePattern) => {
  expect(findReferences.input.safeParse({ symbol: 'a', filePattern }).success).toBe(false);
});

it.each([
  ['ignored', []],
  ['ignored/*.ts', []],
  ['*.ts', ['src/main.ts', 'src/total.ts']],
  ['.hidden', ['.hidden/a.ts']],
  ['.hidden/*.ts', ['.hidden/a.ts']],
])('findReferences leaves out ignored and hidden files that %s does not name', async (filePattern, paths) => {
  await using checkout = await createCheckout({
    ...files,
    'src/.gitignore': 'gen.ts\n',
    'src/gen.ts': 'total();\n',
    '.b.ts': 'total();\n',
  });
  const { references } = await findReferences.execute({ symbol: 'total', filePattern }, checkout.context);
  expect([...new Set(references.map(({ filePath }) => filePath))]).toEqual(paths);
});
