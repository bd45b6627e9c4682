import { access, readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { listDocuments, readRepositoryFile, repository } from './repository.ts';

const documents = await listDocuments();
const pages = await Promise.all(documents.map((path) => readRepositoryFile(path)));

/** Returns the anchor of a heading, as GitHub generates it. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

const anchorsOf = (page: string): readonly string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading));

it('links between documents lead to files and headings that exist', async () => {
  const broken: string[] = [];
  for (const [index, page] of pages.entries()) {
    const document = documents[index] ?? '';
    const prose = page.replaceAll(/^```[^]*?^```$/gm, '');
    for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const url = new URL(target, `file://${repository}${document}`);
      const exists = await access(new URL(url.pathname, url)).then(
        () => true,
        () => false,
      );
      const linked = url.pathname.slice(repository.length);
      const anchors = linked.endsWith('.md') && exists ? anchorsOf(await readRepositoryFile(linked)) : [];
      if (!exists || (url.hash && !anchors.includes(url.hash.slice(1)))) broken.push(`${document}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

it('links of the READMEs of published packages work on the page of a registry, which has no other files', async () => {
  const leading: string[] = [];
  for (const [index, document] of documents.entries()) {
    if (!/^(?:apps|packages)\/[^/]+\/README\.md$/.test(document)) continue;
    const manifest = await readRepositoryFile(document.replace('README.md', 'package.json'));
    if ((JSON.parse(manifest) as { readonly private?: boolean }).private === true) continue;
    const prose = (pages[index] ?? '').replaceAll(/^```[^]*?^```$/gm, '');
    for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (!/^(?:https:|#)/.test(target)) leading.push(`${document}: ${target}`);
    }
  }
  expect(leading).toEqual([]);
});

it('the browser tests take every picture of the documents', async () => {
  const { scripts } = JSON.parse(await readRepositoryFile('package.json')) as { scripts: { screenshots: string } };
  for (const name of await readdir(new URL('docs/images/', `file://${repository}`))) {
    expect(scripts.screenshots).toContain(` docs/images/${name}`);
    expect(pages.some((page) => page.includes(`images/${name})`))).toBe(true);
  }
});
