export { addFlows } from './add-flows.ts';
export { createRemoteTools } from './create-remote-tools.ts';
export {
  checkRemoteToolsEnvironment,
  createTools,
  remoteToolsEnvironmentSchema,
  type ToolResources,
} from './create-tools.ts';
