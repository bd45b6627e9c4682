import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Issue } from '../issue.ts';
import { asMap, type RenderedObject } from '../rendered-object.ts';

/** The part of a kubernetes-models class that is used. */
interface Model {
  validate(): void;
}

/** The most problems reported for one object. */
const maxProblems = 10;

/** Validates rendered objects against the Kubernetes schemas. Unknown kinds, such as custom resources, pass. */
export async function checkKubernetesSchemas(objects: readonly RenderedObject[]): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  for (const { apiVersion, kind, name, file, content } of objects) {
    for (const message of await findProblems(apiVersion, kind, content)) {
      issues.push({
        severity: 'error',
        source: 'kubernetes',
        check: 'kubernetes-schema',
        resource: `${kind}/${name}`,
        message,
        file,
      });
    }
  }
  return issues;
}

interface ModelClass {
  new (content: unknown): Model;
  readonly kind?: string;
}

async function findProblems(apiVersion: string, kind: string, content: unknown): Promise<readonly string[]> {
  const folder = /^(?:[a-z0-9]+(?:[.-][a-z0-9]+)*\/)?v[a-z0-9]+$/.test(apiVersion) && join(modelFolder, apiVersion);
  if (folder === false || !existsSync(folder)) return [];
  const Kind = await loadModel(folder, kind);
  return Kind ? validate(new Kind(content)) : [`There is no kind ${kind} in ${apiVersion}.`];
}

const modelFolder = dirname(createRequire(import.meta.url).resolve('kubernetes-models/package.json'));

/** Loads one kind at a time: loading all of them takes a second. */
async function loadModel(folder: string, kind: string): Promise<ModelClass | undefined> {
  const file = join(folder, `${kind}.js`);
  if (!/^[A-Z][A-Za-z0-9]*$/.test(kind) || !existsSync(file)) return undefined;
  const module: Record<string, ModelClass | undefined> = await import(pathToFileURL(file).href);
  return module[kind]?.kind === kind ? module[kind] : undefined;
}

function validate(model: Model): readonly string[] {
  try {
    model.validate();
    return [];
  } catch (thrown) {
    const errors: unknown = asMap(thrown)['errors'];
    if (!Array.isArray(errors)) throw thrown;
    return errors.slice(0, maxProblems).map((error) => describe(asMap(error)));
  }
}

function describe({ instancePath, message }: Readonly<Record<string, unknown>>): string {
  const path = String(instancePath)
    .replace(/^\//, '')
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
  return path === '' ? `It ${String(message)}.` : `${path} ${String(message)}.`;
}
