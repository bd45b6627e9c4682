export { createInlineCompute } from '../compute/create-inline-compute.ts';
export { addMappedRepository, type MappedTestRepository } from './add-mapped-repository.ts';
export { commitTestFiles } from './commit-test-files.ts';
export { openTestTools } from './open-test-tools.ts';
export { maliciousArchives, type MaliciousArchive } from './malicious-archives.ts';
export {
  pax,
  rawTar,
  rawZip,
  type RawTarEntry,
  type RawTarOptions,
  type RawZipEntry,
  type RawZipOptions,
} from './raw-archives.ts';
export { type HubChart, startChartHub } from './start-chart-hub.ts';
export { createBareRepository, git, startGitServer } from './start-git-server.ts';
export { sendJson, startTestServer, type TestServer } from './start-test-server.ts';
export { sharedHelm } from './shared-helm.ts';
