import { dependencyKinds, ecosystems, isDependencyFile } from '@shipmate/code-analysis/kinds';
import { defineTool, fenceText, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { listCheckout } from '../checkout/list-checkout.ts';
import { redactTexts } from '../compute/redact-texts.ts';
import type { CodePorts } from './code-ports.ts';
import { readSources } from './read-sources.ts';

const maxFiles = 300;
const maxFolders = 5_000;
/** Folders with the dependencies themselves, or with results of builds. */
const closedFolders: ReadonlySet<string> = new Set([
  'node_modules',
  'vendor',
  'target',
  'build',
  'dist',
  'venv',
  'site-packages',
]);

export const analyzeDependencies = defineTool({
  name: 'analyzeDependencies',
  description:
    'Lists the dependencies of every project in the repository from its manifests: package.json, pyproject.toml, requirements.txt, ' +
    'pom.xml, build.gradle, go.mod and Cargo.toml. For each one it tells the declared range and the version that the lock file has ' +
    '(npm, pnpm, yarn, Poetry, uv, Gradle, Go, Cargo). Nothing is installed or resolved. Files that cannot be read are named in problems.',
  effect: 'read',
  idempotent: true,
  input: z.object({
    includeDevDependencies: z
      .boolean()
      .default(true)
      .optional()
      .describe('Include dependencies for development and tests.'),
  }),
  output: z.object({
    projects: z.array(
      z.object({
        manifest: z.string(),
        ecosystem: z.enum(ecosystems),
        name: z.string().optional(),
        lockfile: z.string().optional(),
        workspaces: z.array(z.string()),
        dependencies: z.array(
          z.object({
            name: z.string(),
            declared: z.string(),
            kind: z.enum(dependencyKinds),
            locked: z.string().optional(),
          }),
        ),
      }),
    ),
    problems: z.array(z.string()),
    /** True if there are more manifests, or larger ones, than were read. */
    truncated: z.boolean(),
  }),
  async execute({ includeDevDependencies = true }, { ports, ...context }: ToolContext<CodePorts>) {
    const { files } = await ports.checkouts.open(context);
    const { signal } = context;
    const { paths, truncated } = await listCheckout(files, {
      signal,
      matches: isDependencyFile,
      opens: (name) => !closedFolders.has(name) && !name.startsWith('.'),
      maxFolders,
      maxFiles,
    });
    const sources = await readSources(files, paths, signal);
    const texts = sources.map(({ path, text }) => ({ path, text }));
    const { projects, problems } = await ports.compute.run('readProjects', [texts], context);
    const read = new Set(sources.map(({ path }) => path));
    const found = {
      projects: projects.map(({ dependencies, workspaces, ...project }) => ({
        ...project,
        workspaces: [...workspaces],
        dependencies: dependencies.filter(({ kind }) => includeDevDependencies || kind !== 'dev'),
      })),
      problems: [
        ...problems,
        ...paths.filter((path) => !read.has(path)).map((path) => `"${path}" is no text, or too large.`),
      ],
      truncated,
    };
    return redactTexts(found, { compute: ports.compute, caller: context });
  },
  toModel({ projects, problems, truncated }) {
    const lines = projects.flatMap(({ manifest, name, ecosystem, lockfile, workspaces, dependencies }) => [
      `${manifest} (${ecosystem}${name === undefined ? '' : `, ${name}`}; ${lockfile ?? 'no lock file'})`,
      ...(workspaces.length > 0 ? [`  workspaces: ${workspaces.join(', ')}`] : []),
      ...dependencies.map(
        (each) =>
          `  ${each.kind} ${each.name} ${each.declared}${each.locked === undefined ? '' : ` locked ${each.locked}`}`,
      ),
    ]);
    const head = `${projects.length} projects.${truncated ? ' Not all manifests were read.' : ''}`;
    return `${head}\n${fenceText([...lines, ...problems].join('\n'), { source: 'file' })}`;
  },
});
