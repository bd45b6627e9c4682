/** The fields of types of apps, autoscaling, batch, coordination, policy and scheduling in the order of a real server's answers. */
export const workloadOrder: Readonly<Record<string, string>> = {
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
