export { type Issue, issueSchema } from './issue.ts';
export { type ValidationReport, validationReportSchema } from './check/validation-report.ts';
export {
  type ChartRepositoryOptions,
  type ChartRepositoryPort,
  createChartRepository,
} from './dependency/chart-repository.ts';
export type { PublishedChart } from './dependency/published-chart.ts';
export { createHelmCli, type HelmCliOptions, type HelmLimits } from './helm-cli.ts';
export { type HelmEnvironment, helmEnvironmentSchema } from './helm-environment.ts';
export { type HelmInspection, inspectHelm, type InspectHelmOptions } from './inspect-helm.ts';
export { type Isolation, isolations } from '../process/isolation/isolator.ts';
export type { HelmOutcome, HelmPackage, HelmPort, HelmRequest, MissingDependency } from './helm-port.ts';
