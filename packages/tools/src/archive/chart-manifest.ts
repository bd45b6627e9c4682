import { parseYaml } from '@shipmate/domain/yaml';
import { z } from 'zod';

/** What a `Chart.yaml` says of the chart, as far as it can be read. */
export interface ChartManifest {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}

const manifestSchema = z
  .object({
    name: z.string().min(1).optional().catch(undefined),
    version: z.coerce.string().min(1).optional().catch(undefined),
  })
  .catch({});

/** Reads name and version out of a `Chart.yaml`, from their lines alone: the rest may be broken, or megabytes. */
export function parseChartManifest(chartYaml: string): ChartManifest {
  const lines = [/^name:.{0,200}$/m, /^version:.{0,200}$/m].flatMap((line) => line.exec(chartYaml) ?? []);
  try {
    return manifestSchema.parse(parseYaml(lines.join('\n'), { field: 'Chart.yaml', schema: 'failsafe' }));
  } catch {
    return {};
  }
}
