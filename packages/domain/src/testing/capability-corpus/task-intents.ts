/** A task of a platform engineer, the right kinds as `Kind.group`, and the task in a model's words. */
export interface TaskIntent {
  readonly intent: string;
  /** The task in Kubernetes terms, as a model gives it without seeing the cluster. */
  readonly phrasings: readonly [string, string, string];
  readonly right: readonly string[];
}

const of = (intent: string, phrasings: TaskIntent['phrasings'], ...right: readonly string[]): TaskIntent => ({
  intent,
  phrasings,
  right,
});

/**
 * A hundred tasks, reworded from the public documentation of the operators. Their order is fixed: those at even places
 * may be used for tuning, those at odd places only for measuring. No entry is changed after a measurement.
 */
export const taskIntents: readonly TaskIntent[] = [
  of(
    'run Postgres with two standbys that take over when the primary dies',
    ['PostgreSQL cluster with failover', 'highly available postgres instances', 'postgres operator cluster'],
    'Cluster.postgresql.cnpg.io',
  ),
  of(
    'reuse a few connections to Postgres for many short-lived clients',
    ['pgbouncer connection pooler', 'postgres pooler', 'PgBouncer pool mode transaction'],
    'Pooler.postgresql.cnpg.io',
  ),
  of(
    'take a base backup of Postgres at two in the morning',
    ['scheduled postgres backup', 'cron backup of a PostgreSQL cluster', 'ScheduledBackup'],
    'ScheduledBackup.postgresql.cnpg.io',
  ),
  of(
    'replicate some tables to another Postgres by logical replication',
    ['postgres publication', 'logical replication subscription', 'PostgreSQL publication of tables'],
    'Publication.postgresql.cnpg.io',
    'Subscription.postgresql.cnpg.io',
  ),
  of(
    'three MariaDB servers that all accept writes',
    ['MariaDB galera cluster', 'mariadb replicas', 'multi-primary mariadb'],
    'MariaDB.k8s.mariadb.com',
  ),
  of(
    'dump the MariaDB database and keep the dump in S3',
    ['mariadb backup', 'logical backup of MariaDB', 'mysqldump to s3'],
    'Backup.k8s.mariadb.com',
  ),
  of(
    'let the shop account only read from one MariaDB schema',
    ['mariadb grant privileges', 'MariaDB user grant select', 'database grant'],
    'Grant.k8s.mariadb.com',
    'User.k8s.mariadb.com',
  ),
  of(
    'document store with three members in one replica set',
    ['MongoDB replica set', 'mongodb community', 'mongo database members'],
    'MongoDBCommunity.mongodbcommunity.mongodb.com',
  ),
  of(
    'keep sessions in memory, sharded over several leaders',
    ['redis cluster', 'sharded redis', 'in-memory cache cluster'],
    'RedisCluster.redis.redis.opstreelabs.in',
  ),
  of(
    'watch redis and promote a replica when the leader is gone',
    ['redis sentinel', 'redis failover', 'sentinel monitoring redis replication'],
    'RedisSentinel.redis.redis.opstreelabs.in',
    'RedisReplication.redis.redis.opstreelabs.in',
  ),
  of(
    'full-text search over our product catalogue',
    ['elasticsearch cluster', 'search engine nodes', 'Elasticsearch node sets'],
    'Elasticsearch.elasticsearch.k8s.elastic.co',
  ),
  of(
    'a web page to explore what is in Elasticsearch',
    ['Kibana', 'kibana instance for elasticsearch', 'elastic dashboard UI'],
    'Kibana.kibana.k8s.elastic.co',
  ),
  of(
    'brokers for an event log that services append to',
    ['Kafka cluster', 'event streaming broker', 'kafka brokers'],
    'Kafka.kafka.strimzi.io',
  ),
  of(
    'add a stream with twelve partitions for the order events',
    ['kafka topic partitions', 'KafkaTopic', 'create topic with partitions'],
    'KafkaTopic.kafka.strimzi.io',
  ),
  of(
    'credentials with which a service may only consume from Kafka',
    ['kafka user ACL', 'KafkaUser authorization', 'kafka consumer credentials'],
    'KafkaUser.kafka.strimzi.io',
  ),
  of(
    'copy rows that change in a database into Kafka with Debezium',
    ['kafka connector debezium', 'Kafka Connect source connector', 'KafkaConnector'],
    'KafkaConnector.kafka.strimzi.io',
    'KafkaConnect.kafka.strimzi.io',
  ),
  of(
    'mirror our Kafka into another data centre',
    ['kafka mirror maker', 'MirrorMaker 2 replication between clusters', 'KafkaMirrorMaker2'],
    'KafkaMirrorMaker2.kafka.strimzi.io',
  ),
  of(
    'produce to Kafka over plain HTTP',
    ['kafka http bridge', 'KafkaBridge', 'REST proxy for kafka'],
    'KafkaBridge.kafka.strimzi.io',
  ),
  of(
    'three RabbitMQ nodes with a disk each',
    ['RabbitMQ cluster', 'rabbitmq broker replicas', 'RabbitmqCluster persistence'],
    'RabbitmqCluster.rabbitmq.com',
  ),
  of(
    'move messages from one RabbitMQ broker to another',
    ['rabbitmq shovel', 'shovel between brokers', 'rabbitmq federation'],
    'Shovel.rabbitmq.com',
    'Federation.rabbitmq.com',
  ),
  of(
    'renew the HTTPS certificate of shop.example.com before it expires',
    ['certificate for dns name', 'TLS certificate', 'cert-manager certificate'],
    'Certificate.cert-manager.io',
    'Certificate.acm.aws.upbound.io',
  ),
  of(
    'tell the cluster to get its certificates from an ACME authority',
    ['acme issuer', 'ClusterIssuer letsencrypt', 'certificate issuer'],
    'ClusterIssuer.cert-manager.io',
    'Issuer.cert-manager.io',
  ),
  of(
    'hand our company root CA to every namespace',
    ['trust bundle', 'CA certificates bundle', 'distribute trusted CA'],
    'Bundle.trust.cert-manager.io',
  ),
  of(
    'see why the DNS check of an ACME order hangs',
    ['acme challenge', 'dns01 challenge', 'ACME order challenge'],
    'Challenge.acme.cert-manager.io',
    'Order.acme.cert-manager.io',
  ),
  of(
    'copy a password from AWS Secrets Manager into a Secret and refresh it hourly',
    ['external secret', 'sync secret from secrets manager', 'ExternalSecret refreshInterval'],
    'ExternalSecret.external-secrets.io',
  ),
  of(
    'configure how all namespaces reach our HashiCorp Vault',
    ['cluster secret store vault', 'SecretStore provider vault', 'external secrets store'],
    'ClusterSecretStore.external-secrets.io',
    'SecretStore.external-secrets.io',
  ),
  of(
    'write a Secret of the cluster back to the vault',
    ['push secret', 'PushSecret to external store', 'export secret to vault'],
    'PushSecret.external-secrets.io',
  ),
  of(
    'generate a random password with symbols',
    ['password generator', 'random password', 'generated secret password'],
    'Password.generators.external-secrets.io',
  ),
  of(
    'commit credentials to the repository without anybody being able to read them',
    ['sealed secret', 'encrypted secret in git', 'SealedSecret'],
    'SealedSecret.bitnami.com',
  ),
  of(
    'deploy what is in a folder of our repository and undo drift',
    ['gitops application', 'argo cd application sync', 'flux kustomization'],
    'Application.argoproj.io',
    'Kustomization.kustomize.toolkit.fluxcd.io',
  ),
  of(
    'one Argo application for each cluster that we register',
    ['application set', 'ApplicationSet cluster generator', 'argo cd generators'],
    'ApplicationSet.argoproj.io',
  ),
  of(
    'restrict a team to its own repositories and namespaces in Argo CD',
    ['argo cd project', 'AppProject', 'app project source repositories destinations'],
    'AppProject.argoproj.io',
  ),
  of(
    'send five percent of the users to the new version and then more',
    ['canary rollout', 'progressive delivery', 'Argo Rollouts canary steps'],
    'Rollout.argoproj.io',
    'Canary.flagger.app',
  ),
  of(
    'stop a rollout when the error rate in Prometheus rises',
    ['analysis template', 'rollout analysis metric', 'metric template canary analysis'],
    'AnalysisTemplate.argoproj.io',
    'MetricTemplate.flagger.app',
    'AnalysisRun.argoproj.io',
  ),
  of(
    'run a graph of containers every Monday',
    ['cron workflow', 'scheduled argo workflow', 'CronWorkflow DAG'],
    'CronWorkflow.argoproj.io',
  ),
  of(
    'react to webhooks and messages by starting a workflow',
    ['argo events sensor', 'event source webhook', 'Sensor trigger workflow'],
    'Sensor.argoproj.io',
    'EventSource.argoproj.io',
    'WorkflowEventBinding.argoproj.io',
  ),
  of(
    'tell Flux which branch to pull',
    ['git repository source', 'GitRepository branch', 'flux git source'],
    'GitRepository.source.toolkit.fluxcd.io',
  ),
  of(
    'upgrade a chart with Flux and roll back when it fails',
    ['helm release', 'HelmRelease upgrade remediation', 'flux helm'],
    'HelmRelease.helm.toolkit.fluxcd.io',
  ),
  of(
    'post to Slack when Flux fails to apply',
    ['flux notification alert', 'Alert provider slack', 'notification provider'],
    'Alert.notification.toolkit.fluxcd.io',
    'Provider.notification.toolkit.fluxcd.io',
  ),
  of(
    'bump the image tag in git when a newer image is pushed',
    ['image update automation', 'ImageUpdateAutomation git commit', 'image policy semver'],
    'ImageUpdateAutomation.image.toolkit.fluxcd.io',
    'ImagePolicy.image.toolkit.fluxcd.io',
  ),
  of(
    'compile, test and push an image in steps',
    ['tekton pipeline', 'CI pipeline tasks', 'Task steps'],
    'Pipeline.tekton.dev',
    'Task.tekton.dev',
    'PipelineRun.tekton.dev',
  ),
  of(
    'start the build when somebody pushes to GitHub',
    ['event listener webhook', 'tekton trigger', 'TriggerTemplate github push'],
    'EventListener.triggers.tekton.dev',
    'TriggerTemplate.triggers.tekton.dev',
    'TriggerBinding.triggers.tekton.dev',
  ),
  of(
    'let Prometheus read /metrics of every pod with a label',
    ['pod monitor', 'ServiceMonitor selector', 'prometheus scrape pods'],
    'PodMonitor.monitoring.coreos.com',
    'ServiceMonitor.monitoring.coreos.com',
  ),
  of(
    'wake somebody when latency stays above a second for ten minutes',
    ['prometheus alerting rule', 'PrometheusRule', 'alert rule on latency'],
    'PrometheusRule.monitoring.coreos.com',
  ),
  of(
    'send the pages of one team to its own PagerDuty',
    ['alertmanager config receiver', 'AlertmanagerConfig pagerduty route', 'alert routing'],
    'AlertmanagerConfig.monitoring.coreos.com',
  ),
  of(
    'check from outside that a website answers',
    ['blackbox probe', 'Probe static targets', 'prometheus http probe'],
    'Probe.monitoring.coreos.com',
  ),
  of(
    'a chart of request rates that everybody in the team can open',
    ['grafana dashboard', 'dashboard json', 'GrafanaDashboard'],
    'GrafanaDashboard.grafana.integreatly.org',
  ),
  of(
    'point Grafana at our Loki',
    ['grafana datasource', 'GrafanaDatasource loki', 'data source url'],
    'GrafanaDatasource.grafana.integreatly.org',
  ),
  of(
    'receive spans over OTLP and pass them to a backend',
    ['opentelemetry collector', 'OTLP receiver exporter', 'trace collector'],
    'OpenTelemetryCollector.opentelemetry.io',
  ),
  of(
    'add a tracing agent to Java programs without changing them',
    ['auto instrumentation java', 'Instrumentation opentelemetry', 'inject tracing agent'],
    'Instrumentation.opentelemetry.io',
  ),
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

/** The tasks that may be used for tuning. */
export const tunedIntents: readonly TaskIntent[] = taskIntents.filter((_intent, place) => place % 2 === 0);

/** The tasks that are only measured. */
export const frozenIntents: readonly TaskIntent[] = taskIntents.filter((_intent, place) => place % 2 === 1);
