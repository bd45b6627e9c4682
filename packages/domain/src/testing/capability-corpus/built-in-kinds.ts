/** Kinds that every cluster has. */
export const builtInKinds: string = `
v1
  Pod: | containers.image volumes.name serviceAccountName nodeName
  Service: | selector ports.port type clusterIP
  ConfigMap:
  Secret:
  Namespace: | finalizers
  Node: | podCIDR taints.key unschedulable
  PersistentVolume: | capacity accessModes storageClassName
  PersistentVolumeClaim: | accessModes resources.requests storageClassName volumeName
  ServiceAccount:
  ResourceQuota: | hard scopes
  LimitRange: | limits.default limits.max
  ReplicationController: | replicas selector
  PodTemplate:
  Endpoints:
  Event:
apps/v1
  Deployment: | replicas selector.matchLabels template.spec strategy.rollingUpdate
  StatefulSet: | replicas serviceName template.spec volumeClaimTemplates.spec
  DaemonSet: | selector.matchLabels template.spec updateStrategy.type
  ReplicaSet: | replicas selector.matchLabels template.spec
  ControllerRevision:
batch/v1
  Job: | completions parallelism backoffLimit template.spec
  CronJob: | schedule jobTemplate.spec concurrencyPolicy suspend
autoscaling/v2
  HorizontalPodAutoscaler: | scaleTargetRef.name minReplicas maxReplicas metrics.resource
networking.k8s.io/v1
  Ingress: | ingressClassName rules.host rules.http tls.secretName
  IngressClass: | controller
  NetworkPolicy: | podSelector.matchLabels ingress.from egress.to policyTypes
policy/v1
  PodDisruptionBudget: | minAvailable maxUnavailable selector.matchLabels
rbac.authorization.k8s.io/v1
  Role:
  ClusterRole:
  RoleBinding:
  ClusterRoleBinding:
storage.k8s.io/v1
  StorageClass:
  CSIDriver: | attachRequired
  VolumeAttachment: | attacher nodeName source.persistentVolumeName
scheduling.k8s.io/v1
  PriorityClass:
admissionregistration.k8s.io/v1
  ValidatingWebhookConfiguration:
  MutatingWebhookConfiguration:
  ValidatingAdmissionPolicy: | validations.expression matchConstraints.resourceRules
apiextensions.k8s.io/v1
  CustomResourceDefinition: | group names.kind versions.schema
certificates.k8s.io/v1
  CertificateSigningRequest: | request signerName usages
coordination.k8s.io/v1
  Lease: | holderIdentity leaseDurationSeconds
discovery.k8s.io/v1
  EndpointSlice:
`;
