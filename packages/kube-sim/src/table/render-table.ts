import type { JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import { ageColumn, nameColumn, type Column } from './column.ts';
import { coreColumns } from './core-columns.ts';
import { toCustomColumns } from './custom-columns.ts';
import { metricsColumns } from './metrics-columns.ts';
import { otherColumns } from './other-columns.ts';
import { podColumns } from './pod-columns.ts';
import { rareColumns } from './rare-columns.ts';
import {
  autoscalerColumns,
  controllerRevisionColumns,
  cronJobColumns,
  daemonSetColumns,
  deploymentColumns,
  disruptionBudgetColumns,
  jobColumns,
  replicaSetColumns,
  statefulSetColumns,
} from './workload-columns.ts';

const columnsByStorage: Readonly<Record<string, readonly Column[]>> = {
  ...Object.fromEntries(Object.entries(coreColumns).map(([plural, columns]) => [`/${plural}`, columns])),
  ...otherColumns,
  ...rareColumns,
  '/pods': podColumns,
  'apps/controllerrevisions': controllerRevisionColumns,
  'apps/daemonsets': daemonSetColumns,
  'apps/deployments': deploymentColumns,
  'apps/replicasets': replicaSetColumns,
  'apps/statefulsets': statefulSetColumns,
  'autoscaling/horizontalpodautoscalers': autoscalerColumns,
  'batch/cronjobs': cronJobColumns,
  'batch/jobs': jobColumns,
  'metrics.k8s.io/nodes': metricsColumns,
  'metrics.k8s.io/pods': metricsColumns,
  'policy/poddisruptionbudgets': disruptionBudgetColumns,
};

export interface TableOptions {
  readonly now: number;
  /** Makes what a row holds of its object; rows hold nothing of it by default. */
  readonly embed?: (object: KubeObject) => JsonObject;
  /** Version of `meta.k8s.io`. Default `v1`. */
  readonly version?: string;
  /** That of the list, or of a single object. */
  readonly metadata: JsonObject;
  /** Later pages and watch events leave the columns out. */
  readonly withColumns?: boolean;
}

/** What `kubectl get` shows: the server chooses the columns. */
export function renderTable(
  definition: ResourceDefinition,
  objects: readonly KubeObject[],
  { now, embed, metadata, version = 'v1', withColumns = true }: TableOptions,
): JsonObject {
  const columns = definition.custom
    ? [nameColumn, ...toCustomColumns(definition.custom.columns)]
    : (columnsByStorage[definition.storage] ?? [nameColumn, ageColumn]);
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${version}`,
    metadata,
    columnDefinitions: withColumns ? columns.map((each) => each.definition) : null,
    rows: objects.map((object) => ({
      cells: columns.map(({ cell }) => cell(object, now) ?? null),
      object: embed?.(object) ?? null,
    })),
  };
}
