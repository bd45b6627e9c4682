import { AppError } from '@shipmate/core';
import { z } from 'zod';
import { catalogueDate, catalogueRepository, findCatalogueChart } from '../chart-catalogue.ts';
import type { DemoChart } from '../demo-chart.ts';
import type { DemoIntent } from '../demo-intent.ts';
import type { DemoSteps } from '../demo-steps.ts';
import { parseJson } from '../parse-json.ts';
import { errorText } from '../take-step.ts';
import { appendYamlItem } from '../yaml/append-yaml-item.ts';
import { setYamlValue } from '../yaml/set-yaml-value.ts';
import { parseYaml } from '../yaml/yaml-text.ts';

const verb = /\b(?:add|bring|depend|include|install|need|use|want|with)\b/i;
const noun = /\b(?:dependency|dependencies|subcharts?)\b/i;
const named = [
  /\b([a-z][a-z0-9-]*)\s+as\s+(?:an?\s+)?(?:(?:helm|chart)\s+)?(?:dependency|dependencies|subcharts?)\b/i,
  /\b(?:dependency|depends?)\s+on\s+(?:the\s+)?([a-z][a-z0-9-]*)/i,
  /\b(?:add|include|install)\s+(?:an?\s+|the\s+)?([a-z][a-z0-9-]*)\s+(?:dependency|subchart|chart)\b/i,
];

const versionAnswerSchema = z.object({
  version: z.string(),
  repositoryUrl: z.string().optional(),
  message: z.string().optional(),
});

interface Version {
  readonly version: string;
  readonly repository: string;
  readonly origin: string;
}

/** «add redis as a dependency». */
export const addDependency: DemoIntent = (clause) => {
  const names = dependenciesIn(clause);
  if (names.length === 0) return undefined;

  return function* (chart) {
    yield* chart.listing();
    const outcomes: string[] = [];
    for (const name of names) outcomes.push(yield* add(chart, name));
    return outcomes.join('\n\n');
  };
};

function dependenciesIn(clause: string): readonly string[] {
  const known = clause.split(/[^\w-]+/).flatMap((word) => findCatalogueChart(word)?.name ?? []);
  if (known.length > 0) return verb.test(clause) || noun.test(clause) ? [...new Set(known)] : [];
  const name = named.map((pattern) => pattern.exec(clause)?.[1]?.toLowerCase()).find((match) => match !== undefined);
  return name === undefined ? [] : [name];
}

function* add(chart: DemoChart, name: string): DemoSteps<string> {
  const { version, repository, origin } = yield* latestVersion(name);
  const dependency = { name, version, repository, condition: `${name}.enabled` };
  const added = yield* chart.edit('Chart.yaml', (content) =>
    hasDependency(content, name) ? content : appendYamlItem(content, 'dependencies', dependency),
  );
  if (!added) return `\`${name}\` is a dependency in \`Chart.yaml\` already, so I left it.`;
  yield* chart.edit('values.yaml', (content) => setYamlValue(content, [name, 'enabled'], true));
  return `Added **${name} ${version}** from \`${repository}\` to the dependencies in \`Chart.yaml\`, switched on by \`${name}.enabled\` in \`values.yaml\`. ${origin}`;
}

function hasDependency(content: string, name: string): boolean {
  const parsed = z
    .object({ dependencies: z.array(z.looseObject({ name: z.string() })).nullish() })
    .safeParse(parseYaml(content).toJSON());
  return parsed.data?.dependencies?.some((dependency) => dependency.name === name) ?? false;
}

/** Queries ArtifactHub through the tool; falls back to the catalogue when that fails. */
function* latestVersion(name: string): DemoSteps<Version> {
  const result = yield {
    say: `I look up the latest version of ${name}.`,
    call: { name: 'latestSubchartVersion', input: { chartName: name } },
  };
  const answer = result.isError ? undefined : versionAnswerSchema.safeParse(parseJson(result.output)).data;
  if (answer?.repositoryUrl !== undefined && answer.version !== '?') {
    const origin = answer.message ?? 'The version is the latest on ArtifactHub.';
    return { version: answer.version, repository: answer.repositoryUrl, origin };
  }
  const reason = result.isError ? errorText(result) : 'ArtifactHub has no chart of that name';
  const known = findCatalogueChart(name);
  if (!known) throw new AppError({ code: 'UNAVAILABLE', message: `I found no version of \`${name}\`: ${reason}` });
  return {
    version: known.version,
    repository: catalogueRepository,
    origin: `The version could not be looked up (${reason.replace(/\.$/, '')}), so it comes from the demo's own catalogue of **${catalogueDate}**: check for a newer one.`,
  };
}
