import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile as readRaw, rm, stat, symlink, writeFile as writeRaw } from 'node:fs/promises';
import { join } from 'node:path';
import { bindTools } from '@shipmate/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CreatedCheckout, createCheckout } from '../../test/support/create-checkout.ts';
import { testGit } from '../../test/support/create-git-checkout.ts';
import { FILE_TOOLS } from './file-tools.ts';

const token = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;
let checkout: CreatedCheckout;
beforeAll(async () => {
  checkout = await createCheckout({
    'src/a.ts': 'one\ntwo\nthree\nfour\n',
    'src/crlf.txt': '\uFEFFa\r\nb\r\nc',
    'src/keys.env': `NAME=shop\nTOKEN=${token}\n`,
    'src/.hidden': 'needle\n',
    'README.md': '# Shop\nneedle here\nNEEDLE there\n',
    '.gitignore': 'dist/\n*.log\n',
    'dist/out.js': 'needle\n',
    'debug.log': 'needle\n',
    '.npmrc': 'a=b\n',
    'run.sh': 'echo\n',
  });
  await symlink('README.md', join(checkout.folder, 'link.md'));
  await writeRaw(join(checkout.folder, 'src/image.png'), Buffer.from([0x89, 0x50, 0, 1, 2, 255]));
  await writeRaw(join(checkout.folder, 'src/latin.txt'), Buffer.from('gr\xFC\xDFe\n', 'latin1'));
  await writeRaw(join(checkout.folder, 'src/wide.txt'), Buffer.from('\uFEFFwide\n', 'utf16le'));
  await mkdir(join(checkout.folder, 'empty'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout.folder });
  git('init', '--quiet');
  git('add', '--', 'src/a.ts', 'README.md', 'run.sh');
});
afterAll(() => checkout[Symbol.asyncDispose]());

/** Calls a tool as a caller does, with its input completed and checked. */
async function call(name: string, input: object): Promise<Record<string, unknown>> {
  const tool = bindTools(FILE_TOOLS, { ...checkout.context.ports, workTrees: testGit }).find(
    (each) => each.name === name,
  );
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return (await tool.execute(tool.parse(input), checkout.context)) as Record<string, unknown>;
}

/** Renders the inputs of a tool with its defaults. */
function showInput(name: string): string[] {
  const tool = FILE_TOOLS.find((each) => each.name === name);
  const { properties = {} } = z.toJSONSchema(tool?.input ?? z.object({}), { io: 'input' });
  return Object.entries(properties).map(([field, schema]) => {
    const { default: value, enum: values } = schema as { default?: unknown; enum?: readonly string[] };
    return `${field}${values ? ` ${values.join('|')}` : ''}${value === undefined ? '' : ` = ${JSON.stringify(value)}`}`;
  });
}

// Clients of the toolset that these tools come from use these names.
it('the file tools keep their names, inputs and defaults', () => {
  expect(showInput('readFile').slice(0, 2)).toEqual(['filePath', 'encoding utf8|base64 = "utf8"']);
  expect(showInput('writeFile').slice(0, 3)).toEqual(['filePath', 'content', 'createDirectories = true']);
  expect(showInput('listDirectory')).toEqual([
    'dirPath = "."',
    'recursive = false',
    'includeHidden = false',
    'includeIgnored = false',
  ]);
  expect(showInput('editFile').slice(0, 4)).toEqual(['filePath', 'oldStr', 'newStr', 'replaceAll']);
});

it('the file tools ask for files that run programs elsewhere', () => {
  const effects = bindTools(FILE_TOOLS, { ...checkout.context.ports, workTrees: testGit }).map((tool) => [
    tool.name,
    ...['src/a.ts', '.github/a.yml', 'x/.NPMRC'].map((path) => tool.effect({ filePath: path, from: path, to: 'b' })),
  ]);
  const write = ['write', 'destructive', 'destructive'];
  const read = ['read', 'read', 'read'];
  expect(effects).toEqual([
    ['readFile', ...read],
    ['writeFile', ...write],
    ['editFile', ...write],
    ['listDirectory', ...read],
    ['searchFiles', ...read],
    ['moveFile', ...write],
    ['removeFile', ...write],
  ]);
});

