import type { BoundTool, ToolRegistry } from '@shipmate/core';
import type { AgentProfile } from './agent-profile.ts';

/** Returns the tools of an agent. @throws AppError `NOT_FOUND` when a required tool is not registered. */
export function toolsOf(profile: AgentProfile, registry: ToolRegistry): readonly BoundTool[] {
  const { toolCategories = [], optionalToolCategories = [], optionalTools = [], tools = [] } = profile;
  const present = optionalToolCategories.filter((category) => registry.getByCategory(category).length > 0);
  const named = optionalTools.filter((name) => registry.get(name) !== undefined);
  return registry.getToolsForContext({ toolCategories: [...toolCategories, ...present], tools: [...tools, ...named] });
}
