import { parseYaml } from '@shipmate/domain/yaml';
import { z } from 'zod';

/** The name and version in a `Chart.yaml`, if readable. */
interface ChartManifest {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}

const manifestSchema = z
  .object({
    name: z.string().min(1).optional().catch(undefined),
    version: z.coerce.string().min(1).optional().catch(undefined),
  })
  .catch({});

/** Parses name and version from the lines of a `Chart.yaml`, because the rest may be invalid, or megabytes. */
export function parseChartManifest(chartYaml: string): ChartManifest {
  const lines = [/^name:.{0,200}$/m, /^version:.{0,200}$/m].flatMap((line) => line.exec(chartYaml) ?? []);
  try {
    return manifestSchema.parse(parseYaml(lines.join('\n'), { field: 'Chart.yaml', schema: 'failsafe' }));
  } catch {
    return {};
  }
}
