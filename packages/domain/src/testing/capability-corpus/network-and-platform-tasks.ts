import { type TaskIntent, toTaskIntent as of } from './task-intent.ts';

/** Tasks with logs, scaling, backup, networks, policies, storage and clouds. */
export const networkAndPlatformTasks: readonly TaskIntent[] = [
  of(
    'send the logs of our namespace to Loki',
    ['log flow output', 'logging output loki', 'Flow match filters'],
    'Flow.logging.banzaicloud.io',
    'Output.logging.banzaicloud.io',
  ),
  of(
    'archive the logs of all namespaces in a bucket',
    ['cluster log output', 'ClusterOutput s3', 'ClusterFlow logging'],
    'ClusterOutput.logging.banzaicloud.io',
    'ClusterFlow.logging.banzaicloud.io',
  ),
  of(
    'add consumers when messages pile up and remove all of them at night',
    ['scaled object', 'KEDA scale on queue length', 'event-driven autoscaling to zero'],
    'ScaledObject.keda.sh',
  ),
  of(
    'start one batch container for every message',
    ['scaled job', 'KEDA job per message', 'ScaledJob'],
    'ScaledJob.keda.sh',
  ),
  of(
    'buy cheaper machines from the cloud when pods do not fit',
    ['karpenter node pool', 'NodePool provisioning', 'node autoscaling spot'],
    'NodePool.karpenter.sh',
  ),
  of(
    'choose image, subnet and role of the machines that Karpenter starts',
    ['EC2 node class', 'karpenter node class ami', 'EC2NodeClass subnet selector'],
    'EC2NodeClass.karpenter.k8s.aws',
  ),
  of(
    'save a namespace with its disks before an upgrade',
    ['velero backup', 'cluster backup of a namespace', 'Backup included namespaces'],
    'Backup.velero.io',
  ),
  of(
    'bring back what was deleted from last week’s backup',
    ['velero restore', 'restore from backup', 'Restore backupName'],
    'Restore.velero.io',
  ),
  of(
    'freeze the state of a disk so that it can be cloned',
    ['volume snapshot', 'VolumeSnapshot of a PVC', 'CSI snapshot'],
    'VolumeSnapshot.snapshot.storage.k8s.io',
  ),
  of(
    'where Velero puts its archives',
    ['backup storage location', 'BackupStorageLocation bucket', 'velero object storage'],
    'BackupStorageLocation.velero.io',
  ),
  of(
    'send /api to one service and everything else to another',
    ['HTTP route path', 'ingress path rules', 'HTTPRoute backendRefs'],
    'HTTPRoute.gateway.networking.k8s.io',
    'Ingress.networking.k8s.io',
    'VirtualService.networking.istio.io',
    'IngressRoute.traefik.io',
  ),
  of(
    'allow routes of one namespace to point at services of another',
    ['reference grant', 'ReferenceGrant cross namespace', 'gateway api cross-namespace reference'],
    'ReferenceGrant.gateway.networking.k8s.io',
  ),
  of(
    'listen on port 443 and hand connections to routes of teams',
    ['gateway listener', 'Gateway tls listener', 'gateway api gateway'],
    'Gateway.gateway.networking.k8s.io',
    'Gateway.networking.istio.io',
  ),
  of(
    'pass encrypted connections on by their server name without opening them',
    ['TLS route SNI passthrough', 'TLSRoute', 'tls passthrough'],
    'TLSRoute.gateway.networking.k8s.io',
  ),
  of(
    'retry calls to a flaky service twice and give up after a second',
    ['virtual service retries timeout', 'istio retry', 'HTTP route retries'],
    'VirtualService.networking.istio.io',
    'HTTPRoute.gateway.networking.k8s.io',
  ),
  of(
    'eject endpoints that keep returning 500',
    ['outlier detection', 'destination rule circuit breaker', 'DestinationRule traffic policy'],
    'DestinationRule.networking.istio.io',
  ),
  of(
    'let the mesh call a payment provider on the internet',
    ['service entry external', 'ServiceEntry hosts', 'istio external service'],
    'ServiceEntry.networking.istio.io',
  ),
  of(
    'only accept encrypted traffic between sidecars',
    ['peer authentication mtls strict', 'mutual TLS mesh', 'PeerAuthentication'],
    'PeerAuthentication.security.istio.io',
  ),
  of(
    'reject requests without a valid JWT',
    ['request authentication jwt', 'JWT rules', 'RequestAuthentication issuer'],
    'RequestAuthentication.security.istio.io',
    'AuthorizationPolicy.security.istio.io',
  ),
  of(
    'only the checkout service may call the ledger over the mesh',
    ['authorization policy', 'AuthorizationPolicy allow from principals', 'istio access control'],
    'AuthorizationPolicy.security.istio.io',
  ),
  of(
    'throttle callers to ten requests a second at Traefik',
    ['rate limit middleware', 'traefik middleware', 'Middleware rateLimit'],
    'Middleware.traefik.io',
  ),
  of(
    'refuse TLS below 1.2 at Traefik',
    ['TLS options minimum version', 'TLSOption minVersion', 'traefik tls options'],
    'TLSOption.traefik.io',
  ),
  of(
    'pods may look up and call api.github.com and nothing else outside',
    ['network policy egress fqdn', 'CiliumNetworkPolicy toFQDNs', 'egress network policy'],
    'CiliumNetworkPolicy.cilium.io',
    'NetworkPolicy.networking.k8s.io',
  ),
  of(
    'leave the cluster from one fixed source address',
    ['egress gateway policy', 'static egress IP', 'CiliumEgressGatewayPolicy'],
    'CiliumEgressGatewayPolicy.cilium.io',
  ),
  of(
    'give services of our own data centre addresses from a range',
    ['IP address pool load balancer', 'metallb address pool', 'IPAddressPool'],
    'IPAddressPool.metallb.io',
    'CiliumLoadBalancerIPPool.cilium.io',
  ),
  of(
    'announce service addresses to the top of rack router',
    ['BGP peer', 'bgp peering', 'BGPPeer router ASN'],
    'BGPPeer.metallb.io',
    'CiliumBGPPeeringPolicy.cilium.io',
  ),
  of(
    'point shop.example.com at an address in our zone',
    ['DNS endpoint record', 'dns A record', 'external-dns DNSEndpoint'],
    'DNSEndpoint.externaldns.k8s.io',
    'Record.route53.aws.upbound.io',
  ),
  of(
    'refuse pods without an owner label in every namespace',
    ['cluster policy validate labels', 'kyverno policy require label', 'admission policy'],
    'ClusterPolicy.kyverno.io',
    'ValidatingAdmissionPolicy.admissionregistration.k8s.io',
    'ConstraintTemplate.templates.gatekeeper.sh',
  ),
  of(
    'exempt the build namespace from one policy',
    ['policy exception', 'PolicyException', 'kyverno exception'],
    'PolicyException.kyverno.io',
  ),
  of(
    'write our own constraint in Rego',
    ['constraint template rego', 'gatekeeper ConstraintTemplate', 'OPA policy'],
    'ConstraintTemplate.templates.gatekeeper.sh',
  ),
  of(
    'delete finished objects of test namespaces every evening',
    ['cleanup policy schedule', 'CleanupPolicy', 'kyverno cleanup'],
    'CleanupPolicy.kyverno.io',
  ),
  of(
    'run a container that costs nothing while nobody calls it',
    ['knative service', 'serverless scale to zero', 'Knative Serving Service'],
    'Service.serving.knative.dev',
  ),
  of(
    'our own hostname for a Knative service',
    ['domain mapping', 'DomainMapping knative', 'custom domain'],
    'DomainMapping.serving.knative.dev',
  ),
  of(
    'deliver events of one type to one service',
    ['event trigger filter', 'knative Trigger broker subscriber', 'eventing trigger'],
    'Trigger.eventing.knative.dev',
  ),
  of(
    'create another Kubernetes cluster from this one',
    ['cluster api cluster', 'workload cluster', 'Cluster control plane infrastructure'],
    'Cluster.cluster.x-k8s.io',
    'Cluster.eks.aws.upbound.io',
  ),
  of(
    'replace machines of a workload cluster that stop reporting',
    ['machine health check', 'MachineHealthCheck', 'unhealthy node remediation'],
    'MachineHealthCheck.cluster.x-k8s.io',
  ),
  of(
    'run Windows Server as a guest next to our pods',
    ['virtual machine', 'KubeVirt VirtualMachine', 'VM workload'],
    'VirtualMachine.kubevirt.io',
  ),
  of(
    'snapshot replicated disks every six hours and keep ten',
    ['recurring job snapshot', 'longhorn RecurringJob', 'scheduled volume snapshots'],
    'RecurringJob.longhorn.io',
  ),
  of(
    'turn the raw disks of our nodes into a storage pool',
    ['ceph cluster', 'rook CephCluster', 'ceph block pool'],
    'CephCluster.ceph.rook.io',
    'CephBlockPool.ceph.rook.io',
  ),
  of(
    'a folder that many pods write to at once, on Ceph',
    ['ceph filesystem', 'shared filesystem ReadWriteMany', 'CephFilesystem'],
    'CephFilesystem.ceph.rook.io',
  ),
  of(
    'a place for uploads with the S3 protocol on our own hardware',
    ['object storage tenant', 'minio tenant', 'S3-compatible object store'],
    'Tenant.minio.min.io',
    'CephObjectStore.ceph.rook.io',
    'ObjectBucketClaim.objectbucket.io',
  ),
  of(
    'offer teams a database API of our own that hides the cloud',
    ['composite resource definition', 'crossplane XRD', 'platform API composition'],
    'CompositeResourceDefinition.apiextensions.crossplane.io',
    'Composition.apiextensions.crossplane.io',
  ),
  of(
    'install the AWS package of Crossplane',
    ['crossplane provider', 'Provider package', 'install provider aws'],
    'Provider.pkg.crossplane.io',
  ),
  of(
    'keep old versions of the files in an S3 bucket',
    ['bucket versioning', 'S3 BucketVersioning', 'object versioning'],
    'BucketVersioning.s3.aws.upbound.io',
  ),
  of(
    'a private network in AWS for our machines',
    ['VPC', 'aws vpc cidr', 'virtual private cloud'],
    'VPC.ec2.aws.upbound.io',
  ),
  of(
    'open port 5432 of an EC2 machine to one address range',
    ['security group rule', 'SecurityGroupIngressRule', 'security group ingress'],
    'SecurityGroupIngressRule.ec2.aws.upbound.io',
    'SecurityGroupRule.ec2.aws.upbound.io',
    'SecurityGroup.ec2.aws.upbound.io',
  ),
  of(
    'block outgoing traffic of all pods in a namespace',
    ['network policy egress deny', 'NetworkPolicy default deny egress', 'deny egress traffic'],
    'NetworkPolicy.networking.k8s.io',
    'CiliumNetworkPolicy.cilium.io',
  ),
  of(
    'at least two copies stay up while somebody drains nodes',
    ['pod disruption budget', 'PodDisruptionBudget minAvailable', 'disruption budget'],
    'PodDisruptionBudget.policy',
  ),
  of(
    'more copies when the processor is busy',
    ['horizontal pod autoscaler', 'HPA cpu utilization', 'autoscale deployment on cpu'],
    'HorizontalPodAutoscaler.autoscaling',
  ),
  of(
    'cap the memory that a team can take in its namespace',
    ['resource quota', 'ResourceQuota memory', 'namespace quota limits'],
    'ResourceQuota.',
    'LimitRange.',
  ),
];
