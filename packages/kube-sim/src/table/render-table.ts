import { isObject, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { CustomColumn, ResourceDefinition } from '../resources/resource-definition.ts';
import { ageColumn, type Column, column, nameColumn } from './column.ts';
import { coreColumns } from './core-columns.ts';
import { formatAge } from './duration.ts';
import { otherColumns } from './other-columns.ts';
import { podColumns } from './pod-columns.ts';
import { metricsColumns, rareColumns } from './rare-columns.ts';
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
  /** Converts the object of a row. Default: rows have no object. */
  readonly embed?: (object: KubeObject) => JsonObject;
  /** Version of `meta.k8s.io`. Default `v1`. */
  readonly version?: string;
  /** The metadata of the list or single object. */
  readonly metadata: JsonObject;
  /** Later pages and watch events omit the columns. */
  readonly withColumns?: boolean;
}

/** Renders the table that `kubectl get` prints: the server chooses the columns. */
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

/** The declared columns, or the age without any. */
function toCustomColumns(declared: readonly CustomColumn[]): readonly Column[] {
  if (declared.length === 0) return [{ ...ageColumn, definition: { ...ageColumn.definition, type: 'date' } }];
  return declared.map(({ name, type, format = '', description = '', priority = 0, jsonPath }) =>
    column(
      name,
      (object, now) => {
        const values = evaluate(object, jsonPath);
        if (values.length === 0) return null;
        if (type === 'date') return formatAge(values[0], now);
        if (type === 'integer' || type === 'number' || type === 'boolean') return values[0] ?? null;
        return values
          .map((value) => (isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)))
          .join(',');
      },
      { type, format, description, priority },
    ),
  );
}

const segment =
  /\.([A-Za-z_$][-\w$]*(?:\\\.[-\w$]+)*)|\['([^']+)'\]|\[(\d+|\*)\]|\[\?\(@\.([\w.]+)\s*==\s*["']([^"']*)["']\)\]|\.\*/y;

/** Evaluates the JSONPath subset of columns: fields, indexes, `[*]` and `[?(@.type=="Ready")]`. */
function evaluate(root: unknown, path: string): readonly unknown[] {
  let values: readonly unknown[] = [root];
  segment.lastIndex = 0;
  while (segment.lastIndex < path.length) {
    const match = segment.exec(path);
    if (!match) return [];
    const [, name, quoted, index, field, expected] = match;
    const key = name?.replaceAll('\\.', '.') ?? quoted;
    values = values.flatMap((value): readonly unknown[] => {
      if (key !== undefined) return isObject(value) && Object.hasOwn(value, key) ? [value[key]] : [];
      const items: readonly unknown[] = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
      if (field !== undefined) return items.filter((item) => evaluate(item, `.${field}`)[0] === expected);
      return index === '*' || index === undefined ? items : items.slice(Number(index), Number(index) + 1);
    });
  }
  return values.filter((value) => value !== undefined && value !== null);
}
