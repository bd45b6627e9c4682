export { addFlows } from './add-flows.ts';
export { createLocalTools } from './create-local-tools.ts';
export { createRemoteTools } from './create-remote-tools.ts';
export { checkToolsEnvironment, createTools, toolsEnvironmentSchema } from './create-tools.ts';