describe('readFile', () => {
  it('returns content, size and lastModified', async () => {
    const result = await call('readFile', { filePath: 'src/a.ts' });
    const { mtime } = await stat(join(checkout.folder, 'src/a.ts'));
    expect(result).toMatchObject({ content: 'one\ntwo\nthree\nfour\n', size: 19, lastModified: mtime.toISOString() });
    expect(result).toMatchObject({ truncated: false, totalLines: 4, characterEncoding: 'utf-8' });
  });

  it.each([
    [
      { startLine: 2, endLine: 3 },
      { content: 'two\nthree\n', startLine: 2, endLine: 3, truncated: false },
    ],
    [{ startLine: 4 }, { content: 'four\n', endLine: 4, truncated: false }],
    [{ maxBytes: 8 }, { content: 'one\ntwo\n', truncated: true, nextLine: 3 }],
    [
      { startLine: 3, maxBytes: 3 },
      { content: 'thr', truncated: true, lineCut: true, nextLine: 4 },
    ],
    [
      { startLine: 4, maxBytes: 2 },
      { content: 'fo', truncated: true, lineCut: true },
    ],
    [
      { encoding: 'base64', startByte: 4, maxBytes: 3 },
      { content: 'dHdv', truncated: true, nextByte: 7 },
    ],
  ])('returns the page %j', async (page, expected) => {
    expect(await call('readFile', { filePath: 'src/a.ts', ...page })).toMatchObject(expected);
  });

  it.each([
    ['src/latin.txt', { content: 'grüße\n', characterEncoding: 'windows-1252' }],
    ['src/wide.txt', { content: 'wide\n', characterEncoding: 'utf-16le' }],
    ['src/crlf.txt', { content: 'a\r\nb\r\nc', totalLines: 3 }],
  ])('decodes %s', async (filePath, expected) => {
    expect(await call('readFile', { filePath })).toMatchObject(expected);
  });

  it('refuses binary files as text, lines that do not exist and secrets in base64', async () => {
    await expect(call('readFile', { filePath: 'src/image.png' })).rejects.toThrow('encoding base64');
    expect(await call('readFile', { filePath: 'src/image.png', encoding: 'base64' })).toMatchObject({
      content: 'iVAAAQL/',
      characterEncoding: 'binary',
    });
    await expect(call('readFile', { filePath: 'src/a.ts', startLine: 9 })).rejects.toThrow('has 4 lines');
    await expect(call('readFile', { filePath: 'src/keys.env', encoding: 'base64' })).rejects.toThrow('utf8');
  });

  it.each<readonly [name: string, content: Buffer]>([
    ['text with a NUL character', Buffer.from(`token=${token}\n\0`)],
    ['little endian', Buffer.from(`token=${token}\n`, 'utf16le')],
    ['big endian', Buffer.from(`token=${token}\n`, 'utf16le').swap16()],
  ])('gives out no secret of a binary file: %s', async (_name, content) => {
    await writeRaw(join(checkout.folder, 'src/hidden.bin'), content);
    const running = call('readFile', { filePath: 'src/hidden.bin', encoding: 'base64' });
    await expect(running).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message:
        '"src/hidden.bin" holds secrets, which base64 would give out. Save it as UTF-8 without NUL characters first.',
    });
    await rm(join(checkout.folder, 'src/hidden.bin'));
  });

  it('says how to read a file that is too large', async () => {
    const path = join(checkout.folder, 'large.txt');
    await writeRaw(path, 'line\n'.repeat(1_700_000));
    const reading = call('readFile', { filePath: 'large.txt', startLine: 5 });
    await expect(reading).rejects.toThrow('Have a script of the repository print the part that you need.');
    await rm(path);
  });

  it('redacts secrets', async () => {
    expect(await call('readFile', { filePath: 'src/keys.env' })).toMatchObject({
      content: 'NAME=shop\nTOKEN=[redacted: github-token]\n',
    });
  });
});

