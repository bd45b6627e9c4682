/**
 * Kinds of operators, as terse as their authors leave them: a group and version on a line, then its kinds,
 * the schema's description if any, and after a bar some fields of their spec.
 */
export const operatorKinds: string = `
postgresql.cnpg.io/v1
  Cluster: A highly available PostgreSQL database cluster with a primary and standbys. | instances storage.size storage.storageClass bootstrap.initdb backup.retentionPolicy imageName
  Backup: A request for a physical backup of a PostgreSQL cluster. | cluster.name method target
  ScheduledBackup: ScheduledBackup is the Schema for the scheduledbackups API | cluster.name schedule immediate
  Pooler: Pooler is the Schema for the poolers API | cluster.name instances type pgbouncer.poolMode
  Database: Database is the Schema for the databases API | cluster.name name owner
  Publication: Publication is the Schema for the publications API | cluster.name dbname target
  Subscription: Subscription is the Schema for the subscriptions API | cluster.name dbname publicationName
  ImageCatalog: ImageCatalog is the Schema for the imagecatalogs API | images.major images.image
acid.zalan.do/v1
  OperatorConfiguration: | docker_image workers
  PostgresTeam: | additionalTeams
k8s.mariadb.com/v1alpha1
  MariaDB: Runs MariaDB, alone or replicated. | replicas storage.size rootPasswordSecretKeyRef galera.enabled
  Backup: Takes dumps of a MariaDB. | mariaDbRef storage.s3 schedule.cron
  Restore: Restores a MariaDB from a dump. | mariaDbRef backupRef
  User: A user of a MariaDB. | mariaDbRef passwordSecretKeyRef
  Grant: Privileges of a user. | mariaDbRef privileges database
  Connection: Credentials to connect with. | mariaDbRef username
mongodbcommunity.mongodb.com/v1
  MongoDBCommunity: A MongoDB replica set. | members type version users
redis.redis.opstreelabs.in/v1beta2
  Redis: Redis is the Schema for the redis API | kubernetesConfig.image storage.volumeClaimTemplate
  RedisCluster: RedisCluster is the Schema for the redisclusters API | clusterSize kubernetesConfig.image
  RedisReplication: Redis is the Schema for the redis API | clusterSize
  RedisSentinel: Redis is the Schema for the redis API | clusterSize redisSentinelConfig.redisReplicationName
elasticsearch.k8s.elastic.co/v1
  Elasticsearch: An Elasticsearch cluster, for search and logs. | version nodeSets.count nodeSets.config
kibana.k8s.elastic.co/v1
  Kibana: A Kibana instance. | version count elasticsearchRef.name
kafka.strimzi.io/v1beta2
  Kafka: | kafka.replicas kafka.listeners zookeeper.replicas entityOperator
  KafkaTopic: | partitions replicas config topicName
  KafkaUser: | authentication.type authorization.acls quotas
  KafkaConnect: | replicas bootstrapServers config
  KafkaConnector: | class tasksMax config
  KafkaBridge: | replicas bootstrapServers http.port
  KafkaMirrorMaker2: | clusters.alias mirrors.sourceCluster connectCluster
  KafkaNodePool: | replicas roles storage.type
rabbitmq.com/v1beta1
  RabbitmqCluster: A RabbitMQ cluster and how it is deployed. | replicas image persistence.storage resources.requests
  Queue: Queue is the Schema for the queues API | rabbitmqClusterReference.name name durable type
  Exchange: Exchange is the Schema for the exchanges API | rabbitmqClusterReference.name name type
  Binding: Binding is the Schema for the bindings API | rabbitmqClusterReference.name source destination
  User: User is the Schema for the users API. | rabbitmqClusterReference.name tags
  Permission: Permission is the Schema for the permissions API | rabbitmqClusterReference.name vhost permissions.write
  Vhost: Vhost is the Schema for the vhosts API | rabbitmqClusterReference.name name
  Policy: Policy is the Schema for the policies API | rabbitmqClusterReference.name pattern definition
  Federation: Federation is the Schema for the federations API | rabbitmqClusterReference.name uriSecret
  Shovel: Shovel is the Schema for the shovels API | rabbitmqClusterReference.name srcQueue destQueue
cert-manager.io/v1
  Certificate: Keeps an up to date, signed X.509 certificate in a Secret. | dnsNames secretName issuerRef.name issuerRef.kind duration renewBefore
  CertificateRequest: One request for a signed certificate from an issuer. | request issuerRef.name
  Issuer: An authority that signs certificates in one namespace. | acme.server acme.email ca.secretName selfSigned
  ClusterIssuer: An authority that signs certificates in all namespaces. | acme.server acme.email ca.secretName selfSigned
acme.cert-manager.io/v1
  Order: An order with an ACME server. | request issuerRef.name dnsNames
  Challenge: A challenge that an ACME server wants solved. | token solver.dns01 solver.http01
trust.cert-manager.io/v1alpha1
  Bundle: | sources.configMap target.configMap
external-secrets.io/v1
  ExternalSecret: Fetches values from an external store such as Vault or a cloud's secret manager into a Secret. | secretStoreRef.name data.remoteRef refreshInterval target.name
  SecretStore: An external place where secrets are kept. | provider.vault provider.aws
  ClusterSecretStore: An external place where secrets are kept, for all namespaces. | provider.vault provider.aws
  ClusterExternalSecret: ClusterExternalSecret is the Schema for the clusterexternalsecrets API. | externalSecretSpec namespaceSelectors
  PushSecret: Writes a Secret to an external store. | secretStoreRefs data.match
generators.external-secrets.io/v1alpha1
  Password: Makes a random password. | length digits symbols
  VaultDynamicSecret: | path method
  ECRAuthorizationToken: Makes a token for pulling from ECR. | region auth
  GithubAccessToken: Makes an access token of a GitHub app. | appID installID
  UUID: Makes a random UUID.
bitnami.com/v1alpha1
  SealedSecret: A secret, encrypted so that it can be kept in git. | encryptedData template.type
argoproj.io/v1alpha1
  Application: A set of manifests in a repository, and the cluster and namespace they are synced to. | source.repoURL source.path destination.namespace project syncPolicy.automated
  ApplicationSet: | generators template.metadata
  AppProject: Groups applications and says from where and to where they may deploy. | sourceRepos destinations.namespace
  Workflow: | entrypoint templates.name arguments.parameters
  WorkflowTemplate: | entrypoint templates.name
  ClusterWorkflowTemplate: | entrypoint templates.name
  CronWorkflow: | schedule workflowSpec.entrypoint concurrencyPolicy
  WorkflowEventBinding: | event.selector submit
  EventSource: | webhook sqs calendar
  EventBus: | nats jetstream
  Sensor: | dependencies triggers.template
  Rollout: | replicas strategy.canary strategy.blueGreen template.spec
  AnalysisTemplate: | metrics.provider args
  AnalysisRun: | metrics.provider
  Experiment: | templates duration
flagger.app/v1beta1
  Canary: Canary is the Schema for the Canary API. | targetRef.name service.port analysis.interval analysis.stepWeight
  MetricTemplate: MetricTemplate is the Schema for the MetricTemplates API. | provider.address query
  AlertProvider: AlertProvider is the Schema for the AlertProvider API. | type channel
source.toolkit.fluxcd.io/v1
  GitRepository: GitRepository is the Schema for the gitrepositories API. | url ref.branch interval secretRef.name
  OCIRepository: OCIRepository is the Schema for the ocirepositories API | url ref.tag interval
  HelmRepository: HelmRepository is the Schema for the helmrepositories API. | url type interval
  HelmChart: HelmChart is the Schema for the helmcharts API. | chart version sourceRef.name
  Bucket: Bucket is the Schema for the buckets API. | bucketName endpoint interval
kustomize.toolkit.fluxcd.io/v1
  Kustomization: Kustomization is the Schema for the kustomizations API. | path prune sourceRef.name interval
helm.toolkit.fluxcd.io/v2
  HelmRelease: HelmRelease is the Schema for the helmreleases API | chart.spec values interval upgrade.remediation
notification.toolkit.fluxcd.io/v1beta3
  Alert: Alert is the Schema for the alerts API | providerRef.name eventSources
  Provider: Provider is the Schema for the providers API | type channel address
  Receiver: Receiver is the Schema for the receivers API. | type resources secretRef.name
image.toolkit.fluxcd.io/v1
  ImagePolicy: ImagePolicy is the Schema for the imagepolicies API | imageRepositoryRef.name policy.semver
  ImageRepository: ImageRepository is the Schema for the imagerepositories API | image interval
  ImageUpdateAutomation: ImageUpdateAutomation is the Schema for the imageupdateautomations API | git.commit sourceRef.name
tekton.dev/v1
  Pipeline: Tasks of a build in the order in which they depend on one another. | tasks.name tasks.taskRef params
  PipelineRun: One execution of a pipeline. | pipelineRef.name params workspaces
  Task: Steps that run in one pod. | steps.image params results
  TaskRun: One execution of a task. | taskRef.name params
triggers.tekton.dev/v1beta1
  EventListener: | triggers.bindings serviceAccountName
  TriggerTemplate: | params resourcetemplates
  TriggerBinding: | params
monitoring.coreos.com/v1
  Prometheus: A Prometheus setup: replicas, storage, and what it watches. | replicas retention serviceMonitorSelector storage.volumeClaimTemplate
  ServiceMonitor: How Prometheus scrapes metrics from a group of services. | selector.matchLabels endpoints.port endpoints.interval
  PodMonitor: How Prometheus scrapes metrics from a group of pods. | selector.matchLabels podMetricsEndpoints.port
  Probe: How to watch ingresses and static targets from outside. | targets.staticConfig prober.url
  PrometheusRule: Alerting and recording rules to be loaded by Prometheus. | groups.name groups.rules
  Alertmanager: A cluster of Alertmanager, which routes notifications. | replicas retention
  AlertmanagerConfig: Where alerts are sent: receivers and routes. | route.receiver receivers.name
  ScrapeConfig: A scrape configuration for targets outside of the cluster. | staticConfigs.targets
  ThanosRuler: Evaluates rules over several Prometheus servers. | queryEndpoints replicas
  PrometheusAgent: Forwards metrics to a remote Prometheus. | remoteWrite replicas
grafana.integreatly.org/v1beta1
  Grafana: A Grafana instance. | config deployment.spec
  GrafanaDashboard: A dashboard of Grafana. | json instanceSelector.matchLabels folder
  GrafanaDatasource: A source of data for Grafana. | datasource.url instanceSelector.matchLabels
  GrafanaFolder: A folder of dashboards. | title instanceSelector.matchLabels
opentelemetry.io/v1beta1
  OpenTelemetryCollector: | mode config.receivers config.exporters
  Instrumentation: | exporter.endpoint java.image nodejs.image
  OpAMPBridge: | endpoint capabilities
  TargetAllocator: | replicas prometheusCR.enabled
jaegertracing.io/v1
  Jaeger: | strategy storage.type
logging.banzaicloud.io/v1beta1
  Logging: How logs of the cluster are collected. | fluentbit fluentd controlNamespace
  Flow: Which logs of a namespace go where. | match localOutputRefs filters
  ClusterFlow: Which logs of all namespaces go where. | match globalOutputRefs
  Output: A place where logs of a namespace are sent. | elasticsearch.host s3.s3_bucket loki.url
  ClusterOutput: A place where logs of all namespaces are sent. | elasticsearch.host s3.s3_bucket loki.url
keda.sh/v1alpha1
  ScaledObject: Scales a deployment on events: the length of a queue, a metric, a schedule, down to zero. | scaleTargetRef.name triggers.type minReplicaCount maxReplicaCount
  ScaledJob: Starts a job for each message or event. | jobTargetRef.template triggers.type
  TriggerAuthentication: Credentials of a trigger. | secretTargetRef podIdentity.provider
  ClusterTriggerAuthentication: Credentials of triggers in all namespaces. | secretTargetRef
karpenter.sh/v1
  NodePool: NodePool is the Schema for the NodePools API | template.spec limits disruption.consolidationPolicy
  NodeClaim: NodeClaim is the Schema for the NodeClaims API | requirements nodeClassRef.name
karpenter.k8s.aws/v1
  EC2NodeClass: EC2NodeClass is the Schema for the EC2NodeClass API | amiSelectorTerms subnetSelectorTerms role
velero.io/v1
  Backup: A capture of the state of the cluster at a point in time. | includedNamespaces storageLocation ttl
  Restore: Applies a backup to the cluster again. | backupName includedNamespaces
  Schedule: Takes backups again and again. | schedule template.includedNamespaces
  BackupStorageLocation: Where backups are kept. | provider objectStorage.bucket
  VolumeSnapshotLocation: Where snapshots of volumes are kept. | provider config
  DeleteBackupRequest: A request to delete a backup. | backupName
  DownloadRequest: A request to download a backup. | target.name
  PodVolumeBackup: | pod.name volume
snapshot.storage.k8s.io/v1
  VolumeSnapshot: A point in time copy of a persistent volume claim. | source.persistentVolumeClaimName volumeSnapshotClassName
  VolumeSnapshotClass: How snapshots are taken. | driver deletionPolicy
  VolumeSnapshotContent: The snapshot in the storage system. | source.volumeHandle volumeSnapshotRef.name
gateway.networking.k8s.io/v1
  Gateway: Takes traffic in at listeners and hands it to routes. | gatewayClassName listeners.port listeners.tls
  GatewayClass: A class of gateways and who controls them. | controllerName
  HTTPRoute: Routes HTTP requests by hostname, path and header to services. | parentRefs.name hostnames rules.backendRefs rules.matches
  GRPCRoute: Routes gRPC requests by service and method. | parentRefs.name hostnames rules.backendRefs
  TLSRoute: Routes TLS connections by SNI. | parentRefs.name hostnames rules.backendRefs
  TCPRoute: Routes TCP connections. | parentRefs.name rules.backendRefs
  ReferenceGrant: Lets objects of other namespaces be referred to. | from.namespace to.kind
networking.istio.io/v1
  VirtualService: | hosts http.route gateways
  DestinationRule: | host trafficPolicy.loadBalancer subsets.name
  Gateway: | servers.port selector
  ServiceEntry: | hosts ports.number resolution
  Sidecar: | egress.hosts workloadSelector.labels
  EnvoyFilter: | configPatches.applyTo
  WorkloadEntry: | address ports
security.istio.io/v1
  AuthorizationPolicy: | selector.matchLabels rules.from rules.to action
  PeerAuthentication: | selector.matchLabels mtls.mode portLevelMtls
  RequestAuthentication: | jwtRules.issuer selector.matchLabels
telemetry.istio.io/v1
  Telemetry: | tracing.providers metrics accessLogging
traefik.io/v1alpha1
  IngressRoute: A Traefik HTTP router. | entryPoints routes.match tls.secretName
  IngressRouteTCP: A Traefik TCP router. | entryPoints routes.match
  Middleware: Changes requests on their way: rate limit, headers, redirects, authentication. | rateLimit.average headers stripPrefix basicAuth.secret
  TLSOption: Which versions and ciphers of TLS are taken. | minVersion cipherSuites
  TLSStore: The certificate that is used by default. | defaultCertificate.secretName
  ServersTransport: How Traefik speaks to servers. | insecureSkipVerify
cilium.io/v2
  CiliumNetworkPolicy: A network policy that also knows HTTP, DNS names and nodes. | endpointSelector.matchLabels ingress.fromEndpoints egress.toFQDNs
  CiliumClusterwideNetworkPolicy: A network policy for the whole cluster. | endpointSelector.matchLabels ingress.fromEntities
  CiliumEndpoint: The state of a pod's network.
  CiliumIdentity: An identity that policies are about.
  CiliumNode: A node that Cilium manages. | addresses.ip
  CiliumLoadBalancerIPPool: Addresses that services of type LoadBalancer get. | blocks.cidr serviceSelector.matchLabels
  CiliumEgressGatewayPolicy: | selectors.podSelector egressGateway.nodeSelector
  CiliumBGPPeeringPolicy: | virtualRouters.localASN
metallb.io/v1beta1
  IPAddressPool: Addresses that load balancers on bare metal may take. | addresses autoAssign
  L2Advertisement: Announces addresses on the local network. | ipAddressPools
  BGPPeer: A router to announce addresses to. | peerAddress peerASN
externaldns.k8s.io/v1alpha1
  DNSEndpoint: DNS records that are made with a provider. | endpoints.dnsName endpoints.targets endpoints.recordType
kyverno.io/v1
  ClusterPolicy: Rules that validate, change or generate objects of all namespaces. | rules.match rules.validate validationFailureAction
  Policy: Rules that validate, change or generate objects of one namespace. | rules.match rules.validate
  PolicyException: Lets some objects pass policies. | exceptions.policyName match
  CleanupPolicy: Deletes objects on a schedule. | schedule match
templates.gatekeeper.sh/v1
  ConstraintTemplate: Defines a constraint and its Rego. | crd.spec targets.rego
serving.knative.dev/v1
  Service: Runs a container that answers requests, scales with them, and to zero without any. | template.spec traffic.percent
  Route: Sends requests to revisions. | traffic.revisionName
  Configuration: The wanted state of revisions. | template.spec
  Revision: A snapshot of code and configuration. | containers.image containerConcurrency
  DomainMapping: Maps a hostname of one's own to a service. | ref.name tls.secretName
eventing.knative.dev/v1
  Broker: Takes events in and hands them to triggers. | config.name delivery
  Trigger: Sends events of a broker to a service. | broker filter.attributes subscriber.ref
cluster.x-k8s.io/v1beta2
  Cluster: Cluster is the Schema for the clusters API. | clusterNetwork.pods controlPlaneRef.name infrastructureRef.name
  Machine: Machine is the Schema for the machines API. | clusterName bootstrap.configRef version
  MachineDeployment: MachineDeployment is the Schema for the machinedeployments API. | clusterName replicas template.spec
  MachineSet: MachineSet is the Schema for the machinesets API. | clusterName replicas
  MachineHealthCheck: MachineHealthCheck is the Schema for the machinehealthchecks API. | clusterName selector.matchLabels
  MachinePool: MachinePool is the Schema for the machinepools API. | clusterName replicas
kubevirt.io/v1
  VirtualMachine: A virtual machine that can be started and stopped. | running template.spec dataVolumeTemplates
  VirtualMachineInstance: A virtual machine that runs. | domain.devices volumes
longhorn.io/v1beta2
  Volume: Volume is where Longhorn stores volume object. | size numberOfReplicas frontend
  Node: Node is where Longhorn stores Longhorn node object. | allowScheduling disks
  BackupTarget: Where Longhorn keeps backups. | backupTargetURL credentialSecret
  RecurringJob: Takes snapshots and backups of volumes again and again. | cron task retain
  Engine: Engine is where Longhorn stores engine object. | volumeName
ceph.rook.io/v1
  CephCluster: A Ceph storage cluster. | mon.count storage.useAllNodes dataDirHostPath
  CephBlockPool: A pool of block storage. | replicated.size failureDomain
  CephFilesystem: A shared filesystem. | metadataPool.replicated dataPools metadataServer.activeCount
  CephObjectStore: A gateway for object storage that speaks S3. | gateway.port dataPool.replicated
  CephObjectStoreUser: A user of an object store. | store displayName
  CephNFS: Exports of NFS. | server.active
objectbucket.io/v1alpha1
  ObjectBucketClaim: Asks for a bucket in an object store of the cluster. | bucketName generateBucketName storageClassName
minio.min.io/v2
  Tenant: Object storage that speaks S3, on volumes of the cluster. | pools.servers pools.volumesPerServer
apiextensions.crossplane.io/v1
  CompositeResourceDefinition: Defines an API of the platform's own. | group names.kind claimNames.kind versions.schema
  Composition: What is made when an API of the platform is used. | compositeTypeRef.kind pipeline.step
  EnvironmentConfig: Values that compositions use.
pkg.crossplane.io/v1
  Provider: Installs a package of managed resources. | package packagePullPolicy
  Function: Installs a function for compositions. | package
  Configuration: Installs a package of compositions. | package
`;
