export { addFlows } from './add-flows.ts';
export { createRemoteTools } from './create-remote-tools.ts';
export {
  checkRemoteToolsEnvironment,
  createTools,
  remoteToolsEnvironmentSchema,
} from './create-tools.ts';
