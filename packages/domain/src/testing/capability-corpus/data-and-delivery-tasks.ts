import { type TaskIntent, toTaskIntent as of } from './task-intent.ts';

/** Tasks with databases, messages, certificates, secrets, delivery and monitoring. */
export const dataAndDeliveryTasks: readonly TaskIntent[] = [
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
];
