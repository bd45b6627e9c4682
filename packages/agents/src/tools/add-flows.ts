import { ToolRegistry } from '@shipmate/core';
import { bindFlows, type FlowResources } from '../flows/flow-tools.ts';

/** Tools, and the flows that stand on them. */
export function addFlows(tools: ToolRegistry, resources: Omit<FlowResources, 'tools'>): ToolRegistry {
  const base = Object.values(tools.getAll());
  return new ToolRegistry([...base, ...bindFlows({ ...resources, tools: base })]).freeze();
}
