import type { Principal } from '@shipmate/core';
import { hasScope } from '@shipmate/domain/access';
import { type KubeObject, kindOf, labelsOf, nameOf } from '@shipmate/domain/cluster/object';
import type { Declaration } from '@shipmate/domain/code-map';
import type { CodeMapPort } from '../../diagram/code-map-port.ts';

/** The repositories in which declarations are searched, and the person for whom. */
export interface DeclarationSearch {
  /** Undefined in a process without code maps. */
  readonly codeMaps: Pick<CodeMapPort, 'findDeclarations'> | undefined;
  readonly principal: Principal;
}

/** A release's version after the name of its chart, which may itself end in a number: https://helm.sh/docs/chart_best_practices/labels/ */
const chartVersion = /-v?\d+\.\d+\.\d+(?:[-_+.].*)?$/u;

/**
 * Finds where repositories that were indexed declare an object: its chart by the label `helm.sh/chart`, and manifests of its kind and
 * name. None for a caller who may not read repositories. Throws as `CodeMapStore.findDeclarations` does.
 */
export async function findDeclarations(
  object: KubeObject,
  { codeMaps, principal }: DeclarationSearch,
): Promise<readonly string[]> {
  if (codeMaps === undefined || principal.scope || !hasScope(principal, 'diagram:read')) return [];
  const label = labelsOf(object)['helm.sh/chart'];
  const chart = typeof label === 'string' ? label.replace(chartVersion, '') : undefined;
  const names = { chart, object: `${kindOf(object)}/${nameOf(object)}` };
  return (await codeMaps.findDeclarations(principal, names)).map(describeDeclaration);
}

function describeDeclaration({ kind, label, commit, path, line, valuesPaths }: Declaration): string {
  const place = `${label.owner}/${label.repo} at ${commit.slice(0, 8)}`;
  if (kind === 'kubernetes_object') return `declared in ${place}: ${path}:${line}`;
  const values = valuesPaths.length === 0 ? 'no file of values beside it' : `values in ${valuesPaths.join(', ')}`;
  return `chart in ${place}: ${path}, ${values}`;
}
