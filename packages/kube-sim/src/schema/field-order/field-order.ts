import { coreOrder } from './core-order.ts';
import type { Schema } from '../schema.ts';

/** The field order of types of access, admission, extensions, metadata, resources and storage. */
const otherOrder: Readonly<Record<string, string>> = {
  APIServiceCondition: 'type status lastTransitionTime reason message',
  APIServiceSpec: 'service group version insecureSkipTLSVerify caBundle groupPriorityMinimum versionPriority',
  AllocatedDeviceStatus: 'driver pool device shareID conditions data networkData',
  AllocationResult: 'devices nodeSelector allocationTimestamp',
  CSIDriverSpec:
    'attachRequired podInfoOnMount volumeLifecycleModes storageCapacity fsGroupPolicy tokenRequests requiresRepublish seLinuxMount nodeAllocatableUpdatePeriodSeconds serviceAccountTokenInSecrets preventPodSchedulingIfMissing',
  CSINodeDriver: 'name nodeID topologyKeys allocatable',
  CSIStorageCapacity: 'nodeTopology storageClassName capacity maximumVolumeSize',
  CapacityRequestPolicy: 'default validValues validRange',
  CapacityRequestPolicyRange: 'min max step',
  CertificateSigningRequestCondition: 'type status reason message lastUpdateTime lastTransitionTime',
  CertificateSigningRequestSpec: 'request signerName expirationSeconds usages username uid groups extra',
  CertificateSigningRequestStatus: 'conditions certificate',
  ClusterRole: 'rules aggregationRule',
  ClusterRoleBinding: 'subjects roleRef',
  Condition: 'type status observedGeneration lastTransitionTime reason message',
  CounterSet: 'name counters',
  CustomResourceColumnDefinition: 'name type format description priority jsonPath',
  CustomResourceDefinitionCondition: 'type status lastTransitionTime reason message',
  CustomResourceDefinitionNames: 'plural singular shortNames kind listKind categories',
  CustomResourceDefinitionSpec: 'group names scope versions conversion preserveUnknownFields',
  CustomResourceDefinitionStatus: 'conditions acceptedNames storedVersions',
  CustomResourceDefinitionVersion:
    'name served storage deprecated deprecationWarning schema subresources additionalPrinterColumns',
  CustomResourceSubresourceScale: 'specReplicasPath statusReplicasPath labelSelectorPath',
  CustomResourceSubresources: 'status scale',
  Device:
    'name attributes capacity consumesCounters nodeName nodeSelector allNodes taints bindsToNode bindingConditions bindingFailureConditions allowMultipleAllocations',
  DeviceAllocationConfiguration: 'source requests opaque',
  DeviceAllocationResult: 'results config',
  DeviceAttribute: 'int bool string version ints bools strings versions',
  DeviceCapacity: 'value requestPolicy',
  DeviceClaim: 'requests constraints config',
  DeviceClaimConfiguration: 'requests opaque',
  DeviceClassSpec: 'selectors config extendedResourceName',
  DeviceConstraint: 'requests matchAttribute distinctAttribute',
  DeviceRequest: 'name exactly firstAvailable',
  DeviceRequestAllocationResult:
    'request driver pool device adminAccess tolerations bindingConditions bindingFailureConditions shareID consumedCapacity',
  DeviceSubRequest: 'name deviceClassName selectors allocationMode count tolerations capacity',
  DeviceTaint: 'key value effect timeAdded',
  DeviceToleration: 'key operator value effect tolerationSeconds',
  ExactDeviceRequest: 'deviceClassName selectors allocationMode count adminAccess tolerations capacity',
  JSONSchemaProps:
    'id $schema $ref description type format title default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems multipleOf enum maxProperties minProperties required items allOf oneOf anyOf not properties additionalProperties patternProperties dependencies additionalItems definitions externalDocs example nullable x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource x-kubernetes-int-or-string x-kubernetes-list-map-keys x-kubernetes-list-type x-kubernetes-map-type',
  LabelSelector: 'matchLabels matchExpressions',
  ManagedFieldsEntry: 'manager operation apiVersion time fieldsType fieldsV1 subresource',
  MatchCondition: 'name expression',
  MatchResources: 'namespaceSelector objectSelector resourceRules excludeResourceRules matchPolicy',
  MutatingWebhook:
    'name clientConfig rules failurePolicy matchPolicy namespaceSelector objectSelector sideEffects timeoutSeconds admissionReviewVersions reinvocationPolicy matchConditions',
  NamedRuleWithOperations: 'resourceNames operations apiGroups apiVersions resources scope',
  NetworkDeviceData: 'interfaceName ips hardwareAddress',
  NonResourceRule: 'verbs nonResourceURLs',
  ObjectMeta:
    'name generateName namespace selfLink uid resourceVersion generation creationTimestamp deletionTimestamp deletionGracePeriodSeconds labels annotations ownerReferences finalizers managedFields',
  OwnerReference: 'apiVersion kind name uid controller blockOwnerDeletion',
  ParamRef: 'name namespace selector parameterNotFoundAction',
  PolicyRule: 'verbs apiGroups resources resourceNames nonResourceURLs',
  ResourceAttributes: 'namespace verb group version resource subresource name fieldSelector labelSelector',
  ResourceClaimConsumerReference: 'apiGroup resource name uid',
  ResourceClaimStatus: 'allocation reservedFor devices',
  ResourcePool: 'name generation resourceSliceCount',
  ResourceRule: 'verbs apiGroups resources resourceNames',
  ResourceSliceSpec: 'driver pool nodeName nodeSelector allNodes devices perDeviceNodeSelection sharedCounters',
  RoleBinding: 'subjects roleRef',
  RuleWithOperations: 'operations apiGroups apiVersions resources scope',
  SelfSubjectAccessReviewSpec: 'resourceAttributes nonResourceAttributes',
  ServiceReference: 'namespace name path port',
  StorageClass:
    'provisioner parameters reclaimPolicy mountOptions allowVolumeExpansion volumeBindingMode allowedTopologies',
  Subject: 'kind apiGroup name namespace',
  SubjectAccessReviewSpec: 'resourceAttributes nonResourceAttributes user groups extra uid',
  SubjectAccessReviewStatus: 'allowed denied reason evaluationError',
  SubjectRulesReviewStatus: 'resourceRules nonResourceRules incomplete evaluationError',
  TokenReviewSpec: 'token audiences',
  TokenReviewStatus: 'authenticated user audiences error',
  UserInfo: 'username uid groups extra',
  ValidatingAdmissionPolicyBindingSpec: 'policyName paramRef matchResources validationActions',
  ValidatingAdmissionPolicySpec:
    'paramKind matchConstraints validations failurePolicy auditAnnotations matchConditions variables',
  ValidatingAdmissionPolicyStatus: 'observedGeneration typeChecking conditions',
  ValidatingWebhook:
    'name clientConfig rules failurePolicy matchPolicy namespaceSelector objectSelector sideEffects timeoutSeconds admissionReviewVersions matchConditions',
  Validation: 'expression message reason messageExpression',
  Variable: 'name expression',
  VolumeAttachmentSource: 'persistentVolumeName inlineVolumeSpec',
  VolumeAttachmentSpec: 'attacher source nodeName',
  VolumeAttachmentStatus: 'attached attachmentMetadata attachError detachError',
  VolumeError: 'time message errorCode',
  WebhookClientConfig: 'url service caBundle',
  'apiregistration.v1.ServiceReference': 'namespace name port',
  'resource.v1.ResourceClaim': 'spec status',
};