describe('writeFile', () => {
  it('creates a file with its folders, and replaces it with its difference', async () => {
    const created = await call('writeFile', { filePath: 'new/deep/a.txt', content: 'a\nb\n' });
    expect(created).toMatchObject({ created: true, size: 4, additions: 2, deletions: 0 });
    const { version } = created;
    expect(await call('writeFile', { filePath: 'new/deep/a.txt', content: 'a\nc\n', version })).toMatchObject({
      created: false,
      diff: expect.stringContaining('-b\n+c'),
    });
    await expect(call('writeFile', { filePath: 'new/deep/a.txt', content: 'x', version })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(call('writeFile', { filePath: 'none/a.txt', content: 'x', createDirectories: false })).rejects.toThrow(
      'createDirectories',
    );
    expect(await checkout.read('new/deep/a.txt')).toBe('a\nc\n');
  });

  it('refuses the placeholder of a secret and keeps the secret', async () => {
    const { content } = await call('readFile', { filePath: 'src/keys.env' });
    await expect(call('writeFile', { filePath: 'src/keys.env', content })).rejects.toThrow('would lose the secret');
    const edit = { filePath: 'src/keys.env', oldStr: 'NAME=shop', newStr: 'NAME=[redacted: github-token]' };
    await expect(call('editFile', edit)).rejects.toThrow('would lose the secret');
    const { diff } = await call('editFile', { ...edit, newStr: 'NAME=store' });
    expect(diff).toContain('[redacted: github-token]');
    expect(await checkout.read('src/keys.env')).toBe(`NAME=store\nTOKEN=${token}\n`);
  });
});

describe('writeFile in the encoding of the file', () => {
  const encoded: readonly (readonly [string, string, Buffer])[] = [
    ['grüße\n', 'grüße “€”\n', Buffer.from([0x67, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0x93, 0x80, 0x94, 0x0a])],
    ['\uFEFFwide\n', 'wide →\n', Buffer.from('\uFEFFwide →\n', 'utf16le')],
    ['\uFEFFbig\n', 'big →\n', Buffer.from('\uFEFFbig →\n', 'utf16le').swap16()],
    ['\uFEFFmark\n', 'mark →\n', Buffer.from('\uFEFFmark →\n')],
  ];
  const forms = [(t: string) => Buffer.from(t, 'latin1'), (t: string) => Buffer.from(t, 'utf16le')];
  forms.push(
    (t) => Buffer.from(t, 'utf16le').swap16(),
    (t) => Buffer.from(t),
  );
  it.each(encoded.map((row, index) => [index, ...row] as const))(
    '%i: replaces %j by %j and shows the difference to the old text',
    async (...[index, old, content, expected]) => {
      const filePath = `encoded-${index}.txt`;
      await writeRaw(join(checkout.folder, filePath), forms[index]?.(old) ?? '');
      const tool = FILE_TOOLS.find(({ name }) => name === 'writeFile');
      const preview = await tool?.preview?.({ filePath, content } as never, checkout.context as never);
      const { diff } = await call('writeFile', { filePath, content });
      expect(diff).toContain(`-${old.replace('\uFEFF', '')}+${content}`);
      expect(preview).toContain(diff);
      expect(await readRaw(join(checkout.folder, filePath))).toEqual(expected);
      expect(await call('readFile', { filePath })).toMatchObject({ content });
    },
  );

  it('refuses text that the encoding of the file has not, and text that would be read in another one', async () => {
    await writeRaw(join(checkout.folder, 'latin.txt'), Buffer.from('gr\xFC\xDFe\n', 'latin1'));
    for (const content of ['→', 'Ã¼']) {
      await expect(call('writeFile', { filePath: 'latin.txt', content })).rejects.toThrow(
        '"latin.txt" is text in windows-1252, in which content cannot be written.',
      );
    }
  });
});

describe('editFile', () => {
  it('keeps line endings and the byte order mark', async () => {
    expect(await call('editFile', { filePath: 'src/crlf.txt', oldStr: 'b\n', newStr: 'x\ny\n' })).toMatchObject({
      tier: 'exact',
      count: 1,
      startLine: 2,
      endLine: 2,
    });
    expect(await checkout.read('src/crlf.txt')).toBe('\uFEFFa\r\nx\r\ny\r\nc');
  });

  it.each([
    [{ oldStr: 'needle\nabsent', newStr: 'x' }, 'needle'],
    [{ oldStr: 'ee', newStr: 'x' }, 'replaceAll'],
    [{ oldStr: '# Shop', newStr: '# Shop' }, 'same'],
  ])('explains why %j is refused', async (edit, reason) => {
    await call('writeFile', { filePath: 'edit.md', content: '# Shop\nneedle here\nsee\n' });
    await expect(call('editFile', { filePath: 'edit.md', ...edit })).rejects.toThrow(reason);
  });

  it('refuses files that are absent or no text', async () => {
    await expect(call('editFile', { filePath: 'none', oldStr: 'a', newStr: 'b' })).rejects.toThrow('writeFile');
    await expect(call('editFile', { filePath: 'src/latin.txt', oldStr: 'a', newStr: 'b' })).rejects.toThrow(
      'not text in UTF-8, which editFile needs. Read it, and write it whole with writeFile.',
    );
  });
});

describe('listDirectory', () => {
  it('lists the root without ignored and hidden entries, and links as links', async () => {
    const { entries, ignored, hidden } = await call('listDirectory', {});
    const names = (entries as { name: string; type: string }[]).map(({ name, type }) => `${name} ${type}`);
    expect(names).toEqual(
      expect.arrayContaining(['README.md file', 'empty directory', 'link.md link', 'src directory']),
    );
    expect(names.join()).not.toMatch(/dist|debug|\.git/u);
    expect([ignored, hidden]).toEqual([2, 2]);
  });

  it('lists everything below a directory with recursive and includeHidden', async () => {
    const { entries } = await call('listDirectory', { dirPath: './src/', recursive: true, includeHidden: true });
    expect((entries as { path: string }[]).map(({ path }) => path)).toEqual(
      (await readdir(join(checkout.folder, 'src'))).toSorted().map((name) => `src/${name}`),
    );
    const all = await call('listDirectory', { recursive: true });
    expect(all['entries']).toContainEqual({ path: 'src/a.ts', name: 'a.ts', type: 'file' });
    await expect(call('listDirectory', { dirPath: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(call('listDirectory', { dirPath: '/' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('searchFiles', () => {
  it.each([
    [{ pattern: 'needle' }, ['README.md:2']],
    [{ pattern: 'needle', caseSensitive: false }, ['README.md:2', 'README.md:3']],
    [{ pattern: 'needle', includeHidden: true, filePattern: 'src/**' }, ['src/.hidden:1']],
    [{ pattern: 'n.+e th', regex: true, caseSensitive: false }, ['README.md:3']],
    [{ pattern: 'n.+e th' }, []],
    [{ pattern: 'needle here', contextLines: 1 }, ['README.md-1', 'README.md:2', 'README.md-3']],
    [{ pattern: '-rf' }, []],
  ])('finds %j', async (input, expected) => {
    const { matches } = await call('searchFiles', { filePattern: '{README.md,src/**}', ...input });
    const lines = (matches as { filePath: string; lines: { line: number; isMatch: boolean }[] }[]).flatMap((file) =>
      file.lines.map(({ line, isMatch }) => `${file.filePath}${isMatch ? ':' : '-'}${line}`),
    );
    expect(lines).toEqual(expected);
  });

  it('redacts secrets, counts the rest and refuses patterns that are not linear', async () => {
    const { matches } = await call('searchFiles', { pattern: 'TOKEN=' });
    expect(matches).toEqual([
      { filePath: 'src/keys.env', lines: [{ line: 2, text: 'TOKEN=[redacted: github-token]', isMatch: true }] },
    ]);
    expect(await call('searchFiles', { pattern: 'e', maxResults: 1 })).toMatchObject({ truncated: true });
    await expect(call('searchFiles', { pattern: '(?=a)', regex: true })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });
});

describe('moveFile and removeFile', () => {
  it('moves a file and keeps its mode', async () => {
    await call('writeFile', { filePath: 'move.txt', content: 'm' });
    await call('moveFile', { from: 'move.txt', to: 'moved/there.txt' });
    expect(await checkout.read('moved/there.txt')).toBe('m');
    await expect(call('moveFile', { from: 'moved/there.txt', to: 'README.md' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('deletes a tracked file, and an untracked one only as such', async () => {
    expect(await call('removeFile', { filePath: 'run.sh' })).toEqual({ filePath: 'run.sh', size: 5, wasTracked: true });
    await call('writeFile', { filePath: 'own.txt', content: 'o' });
    await expect(call('removeFile', { filePath: 'own.txt' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await call('removeFile', { filePath: 'own.txt', unversioned: true })).toMatchObject({ wasTracked: false });
    await expect(call('removeFile', { filePath: 'own.txt' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
