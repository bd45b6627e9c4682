import type { GroupPurposes } from './group-purposes.ts';

/** Purposes of certificates, secrets, policies, autoscaling, serverless, machines and cloud resources. */
export const platformPurposes: Readonly<Record<string, GroupPurposes>> = {
  'cert-manager.io': {
    source: 'https://cert-manager.io/docs/',
    kinds: {
      Certificate: 'Issues and renews a TLS (HTTPS, SSL) certificate for domains and stores it in a Secret.',
      Issuer: "Issues certificates in one namespace, from Let's Encrypt (ACME), Vault or an own CA.",
      ClusterIssuer: "Issues certificates in all namespaces, from Let's Encrypt (ACME), Vault or an own CA.",
    },
  },
  'acme.cert-manager.io': {
    source: 'https://cert-manager.io/docs/concepts/acme-orders-challenges/',
    kinds: {
      Challenge: 'The state of a check, by DNS or HTTP, that a domain belongs to the requester of a certificate.',
      Order: 'The state of a certificate request at an ACME server.',
    },
  },
  'trust.cert-manager.io': {
    source: 'https://cert-manager.io/docs/trust/trust-manager/',
    kinds: { Bundle: 'Distributes trusted CA certificates to all namespaces.' },
  },
  'external-secrets.io': {
    source: 'https://external-secrets.io/latest/',
    kinds: {
      ExternalSecret: 'Reads passwords and keys from Vault or a secret manager into a Secret and refreshes it.',
      ClusterExternalSecret: 'Creates the same external secret in many namespaces.',
      SecretStore: 'How one namespace reaches a vault or secret manager, with credentials.',
      ClusterSecretStore: 'How all namespaces reach a vault or secret manager, with credentials.',
      PushSecret: 'Writes a Secret of the cluster to a vault or secret manager.',
    },
  },
  'generators.external-secrets.io': {
    source: 'https://external-secrets.io/latest/api/generator/',
    kinds: {
      Password: 'Generates random passwords.',
      SSHKey: 'Generates SSH keys.',
      UUID: 'Generates a random UUID.',
      VaultDynamicSecret: 'Gets short-lived credentials from Vault.',
      ECRAuthorizationToken: 'Gets a token to pull images from ECR.',
    },
  },
  'bitnami.com': {
    source: 'https://github.com/bitnami-labs/sealed-secrets',
    kinds: { SealedSecret: 'An encrypted secret that can be committed to a git repository safely.' },
  },
  'secrets.hashicorp.com': {
    source: 'https://developer.hashicorp.com/vault/docs/deploy/kubernetes/vso',
    kinds: { VaultStaticSecret: 'Copies a secret from Vault into a Secret and refreshes it.' },
  },
  'kyverno.io': {
    source: 'https://kyverno.io/docs/',
    kinds: {
      ClusterPolicy: 'Validates, changes or generates objects of all namespaces: require labels, block images.',
      Policy: 'Validates, changes or generates objects of one namespace.',
      PolicyException: 'Exempts some objects or namespaces from a policy.',
      CleanupPolicy: 'Deletes matching objects of a namespace on a schedule.',
      ClusterCleanupPolicy: 'Deletes matching objects of all namespaces on a schedule.',
    },
  },
  'templates.gatekeeper.sh': {
    source: 'https://open-policy-agent.github.io/gatekeeper/website/docs/',
    kinds: { ConstraintTemplate: 'Defines a constraint (policy) for objects in Rego, for OPA Gatekeeper.' },
  },
  'keda.sh': {
    source: 'https://keda.sh/docs/latest/',
    kinds: {
      ScaledObject: 'Scales a deployment on the length of a queue, messages, metrics or time, down to zero.',
      ScaledJob: 'Starts a job for each message or event.',
      TriggerAuthentication: 'Credentials with which the autoscaler reads a queue or metric.',
    },
  },
  'autoscaling.k8s.io': {
    source: 'https://github.com/kubernetes/autoscaler/tree/master/vertical-pod-autoscaler/docs',
    kinds: { VerticalPodAutoscaler: 'Adjusts CPU and memory requests of pods to their usage.' },
  },
  'karpenter.sh': {
    source: 'https://karpenter.sh/docs/',
    kinds: {
      NodePool: 'Adds nodes (machines, also spot) for pods that do not fit, and removes them when idle.',
      NodeClaim: 'One machine that was requested from the cloud.',
    },
  },
  'karpenter.k8s.aws': {
    source: 'https://karpenter.sh/docs/concepts/nodeclasses/',
    kinds: { EC2NodeClass: 'The image, subnets, security groups and role of nodes that Karpenter starts in AWS.' },
  },
  'serving.knative.dev': {
    source: 'https://knative.dev/docs/serving/',
    kinds: {
      Service: 'Runs a serverless container that answers HTTP and scales to zero while unused.',
      DomainMapping: 'Maps a custom domain or hostname to a serverless service.',
      Revision: 'One version of a serverless service.',
    },
  },
  'eventing.knative.dev': {
    source: 'https://knative.dev/docs/eventing/',
    kinds: {
      Broker: 'Receives events and hands them to triggers.',
      Trigger: 'Delivers events of a type to a service.',
    },
  },
  'cluster.x-k8s.io': {
    source: 'https://cluster-api.sigs.k8s.io/',
    kinds: {
      Cluster: 'Creates another Kubernetes cluster.',
      MachineDeployment: 'A group of worker nodes of a created Kubernetes cluster.',
      MachineHealthCheck: 'Replaces unhealthy machines of a created Kubernetes cluster.',
      MachinePool: 'A cloud scaling group of nodes of a created Kubernetes cluster.',
    },
  },
  'kubevirt.io': {
    source: 'https://kubevirt.io/user-guide/',
    kinds: { VirtualMachine: 'Runs a virtual machine (VM), such as Windows or Linux, next to pods.' },
  },
  'apiextensions.crossplane.io': {
    source: 'https://docs.crossplane.io/latest/composition/',
    kinds: {
      CompositeResourceDefinition: "Defines a platform API of one's own, which hides cloud resources.",
      Composition: 'The resources that are created for an object of a platform API.',
    },
  },
  'pkg.crossplane.io': {
    source: 'https://docs.crossplane.io/latest/packages/',
    kinds: {
      Provider: 'Installs a Crossplane provider, such as for AWS, GCP or Azure.',
      Function: 'Installs a function for compositions.',
      Configuration: 'Installs a package of platform APIs.',
    },
  },
  's3.aws.upbound.io': {
    source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/',
    kinds: {
      Bucket: 'Creates an S3 bucket in AWS: object storage for files and uploads.',
      BucketVersioning: 'Keeps old versions of objects in an S3 bucket.',
      BucketLifecycleConfiguration: 'Expires, deletes or archives old objects in an S3 bucket.',
      BucketPolicy: 'Who may read and write an S3 bucket.',
      BucketPublicAccessBlock: 'Blocks public access to an S3 bucket.',
    },
  },
  'ec2.aws.upbound.io': {
    source: 'https://docs.aws.amazon.com/ec2/',
    kinds: {
      VPC: 'Creates a private network in AWS.',
      Subnet: 'A range of addresses in a private network of AWS.',
      Instance: 'Creates a virtual machine in AWS.',
      SecurityGroup: 'A firewall for machines in AWS: opens ports to addresses.',
      SecurityGroupRule: 'Opens a port of a security group to addresses.',
      SecurityGroupIngressRule: 'Opens a port of a security group to incoming traffic of addresses.',
      EBSVolume: 'A disk for machines in AWS.',
    },
  },
  'rds.aws.upbound.io': {
    source: 'https://docs.aws.amazon.com/rds/',
    kinds: {
      Instance: 'Creates a managed PostgreSQL, MySQL or MariaDB database in AWS.',
      Cluster: 'Creates a managed Aurora database cluster in AWS.',
    },
  },
  'eks.aws.upbound.io': {
    source: 'https://docs.aws.amazon.com/eks/',
    kinds: {
      Cluster: 'Creates a managed Kubernetes cluster in AWS.',
      NodeGroup: 'Adds worker nodes to a managed Kubernetes cluster in AWS.',
    },
  },
  'iam.aws.upbound.io': {
    source: 'https://docs.aws.amazon.com/iam/',
    kinds: {
      Role: 'An identity in AWS that services and pods assume, with permissions.',
      Policy: 'Permissions in AWS.',
      User: 'A user in AWS.',
    },
  },
};