/** The field order of types of discovery, events, flowcontrol and networking. */
const networkOrder: Readonly<Record<string, string>> = {
  Endpoint: 'addresses conditions hostname targetRef deprecatedTopology nodeName zone hints',
  EndpointHints: 'forZones forNodes',
  ExemptPriorityLevelConfiguration: 'nominalConcurrencyShares lendablePercent',
  FlowSchemaCondition: 'type status lastTransitionTime reason message',
  FlowSchemaSpec: 'priorityLevelConfiguration matchingPrecedence distinguisherMethod rules',
  HTTPIngressPath: 'path pathType backend',
  IngressBackend: 'service resource',
  IngressClassParametersReference: 'apiGroup kind name scope namespace',
  IngressLoadBalancerIngress: 'ip hostname ports',
  IngressPortStatus: 'port protocol error',
  IngressSpec: 'ingressClassName defaultBackend tls rules',
  LimitResponse: 'type queuing',
  LimitedPriorityLevelConfiguration: 'nominalConcurrencyShares limitResponse lendablePercent borrowingLimitPercent',
  NetworkPolicyIngressRule: 'ports from',
  NetworkPolicyPeer: 'podSelector namespaceSelector ipBlock',
  NetworkPolicyPort: 'protocol port endPort',
  NetworkPolicySpec: 'podSelector ingress egress policyTypes',
  NonResourcePolicyRule: 'verbs nonResourceURLs',
  ParentReference: 'group resource namespace name',
  PolicyRulesWithSubjects: 'subjects resourceRules nonResourceRules',
  PriorityLevelConfigurationCondition: 'type status lastTransitionTime reason message',
  PriorityLevelConfigurationSpec: 'type limited exempt',
  QueuingConfiguration: 'queues handSize queueLengthLimit',
  ResourcePolicyRule: 'verbs apiGroups resources clusterScope namespaces',
  ServiceAccountSubject: 'namespace name',
  'discovery.v1.EndpointPort': 'name protocol port appProtocol',
  'events.v1.Event':
    'eventTime series reportingController reportingInstance action reason regarding related note type deprecatedSource deprecatedFirstTimestamp deprecatedLastTimestamp deprecatedCount',
  'flowcontrol.v1.Subject': 'kind user group serviceAccount',
};

