import { dependencyKinds, ecosystems, isDependencyFile } from '@shipmate/code-analysis/kinds';
import { defineTool, fenceText, type ToolContext } from '@shipmate/core/tool';
import { z } from 'zod';
import { listCheckout } from '../checkout/list-checkout.ts';
import { redactTexts } from '../compute/redact-texts.ts';
import type { CodePorts } from './code-ports.ts';
import { readProjects } from './links/read-projects.ts';

const maxFiles = 300;
const maxFolders = 5_000;
/** Folders with the dependencies themselves. */
const closedFolders: ReadonlySet<string> = new Set(['node_modules', 'vendor', 'venv', 'site-packages']);
/** Names of folders with results of builds, which may be those of projects too. */
const buildFolders = ['build', 'dist', 'target'] as const;

export const analyzeDependencies = defineTool({
  name: 'analyzeDependencies',
  description:
    'Lists the dependencies of every project in the repository from its manifests: package.json, pyproject.toml, requirements.txt, Pipfile, ' +
    'pom.xml, build.gradle with version catalogs, go.mod and Cargo.toml, with the requirements that a requirements.txt includes and the versions that ' +
    'parents of a POM in the repository set, and workspaces, also of pnpm-workspace.yaml, go.work and settings.gradle. For each one it tells the declared range and the version that the lock file has ' +
    '(npm, pnpm, yarn, bun, Poetry, uv, Pipenv, Gradle, Go, Cargo). Nothing is installed or resolved. Files and folders that are not read are named in problems.',
  effect: 'read',
  idempotent: true,
  input: () =>
    z.object({
      includeDevDependencies: z
        .boolean()
        .default(true)
        .optional()
        .describe('Include dependencies for development and tests.'),
    }),
  output: () =>
    z.object({
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
      /** True if there are more manifests or dependencies than were read. */
      truncated: z.boolean(),
    }),
  async execute({ includeDevDependencies = true }, { ports, ...context }: ToolContext<CodePorts>) {
    const { files } = await ports.checkouts.open(context);
    const { signal } = context;
    const closed = { build: 0, dist: 0, target: 0 };
    const listed = await listCheckout(files, {
      signal,
      matches: isDependencyFile,
      opens(name) {
        const build = buildFolders.find((each) => each === name);
        if (build) closed[build] += 1;
        return !build && !closedFolders.has(name) && !name.startsWith('.');
      },
      maxFolders,
      maxFiles,
    });
    const { projects, problems, truncated } = await readProjects(listed.paths, files, { ports, ...context });
    const unsearched = buildFolders.filter((name) => closed[name] > 0).map((name) => `"${name}" (${closed[name]})`);
    const found = {
      projects: projects.map(({ dependencies, workspaces, ...project }) => ({
        ...project,
        workspaces: [...workspaces],
        dependencies: dependencies.filter(({ kind }) => includeDevDependencies || kind !== 'dev'),
      })),
      problems: [
        ...problems,
        ...(unsearched.length === 0
          ? []
          : [`Folders named like those of build results are not searched: ${unsearched.join(', ')}.`]),
      ],
      truncated: truncated || listed.truncated,
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
