import { bindTools, type BoundTool, defineToolFamily } from '@shipmate/core';
import type { ToolPorts } from '@shipmate/tools';
import { buildPlatform } from './build-platform/build-platform.ts';
import type { FlowPorts } from './flow.ts';
import { impact } from './inquire/impact.ts';
import { query } from './inquire/query.ts';
import { exportRecommendationTool } from './recommend/export-recommendation-tool.ts';
import { recommend } from './recommend/recommend.ts';
import { remediate } from './remediate/remediate.ts';

/** Resources for {@link bindFlows}. */
export interface FlowResources
  extends FlowPorts,
    Pick<ToolPorts, 'compute'>,
    Partial<Pick<ToolPorts, 'kubernetes' | 'operations'>> {}

const clusterFlows = defineToolFamily('flow', [query, impact, remediate, recommend, exportRecommendationTool]);
const platformFlows = defineToolFamily('flow', [buildPlatform]);

/** Binds the flows whose resources are configured. A new flow is a file and an entry in a family above. */
export function bindFlows({ kubernetes, operations, ...ports }: FlowResources): readonly BoundTool[] {
  return [
    ...(kubernetes ? bindTools(clusterFlows, { ...ports, kubernetes }) : []),
    ...(operations ? bindTools(platformFlows, { ...ports, operations }) : []),
  ];
}
