import type { GroupPurposes } from './group-purposes.ts';

/** Purposes of databases, caches, message brokers, storage and backup. */
export const dataPurposes: Readonly<Record<string, GroupPurposes>> = {
  'postgresql.cnpg.io': {
    source: 'https://cloudnative-pg.io/documentation/current/',
    kinds: {
      Cluster: 'Runs a PostgreSQL database with a primary and standby replicas, automatic failover and storage.',
      Pooler: 'Pools client connections to PostgreSQL with PgBouncer.',
      ScheduledBackup: 'Backs up PostgreSQL on a schedule, such as nightly.',
      Backup: 'Backs up PostgreSQL once, on demand.',
      Database: 'Creates a database inside a PostgreSQL cluster.',
      Publication: 'Publishes tables for logical replication to another PostgreSQL.',
      Subscription: 'Subscribes to tables of another PostgreSQL by logical replication.',
    },
  },
  'acid.zalan.do': {
    source: 'https://postgres-operator.readthedocs.io/en/latest/',
    kinds: { postgresql: 'Runs a PostgreSQL database with replicas, users and failover by Patroni.' },
  },
  'k8s.mariadb.com': {
    source: 'https://github.com/mariadb-operator/mariadb-operator/tree/main/docs',
    kinds: {
      MariaDB: 'Runs a MariaDB or MySQL database server, replicated or with Galera for writes on every server.',
      Backup: 'Dumps a MariaDB database, once or on a schedule, to a volume or S3.',
      Restore: 'Restores a MariaDB database from a dump.',
      Database: 'Creates a schema in a MariaDB server.',
      User: 'Creates an account in a MariaDB server.',
      Grant: 'Gives an account privileges, such as read only, on a MariaDB schema or table.',
      MaxScale: 'Proxies and load balances connections to MariaDB.',
    },
  },
  'mongodbcommunity.mongodb.com': {
    source: 'https://github.com/mongodb/mongodb-kubernetes/tree/master/docs/mongodbcommunity',
    kinds: { MongoDBCommunity: 'Runs a MongoDB document database as a replica set with members and users.' },
  },
  'psmdb.percona.com': {
    source: 'https://docs.percona.com/percona-operator-for-mongodb/',
    kinds: { PerconaServerMongoDB: 'Runs a MongoDB document database, sharded and backed up.' },
  },
  'pxc.percona.com': {
    source: 'https://docs.percona.com/percona-operator-for-mysql/pxc/',
    kinds: { PerconaXtraDBCluster: 'Runs a MySQL database whose servers all accept writes.' },
  },
  'mysql.oracle.com': {
    source: 'https://dev.mysql.com/doc/mysql-operator/en/',
    kinds: { InnoDBCluster: 'Runs a MySQL database with failover and a router.' },
  },
  'redis.redis.opstreelabs.in': {
    source: 'https://redis-operator.opstree.dev/docs/',
    kinds: {
      Redis: 'Runs one Redis server: a cache in memory for keys, sessions or queues.',
      RedisCluster: 'Runs a sharded Redis cluster with leaders and followers: a large cache in memory.',
      RedisReplication: 'Runs Redis with a leader and replicas.',
      RedisSentinel: 'Watches replicated Redis and fails over: promotes a replica when the leader is lost.',
    },
  },
  'elasticsearch.k8s.elastic.co': {
    source: 'https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s',
    kinds: { Elasticsearch: 'Runs Elasticsearch: full-text search and storage of logs and documents.' },
  },
  'kibana.k8s.elastic.co': {
    source: 'https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s/kibana-configuration',
    kinds: { Kibana: 'Runs Kibana, the web interface that explores and charts data in Elasticsearch.' },
  },
  'opensearch.opster.io': {
    source: 'https://github.com/opensearch-project/opensearch-k8s-operator/tree/main/docs',
    kinds: { OpenSearchCluster: 'Runs OpenSearch: full-text search and storage of logs, with dashboards.' },
  },
  'clickhouse.altinity.com': {
    source: 'https://docs.altinity.com/altinitykubernetesoperator/',
    kinds: { ClickHouseInstallation: 'Runs ClickHouse, a column database for analytics.' },
  },
  'kafka.strimzi.io': {
    source: 'https://strimzi.io/documentation/',
    kinds: {
      Kafka: 'Runs a Kafka cluster: brokers for streams of events and messages.',
      KafkaNodePool: 'A group of Kafka brokers or controllers with the same storage and roles.',
      KafkaTopic: 'Creates a Kafka topic: a stream of events with partitions, replicas and retention.',
      KafkaUser: 'Creates a Kafka user with credentials, access rules (ACLs) and quotas.',
      KafkaConnect: 'Runs Kafka Connect workers that move data between Kafka and other systems.',
      KafkaConnector: 'Runs a connector, such as Debezium change data capture, between Kafka and a database.',
      KafkaMirrorMaker2: 'Mirrors topics from one Kafka cluster to another, such as another region.',
      KafkaBridge: 'Offers Kafka over HTTP: produce and consume with REST.',
      KafkaRebalance: 'Rebalances partitions over Kafka brokers.',
    },
  },
  'rabbitmq.com': {
    source: 'https://www.rabbitmq.com/kubernetes/operator/operator-overview',
    kinds: {
      RabbitmqCluster: 'Runs a RabbitMQ message broker with nodes and volumes.',
      Queue: 'Declares a message queue in RabbitMQ.',
      Exchange: 'Declares an exchange, which routes messages to queues in RabbitMQ.',
      Binding: 'Binds a RabbitMQ queue to an exchange.',
      User: 'Creates a RabbitMQ user.',
      Permission: 'Gives a RabbitMQ user permissions in a virtual host.',
      Vhost: 'Creates a RabbitMQ virtual host.',
      Shovel: 'Moves messages from one RabbitMQ broker or queue to another.',
      Federation: 'Links RabbitMQ brokers so that messages flow between them.',
    },
  },
  'velero.io': {
    source: 'https://velero.io/docs/',
    kinds: {
      Backup: 'Backs up the whole cluster or namespaces with their volumes, once.',
      Schedule: 'Backs up the cluster or namespaces on a schedule, such as nightly.',
      Restore: 'Restores deleted or lost objects and volumes from a backup.',
      BackupStorageLocation: 'The bucket in which backups of the cluster are stored.',
      VolumeSnapshotLocation: 'Where snapshots of volumes are stored for backups.',
    },
  },
  'snapshot.storage.k8s.io': {
    source: 'https://kubernetes.io/docs/concepts/storage/volume-snapshots/',
    kinds: {
      VolumeSnapshot: 'Takes a snapshot of a volume: a point in time copy of a disk to clone or restore.',
      VolumeSnapshotClass: 'The driver and settings with which volume snapshots are taken.',
    },
  },
  'longhorn.io': {
    source: 'https://longhorn.io/docs/',
    kinds: {
      Volume: 'A replicated disk of Longhorn.',
      RecurringJob: 'Takes snapshots and backups of Longhorn disks on a schedule and keeps a number of them.',
      BackupTarget: 'Where Longhorn stores backups of disks.',
      Snapshot: 'A snapshot of a Longhorn disk.',
    },
  },
  'ceph.rook.io': {
    source: 'https://rook.io/docs/rook/latest-release/',
    kinds: {
      CephCluster: 'Runs Ceph: storage pooled from the raw disks of nodes.',
      CephBlockPool: 'A pool of replicated block storage, for disks of pods.',
      CephFilesystem: 'A shared filesystem that many pods read and write at once.',
      CephObjectStore: 'An object store with the S3 protocol, for buckets.',
      CephNFS: 'Exports Ceph storage over NFS.',
    },
  },
  'objectbucket.io': {
    source:
      'https://rook.io/docs/rook/latest-release/Storage-Configuration/Object-Storage-RGW/ceph-object-bucket-claim/',
    kinds: { ObjectBucketClaim: 'Requests a bucket for files and uploads in an object store of the cluster.' },
  },
  'minio.min.io': {
    source: 'https://min.io/docs/minio/kubernetes/upstream/',
    kinds: { Tenant: 'Runs MinIO: object storage with the S3 protocol on own disks, for buckets and uploads.' },
  },
};
