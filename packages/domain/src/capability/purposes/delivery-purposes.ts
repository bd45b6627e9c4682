import type { GroupPurposes } from './group-purposes.ts';

/** Purposes of GitOps, continuous delivery, pipelines and workflows. */
export const deliveryPurposes: Readonly<Record<string, GroupPurposes>> = {
  'argoproj.io': {
    source: 'https://argoproj.github.io/',
    kinds: {
      Application: 'Deploys manifests or a chart from a git repository, syncs them and corrects drift (GitOps).',
      ApplicationSet: 'Generates Argo CD applications, such as one for each cluster, folder or pull request.',
      AppProject: 'Restricts the repositories, clusters and namespaces that a team may deploy from and to.',
      Rollout: 'Releases a new version gradually: canary with traffic percentages, or blue-green.',
      AnalysisTemplate: 'Measures success of a rollout with metrics, and aborts it when they are bad.',
      Workflow: 'Runs containers as steps or as a graph (DAG), once.',
      WorkflowTemplate: 'A reusable workflow of steps.',
      CronWorkflow: 'Runs a workflow of steps on a schedule.',
      EventSource: 'Receives events from webhooks, queues, buckets and calendars.',
      Sensor: 'Starts workflows or other actions when events arrive.',
    },
  },
  'flagger.app': {
    source: 'https://docs.flagger.app/',
    kinds: {
      Canary: 'Releases a new version gradually (canary, blue-green, A/B tests) and rolls back on bad metrics.',
      MetricTemplate: 'A metric query that decides about a canary release.',
      AlertProvider: 'Sends news of canary releases to Slack or Teams.',
    },
  },
  'source.toolkit.fluxcd.io': {
    source: 'https://fluxcd.io/flux/components/source/',
    kinds: {
      GitRepository: 'Fetches a branch or tag of a git repository for Flux.',
      OCIRepository: 'Fetches manifests or charts from an OCI registry for Flux.',
      HelmRepository: 'A repository of Helm charts for Flux.',
      Bucket: 'Fetches manifests from a bucket for Flux.',
    },
  },
  'kustomize.toolkit.fluxcd.io': {
    source: 'https://fluxcd.io/flux/components/kustomize/kustomizations/',
    kinds: {
      Kustomization: 'Deploys a folder of a git repository, with Kustomize, and corrects drift (GitOps).',
    },
  },
  'helm.toolkit.fluxcd.io': {
    source: 'https://fluxcd.io/flux/components/helm/',
    kinds: { HelmRelease: 'Installs and upgrades a Helm chart, and rolls it back when that fails.' },
  },
  'notification.toolkit.fluxcd.io': {
    source: 'https://fluxcd.io/flux/components/notification/',
    kinds: {
      Alert: 'Notifies a channel, such as Slack, about failures and changes of Flux.',
      Provider: 'The channel that gets notifications of Flux: Slack, Teams, a webhook.',
      Receiver: 'A webhook, such as from GitHub, that makes Flux sync at once.',
    },
  },
  'image.toolkit.fluxcd.io': {
    source: 'https://fluxcd.io/flux/components/image/',
    kinds: {
      ImageUpdateAutomation: 'Commits newer image tags to git.',
      ImagePolicy: 'Chooses the newest image tag by version range.',
      ImageRepository: 'Scans a container registry for image tags.',
    },
  },
  'tekton.dev': {
    source: 'https://tekton.dev/docs/pipelines/',
    kinds: {
      Pipeline: 'A CI pipeline: builds, tests and deploys in ordered tasks.',
      PipelineRun: 'Runs a CI pipeline once.',
      Task: 'Steps of a build, such as compile, test and push an image, in one pod.',
    },
  },
  'triggers.tekton.dev': {
    source: 'https://tekton.dev/docs/triggers/',
    kinds: {
      EventListener: 'Listens for webhooks, such as a push to GitHub, and starts a pipeline.',
      TriggerTemplate: 'The pipeline run that a webhook starts.',
      TriggerBinding: 'Reads values, such as the commit, from a webhook.',
    },
  },
};