/** The field order of types of apps, autoscaling, batch, coordination, policy and scheduling. */
const workloadOrder: Readonly<Record<string, string>> = {
  ContainerResourceMetricSource: 'name target container',
  ContainerResourceMetricStatus: 'name current container',
  CronJobSpec:
    'schedule timeZone startingDeadlineSeconds concurrencyPolicy suspend jobTemplate successfulJobsHistoryLimit failedJobsHistoryLimit',
  CrossVersionObjectReference: 'kind name apiVersion',
  DaemonSetCondition: 'type status lastTransitionTime reason message',
  DaemonSetSpec: 'selector template updateStrategy minReadySeconds revisionHistoryLimit',
  DaemonSetStatus:
    'currentNumberScheduled numberMisscheduled desiredNumberScheduled numberReady observedGeneration updatedNumberScheduled numberAvailable numberUnavailable collisionCount conditions',
  DaemonSetUpdateStrategy: 'type rollingUpdate',
  DeploymentCondition: 'type status lastUpdateTime lastTransitionTime reason message',
  DeploymentSpec:
    'replicas selector template strategy minReadySeconds revisionHistoryLimit paused progressDeadlineSeconds',
  DeploymentStatus:
    'observedGeneration replicas updatedReplicas readyReplicas availableReplicas unavailableReplicas terminatingReplicas conditions collisionCount',
  DeploymentStrategy: 'type rollingUpdate',
  ExternalMetricStatus: 'metric current',
  HPAScalingPolicy: 'type value periodSeconds',
  HPAScalingRules: 'stabilizationWindowSeconds selectPolicy policies tolerance',
  HorizontalPodAutoscalerBehavior: 'scaleUp scaleDown',
  HorizontalPodAutoscalerCondition: 'type status lastTransitionTime reason message',
  HorizontalPodAutoscalerSpec: 'scaleTargetRef minReplicas maxReplicas metrics behavior',
  HorizontalPodAutoscalerStatus:
    'observedGeneration lastScaleTime currentReplicas desiredReplicas currentMetrics conditions',
  JobCondition: 'type status lastProbeTime lastTransitionTime reason message',
  JobSpec:
    'parallelism completions activeDeadlineSeconds podFailurePolicy successPolicy backoffLimit backoffLimitPerIndex maxFailedIndexes selector manualSelector template ttlSecondsAfterFinished completionMode suspend podReplacementPolicy managedBy',
  JobStatus:
    'conditions startTime completionTime active succeeded failed terminating completedIndexes failedIndexes uncountedTerminatedPods ready',
  LeaseSpec: 'holderIdentity leaseDurationSeconds acquireTime renewTime leaseTransitions strategy preferredHolder',
  MetricSpec: 'type object pods resource containerResource external',
  MetricStatus: 'type object pods resource containerResource external',
  MetricTarget: 'type value averageValue averageUtilization',
  MetricValueStatus: 'value averageValue averageUtilization',
  ObjectMetricSource: 'describedObject target metric',
  ObjectMetricStatus: 'metric current describedObject',
  PodDisruptionBudgetSpec: 'minAvailable selector maxUnavailable unhealthyPodEvictionPolicy',
  PodDisruptionBudgetStatus:
    'observedGeneration disruptedPods disruptionsAllowed currentHealthy desiredHealthy expectedPods conditions',
  PodFailurePolicyOnPodConditionsPattern: 'type status',
  PodsMetricStatus: 'metric current',
  PriorityClass: 'value globalDefault description preemptionPolicy',
  ReplicaSetCondition: 'type status lastTransitionTime reason message',
  ReplicaSetSpec: 'replicas minReadySeconds selector template',
  ReplicaSetStatus:
    'replicas fullyLabeledReplicas readyReplicas availableReplicas terminatingReplicas observedGeneration conditions',
  ResourceMetricStatus: 'name current',
  RollingUpdateDaemonSet: 'maxUnavailable maxSurge',
  RollingUpdateDeployment: 'maxUnavailable maxSurge',
  RollingUpdateStatefulSetStrategy: 'partition maxUnavailable',
  StatefulSetCondition: 'type status lastTransitionTime reason message',
  StatefulSetSpec:
    'replicas selector template volumeClaimTemplates serviceName podManagementPolicy updateStrategy revisionHistoryLimit minReadySeconds persistentVolumeClaimRetentionPolicy ordinals',
  StatefulSetStatus:
    'observedGeneration replicas readyReplicas currentReplicas updatedReplicas currentRevision updateRevision collisionCount conditions availableReplicas',
  StatefulSetUpdateStrategy: 'type rollingUpdate',
  SuccessPolicyRule: 'succeededIndexes succeededCount',
  UncountedTerminatedPods: 'succeeded failed',
  'autoscaling.v1.HorizontalPodAutoscalerSpec': 'scaleTargetRef minReplicas maxReplicas targetCPUUtilizationPercentage',
  'autoscaling.v1.HorizontalPodAutoscalerStatus':
    'observedGeneration lastScaleTime currentReplicas desiredReplicas currentCPUUtilizationPercentage',
};

const orders: Readonly<Record<string, string>> = { ...coreOrder, ...networkOrder, ...otherOrder, ...workloadOrder };

/** The fields of every kind, and the position of its own fields. */
const ofKinds = ['kind', 'apiVersion', 'metadata'];

/**
 * The fields of a type in the order of a real server, that of the Go structs in `k8s.io/api`. Types that share a name
 * but not
 * their order are listed with group and version.
 */
export function fieldOrderOf(name: string, { properties = {} }: Schema): readonly string[] {
  const parts = name.split('.');
  const listed = orders[parts.slice(-3).join('.')] ?? orders[parts.at(-1) ?? ''];
  const known = Object.keys(properties);
  const isKind = ofKinds.every((each) => known.includes(each));
  return [...new Set([...(isKind ? ofKinds : []), ...(listed?.split(' ') ?? []), ...known.toSorted()])];
}
