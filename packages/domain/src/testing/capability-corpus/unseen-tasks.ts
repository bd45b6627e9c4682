import { type TaskIntent, toTaskIntent as of } from './task-intent.ts';
import { unseenPlatformTasks } from './unseen-platform-tasks.ts';

/**
 * Tasks in users' words, written from knowledge of the operators, and for four topics from their documentation, after the purposes of kinds were complete,
 * without reading those. They are only measured: no entry is changed, and nothing is tuned on them.
 */
export const unseenTasks: readonly TaskIntent[] = [
  of(
    'block outgoing traffic from the payments namespace',
    ['NetworkPolicy egress deny', 'CiliumNetworkPolicy egress rules', 'default deny egress for a namespace'],
    'CiliumNetworkPolicy.cilium.io',
    'CiliumClusterwideNetworkPolicy.cilium.io',
    'NetworkPolicy.networking.k8s.io',
  ),
  of(
    'our partner only allows one fixed source address, so pods must leave the cluster through it',
    ['egress gateway with a static IP', 'CiliumEgressGatewayPolicy', 'SNAT egress IP for pods'],
    'CiliumEgressGatewayPolicy.cilium.io',
  ),
  of(
    'announce service addresses to the router in our rack',
    ['BGP peering', 'CiliumBGPClusterConfig', 'BGP advertisement of load balancer IPs'],
    'CiliumBGPClusterConfig.cilium.io',
    'CiliumBGPPeeringPolicy.cilium.io',
    'CiliumBGPAdvertisement.cilium.io',
    'CiliumBGPPeerConfig.cilium.io',
  ),
  of(
    'hand out addresses to services of type LoadBalancer on bare metal',
    ['load balancer IP pool', 'CiliumLoadBalancerIPPool', 'LoadBalancer IPAM'],
    'CiliumLoadBalancerIPPool.cilium.io',
  ),
  of(
    'workers should disappear when the queue is empty and come back when messages arrive',
    ['ScaledObject scale to zero on queue length', 'event driven autoscaling of a deployment', 'KEDA queue trigger'],
    'ScaledObject.keda.sh',
  ),
  of(
    'start one batch pod for every message that waits',
    ['ScaledJob', 'KEDA job per queue message', 'event-driven Kubernetes jobs'],
    'ScaledJob.keda.sh',
  ),
  of(
    'give the autoscaler the password of the broker',
    ['TriggerAuthentication', 'KEDA authentication secret', 'credentials for scaler triggers'],
    'TriggerAuthentication.keda.sh',
    'ClusterTriggerAuthentication.keda.sh',
  ),
  of(
    'save everything in the shop namespace every night so that we can get it back',
    ['Velero backup schedule', 'scheduled cluster backup of a namespace', 'cron Schedule for backups'],
    'Schedule.velero.io',
    'Backup.velero.io',
  ),
  of(
    'bring a deleted namespace back from last week',
    ['Velero restore from backup', 'Restore namespace resources', 'disaster recovery restore'],
    'Restore.velero.io',
  ),
  of(
    'tell the backup tool which object store to use',
    ['BackupStorageLocation', 'backup location s3 bucket', 'Velero storage location'],
    'BackupStorageLocation.velero.io',
    'BackupTarget.longhorn.io',
  ),
  of(
    'refuse containers that run as root',
    [
      'ClusterPolicy runAsNonRoot validation',
      'Kyverno policy for pod security',
      'admission policy deny root containers',
    ],
    'ClusterPolicy.kyverno.io',
    'Policy.kyverno.io',
  ),
  of(
    'let one legacy application break the cluster rules',
    ['PolicyException', 'Kyverno exception for a policy', 'exempt resources from policy'],
    'PolicyException.kyverno.io',
  ),
  of(
    'delete preview environments that are older than three days',
    ['CleanupPolicy', 'Kyverno ttl cleanup of resources', 'scheduled deletion of resources'],
    'CleanupPolicy.kyverno.io',
    'ClusterCleanupPolicy.kyverno.io',
  ),
  of(
    'send five percent of users to the new version first and go back by itself when errors rise',
    ['canary rollout with analysis', 'progressive delivery canary', 'automated rollback of a release by metrics'],
    'Rollout.argoproj.io',
    'Canary.flagger.app',
  ),
  of(
    'decide from Prometheus whether a release goes on',
    ['AnalysisTemplate prometheus metric', 'MetricTemplate for canary analysis', 'release analysis query'],
    'AnalysisTemplate.argoproj.io',
    'ClusterAnalysisTemplate.argoproj.io',
    'MetricTemplate.flagger.app',
  ),
  of(
    'keep the cluster in step with the manifests in our repository',
    ['GitOps Application sync', 'Kustomization from a git repository', 'Argo CD application'],
    'Application.argoproj.io',
    'Kustomization.kustomize.toolkit.fluxcd.io',
  ),
  of(
    'the same application on all forty clusters',
    ['ApplicationSet cluster generator', 'Argo CD multi cluster applications', 'template applications per cluster'],
    'ApplicationSet.argoproj.io',
  ),
  of(
    'limit which repositories and namespaces a team may deploy to',
    ['AppProject', 'Argo CD project restrictions', 'allowed source repos and destinations'],
    'AppProject.argoproj.io',
  ),
  of(
    'a pipeline of steps that runs at six every morning',
    ['CronWorkflow', 'scheduled Argo workflow', 'workflow on a cron schedule'],
    'CronWorkflow.argoproj.io',
    'CronJob.batch',
  ),
  of(
    'run a workflow when someone pushes to a webhook',
    ['EventSource webhook', 'Sensor triggers a workflow', 'Argo Events'],
    'Sensor.argoproj.io',
    'EventSource.argoproj.io',
  ),
  of(
    'install a chart and upgrade it whenever a new version is out',
    ['HelmRelease', 'Flux Helm release with semver range', 'declarative helm chart installation'],
    'HelmRelease.helm.toolkit.fluxcd.io',
  ),
  of(
    'post failed deployments to our chat',
    ['notification Alert to Slack', 'Flux notification provider', 'Alert and Provider for Slack'],
    'Alert.notification.toolkit.fluxcd.io',
    'Provider.notification.toolkit.fluxcd.io',
    'AlertProvider.flagger.app',
  ),
  of(
    'deploy at once when GitHub calls us instead of polling',
    ['Receiver webhook', 'Flux webhook receiver for git push', 'notification receiver'],
    'Receiver.notification.toolkit.fluxcd.io',
  ),
  of(
    'browsers should trust our site, and the certificate must not run out',
    ['Certificate with automatic renewal', 'cert-manager certificate', 'TLS certificate issued and renewed'],
    'Certificate.cert-manager.io',
  ),
  of(
    "get free certificates from Let's Encrypt for every team",
    ['ClusterIssuer ACME', 'ACME issuer http01', 'cert-manager ClusterIssuer'],
    'ClusterIssuer.cert-manager.io',
    'Issuer.cert-manager.io',
  ),
  of(
    'make the company root CA known to all pods',
    ['Bundle of CA certificates', 'trust-manager bundle', 'distribute CA bundle ConfigMap'],
    'Bundle.trust.cert-manager.io',
  ),
  of(
    'passwords live in Vault, applications need them as Secrets',
    ['ExternalSecret from Vault', 'sync secret from an external store', 'SecretStore vault and ExternalSecret'],
    'ExternalSecret.external-secrets.io',
    'ClusterExternalSecret.external-secrets.io',
  ),
  of(
    'connect to AWS Secrets Manager once for the whole cluster',
    ['ClusterSecretStore', 'secret store aws secrets manager', 'cluster wide secret store provider'],
    'ClusterSecretStore.external-secrets.io',
    'SecretStore.external-secrets.io',
  ),
  of(
    'copy a Secret out of the cluster into the vault',
    ['PushSecret', 'push secret to external store', 'write secret to secret manager'],
    'PushSecret.external-secrets.io',
    'ClusterPushSecret.external-secrets.io',
  ),
  of(
    'make up a random password',
    ['Password generator', 'generate random password secret', 'external-secrets generator'],
    'Password.generators.external-secrets.io',
  ),
  of(
    'log in to the container registry of Amazon',
    ['ECRAuthorizationToken', 'ECR token generator', 'registry pull credentials aws'],
    'ECRAuthorizationToken.generators.external-secrets.io',
  ),
  ...unseenPlatformTasks,
];
