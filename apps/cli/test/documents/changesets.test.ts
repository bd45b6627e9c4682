import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readRepositoryFile, repository } from './repository.ts';

const manifestSchema = z.object({ name: z.string(), private: z.boolean().default(false) });

async function listPublished(): Promise<readonly string[]> {
  const folders = await Promise.all(['packages', 'apps'].map((parent) => listFolders(parent)));
  const manifests = await Promise.all(
    folders.flat().map(async (folder) => manifestSchema.parse(JSON.parse(await readRepositoryFile(folder)))),
  );
  return manifests.filter((manifest) => !manifest.private).map(({ name }) => name);
}

async function listFolders(parent: string): Promise<readonly string[]> {
  const entries = await readdir(`${repository}${parent}`, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${parent}/${name}/package.json`);
}

// `changeset version` refuses a changeset that names private and published packages. The private apps are part of @shipmate/cli.
it('every changeset names published packages, and says what changes', async () => {
  const published = await listPublished();
  const names = (await readdir(`${repository}.changeset`)).filter((name) => /^(?!README).*\.md$/.test(name));
  for (const name of names) {
    const [, head = '', text = ''] = (await readRepositoryFile(`.changeset/${name}`)).split(/^---$/m);
    const packages = [...head.matchAll(/^['"]?(@?[\w/-]+)['"]?: (?:patch|minor|major)$/gm)].map(([, found]) => found);
    expect([name, packages.filter((found) => !published.includes(found ?? ''))]).toEqual([name, []]);
    expect([name, packages.length > 0, /\w/.test(text)]).toEqual([name, true, true]);
  }
});
