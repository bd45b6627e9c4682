import { ToolRegistry } from '@shipmate/core';
import { bindFlows, type FlowResources } from '../flows/flow-tools.ts';

/** Adds the flows, which call the registered tools, to a registry. */
export function addFlows(tools: ToolRegistry, resources: Omit<FlowResources, 'tools'>): ToolRegistry {
  const base = Object.values(tools.getAll());
  return new ToolRegistry([...base, ...bindFlows({ ...resources, tools: base })]).freeze();
}
