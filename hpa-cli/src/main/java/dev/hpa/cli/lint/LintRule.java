package dev.hpa.cli.lint;

import java.util.Locale;

/** The rules of lint. Ids of released rules do not change. */
enum LintRule {
  REFUSED_BY_THE_API_SERVER(
      Level.ERROR,
      "The API server rejects the object, so nothing is scaled.",
      "Correct the field; the message is that of the API server."),
  MISSING_REQUESTS(
      Level.WARNING,
      "Utilization is a percentage of what the containers request. A pod with one container that"
          + " requests none of the resource has no utilization, and the controller reports"
          + " FailedGetResourceMetric for the metric. With request-base=Limits the same applies to"
          + " limits.",
      "Set the request, or limit, in every container, sidecars included; or use an averageValue, or a"
          + " ContainerResource metric of a container that has it."),
  UNKNOWN_CONTAINER(
      Level.WARNING,
      "A ContainerResource metric reads one container by its name; a pod without that container"
          + " fails the metric.",
      "Correct the container's name."),
  INJECTED_CONTAINERS(
      Level.NOTE,
      "Labels or annotations of the pod template or its namespace add containers when a pod is"
          + " created. If one of them requests none of the resource, the pod has no utilization.",
      "Set the requests of the injected containers with the annotations of the injector; or pass"
          + " the running pods as well, so that lint can check them."),
  ZERO_REQUEST(
      Level.WARNING,
      "Utilization is a percentage of what the containers request. Of a request of 0 there is none,"
          + " so the metric fails.",
      "Set the request to what a pod uses under ordinary load, or use an averageValue."),
  UNLIKELY_UNIT(
      Level.WARNING,
      "A CPU quantity without a suffix is in cores, and a memory quantity in bytes; m is a"
          + " thousandth of either. Such a request or target is never reached, or always exceeded.",
      "Write CPU in millicores, such as 500m, and memory in mebibytes, such as 500Mi."),
  TARGET_ABOVE_LIMIT(
      Level.WARNING,
      "A container cannot use more than its limit, so utilization stays below the target and the"
          + " HPA never scales up: CPU is throttled, and pods that exceed the memory limit"
          + " are"
          + " OOM-killed.",
      "Lower the target below limit / request, or raise the limit."),
  NO_HEADROOM(
      Level.WARNING,
      "At a utilization target of 100 % or more, pods use all of their requests before a pod is"
          + " added."
          + " A new pod needs a sync, a metrics interval and its own start before it helps; until"
          + " then there is no spare capacity, and nodes guarantee the requests only.",
      "Use a target that leaves room for the time a pod takes to start, such as 60 to 80; or set"
          + " limits above the target, so that pods can use more in the meantime."),
  TARGET_BELOW_IDLE(
      Level.WARNING,
      "Even at the lowest load of the trace, minReplicas pods exceed the target. The HPA"
          + " never"
          + " scales down to minReplicas, and the lower bound has no effect.",
      "Raise the target or the request, or raise minReplicas to the number of pods that the idle"
          + " load needs."),
  REPLICAS_IN_WORKLOAD(
      Level.WARNING,
      "Each time this manifest is applied, the number of pods is set back to its spec.replicas,"
          + " against the HPA, which needs at least one sync period to correct it. Of a live"
          + " object, lint reports only replicas that an applied manifest sets: the server fills in"
          + " the field everywhere else.",
      "Remove spec.replicas from the manifest. If it was applied before, transfer the field first"
          + " with kubectl apply --server-side, or the workload is scaled to 1 pod once."),
  REPLICAS_ZERO(
      Level.WARNING,
      "A target with 0 replicas disables its HPA: the controller reports ScalingDisabled and"
          + " never corrects them. Each time this manifest is applied, the workload stops until"
          + " someone scales it by hand.",
      "Remove spec.replicas from the manifest; or delete the HPA while the workload is to be"
          + " stopped."),
  REPLICAS_CHANGED_ELSEWHERE(
      Level.WARNING,
      "Since the HPA scaled this live object, another client has written its spec.replicas:"
          + " its managed fields name the client. If that is an operator or a tool that writes its"
          + " own number again and again, it undoes what the HPA decides.",
      "Let the client omit replicas while an HPA exists; or nothing, if a person scaled the"
          + " object once."),
  TARGET_NOT_GIVEN(
      Level.NOTE,
      "There are other objects, but not the target of this HPA. Its requests,"
          + " limits and"
          + " containers are not checked; and if the name or the namespace is misspelt, the"
          + " controller reports FailedGetScale.",
      "Correct name, kind or namespace, or pass the file of the target as well."),
  SHARED_TARGET(
      Level.WARNING,
      "Two HPAs of one target select the same pods. The controller reports"
          + " AmbiguousSelector for both, and nothing is scaled.",
      "Put all metrics into one HPA; it takes the largest proposal."),
  KEDA_SAME_TARGET(
      Level.WARNING,
      "KEDA creates a HorizontalPodAutoscaler for a ScaledObject. With this one the target has two:"
          + " the controller reports AmbiguousSelector for both, and nothing is scaled.",
      "Move the metrics into the ScaledObject (triggers of type cpu and memory exist) and delete"
          + " this"
          + " HPA, or delete the ScaledObject."),
  VPA_SAME_RESOURCE(
      Level.WARNING,
      "The VerticalPodAutoscaler changes the requests that this utilization is measured against."
          + " Each reacts to the other: larger requests lower the utilization and remove pods,"
          + " which raises the usage of the remaining pods and their requests again.",
      "Use an averageValue, which does not depend on requests; or set the VPA's updateMode to"
          + " \"Off\", or limit controlledResources to a resource that the HPA does not use,"
          + " or scale by another metric."),
  PDB_BLOCKS_EVICTION(
      Level.WARNING,
      "At minReplicas the disruption budget allows no pod to be evicted. Node drains, upgrades and"
          + " the cluster autoscaler wait until the load brings more pods.",
      "Set minAvailable below minReplicas, use maxUnavailable: 1, raise minReplicas, or set the"
          + " option drain=Surge."),
  MAX_EXCEEDS_QUOTA(
      Level.WARNING,
      "If all HPAs of the namespace scale to maxReplicas, as under a load that they share, the"
          + " quota rejects pods: the Deployments cannot create them, and the load stays above the"
          + " targets. Other pods of the namespace count as well.",
      "Raise the quota, or lower maxReplicas or the requests."),
  OVERLAPPING_SELECTORS(
      Level.WARNING,
      "Metrics are read of all pods that the target's selector matches, including those of the"
          + " other"
          + " workload. If both are scaled, the controller reports AmbiguousSelector.",
      "Give each workload a distinct label and use it in the selector."),
  CONTROLLED_TARGET(
      Level.WARNING,
      "Another object sets the replicas of this target and undoes what the HPA writes: a"
          + " Deployment those of its ReplicaSets, and a Rollout of Argo those of the Deployment"
          + " that its workloadRef names.",
      "Name the object that controls it in scaleTargetRef."),
  UNSCALABLE_TARGET(
      Level.WARNING,
      "This kind has no scale subresource; the controller reports FailedGetScale and does nothing.",
      "Name a Deployment, a StatefulSet, or another kind with a scale subresource."),
  UNKNOWN_KIND(
      Level.WARNING,
      "Kinds are case-sensitive, singular, and belong to an API group. The API server accepts any"
          + " string as a target's kind; the controller then finds no such kind, reports"
          + " FailedGetScale and does nothing.",
      "Write kind and apiVersion as the target's own manifest does, for instance kind: Deployment"
          + " with"
          + " apiVersion: apps/v1."),
  REMOVED_TARGET_API(
      Level.WARNING,
      "Kubernetes 1.16 and later do not serve workloads in this version. The controller looks for"
          + " the"
          + " kind in the API group: in the group extensions it finds none, reports FailedGetScale"
          + " and"
          + " does nothing. In the group apps it still finds the target, but tools that resolve the"
          + " version do not. The value of an Object metric is not read, because the described"
          + " object's kind is not found.",
      "Write the apiVersion that the message names."),
  MISMATCHED_TARGET(
      Level.WARNING,
      "The API server does not compare a target's type with its fields. The controller uses a"
          + " field"
          + " that depends on the metric type, or reports an invalid metric source: the"
          + " HPA uses"
          + " another target than its type specifies, or none.",
      "Set the one field that the type names: averageUtilization for Utilization, averageValue for"
          + " AverageValue, value for Value."),
  METRIC_DOES_NOT_FALL(
      Level.WARNING,
      "A Value target compares the total value with the target and multiplies the ready pods by the"
          + " ratio at every sync. A value that does not fall with more pods, such as an arrival"
          + " rate,"
          + " drives the HPA to maxReplicas and keeps it there.",
      "Use an averageValue target, which divides the value by the number of pods; use Value for"
          + " metrics that"
          + " fall with more pods, such as latency."),
  AVERAGE_OF_AVERAGE(
      Level.WARNING,
      "An averageValue target divides the value by the number of pods. For a latency, a percentage"
          + " or a value that is an average already, n pods then need n times the target, so that"
          + " the HPA practically never scales up.",
      "Use a metric that adds up over pods, such as a number of requests; or a Value target, which"
          + " compares the value as it is."),
  RATIO_WITH_AVERAGE_VALUE(
      Level.WARNING,
      "An averageValue target divides the value by the number of pods. A share of busy threads or"
          + " an average is the same with any number of pods, so that it proposes at most ceil(1 ÷"
          + " target) pods, and n pods need n times the target.",
      "Use a Value target (metricType: Value in a trigger of KEDA), or a query that adds up over"
          + " pods, such as the number of busy threads."),
  PERCENT_AS_QUANTITY(
      Level.WARNING,
      "kubectl autoscale --cpu=50 sets an averageValue of 50 millicores; --cpu=50%, or the older"
          + " --cpu-percent=50, sets 50 % of the request. A target far below the request gives"
          + " several times as many pods.",
      "Use a utilization: target: {type: Utilization, averageUtilization: 50}; or ignore this rule"
          + " if the pods use so little."),
  VALUE_OF_READY_PODS(
      Level.NOTE,
      "A Value target multiplies the pods that are running and ready by the ratio of metric to"
          + " target. If pods fail their readiness probes under overload, the proposal falls while"
          + " the metric rises: without ready pods it is 0, with half of them a ratio of 1.5"
          + " removes pods.",
      "Nothing, if pods stay ready under overload; otherwise set the option value-base=Spec, or use"
          + " an averageValue target of a metric that adds up over pods, such as a number of"
          + " requests, in its place or as a second metric: the larger proposal has an effect."),
  SURGE_BECOMES_REQUESTED(
      Level.NOTE,
      "Within the tolerance, an averageValue of an External or Object metric proposes the pods that"
          + " the target has (kubernetes/kubernetes 138505). During a rollout of a Deployment these"
          + " include the additional ones of maxSurge, so that each rollout adds replicas, which"
          + " only a later scale-down removes.",
      "Set the option rollout=Compensate, or maxSurge: 0 in the Deployment."),
  LATENCY_BELOW_SERVICE_TIME(
      Level.WARNING,
      "A request takes the time of --service-time even in a pod without other load. No number of"
          + " pods has a lower latency, so that the HPA adds pods up to maxReplicas and keeps"
          + " them.",
      "Use a target above the latency without load, such as twice of it; or make requests faster."),
  METRIC_WITHOUT_RULE(
      Level.WARNING,
      "No rule of --prometheus-rules can give a metric of this name, whatever series Prometheus"
          + " has. It is read from the metrics API, and fails if no adapter has it.",
      "Correct the name, or add a rule; ignore it for metrics of other adapters."),
  RULE_WITHOUT_GROUP_BY(
      Level.WARNING,
      "The adapter assigns the values of a Pods or Object metric to objects by the labels of the"
          + " result. A query that adds up all series has no labels: the metric is listed, and each"
          + " read answers NotFound. Without <<.LabelMatchers>> it also reads other namespaces.",
      "Write metricsQuery: sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>), with further"
          + " matchers after <<.LabelMatchers>>."),
  UPPERCASE_EXTERNAL_NAME(
      Level.WARNING,
      "Clients of the metrics API request External metrics by names in lower case. An adapter that"
          + " distinguishes case has no such metric.",
      "Write the name in lower case, here and in the adapter."),
  MEMORY_DOES_NOT_FALL(
      Level.WARNING,
      "Most processes do not release memory: caches, heaps and allocators do not shrink"
          + " when"
          + " the load moves to new pods. The memory of the old pods stays above"
          + " the target, and"
          + " the HPA adds pods up to maxReplicas and keeps them.",
      "Scale by CPU or by request rate. Keep the memory metric only if the memory of a pod"
          + " follows its load, and then ignore this rule with --ignore memory-does-not-fall."),
  EMPTY_METRICS(
      Level.WARNING,
      "An empty list of metrics is not \"no metrics\": the API server replaces it with a CPU"
          + " utilization of 80 %.",
      "List the intended metrics, or delete the HPA."),
  REPEATED_METRIC(
      Level.WARNING,
      "If a metric has two targets, only the one that proposes more pods has an effect.",
      "Keep the stricter target."),
  TOLERANCE_HIDES_STEP(
      Level.WARNING,
      "The controller does not scale while the ratio of metric to target is within 1 ± tolerance."
          + " One"
          + " pod at n pods is a step of 1/n; with a wider tolerance the"
          + " HPA"
          + " skips single pods and reacts late, or never.",
      "Set a tolerance below 1/n for the largest n at which single steps matter."),
  DROPPED_TOLERANCE(
      Level.WARNING,
      "If the feature gate HPAConfigurableTolerance is disabled, the API server silently drops"
          + " the"
          + " tolerance.",
      "Enable the feature gate, or remove the tolerance."),
  FIXED_REPLICAS(
      Level.WARNING,
      "If both bounds are equal, the number of replicas is fixed, but metrics are still read"
          + " and"
          + " their failures reported.",
      "Widen the bounds; or delete the HPA and set spec.replicas."),
  SHORTER_THAN_SYNC(
      Level.WARNING,
      "HPAs are reconciled once per sync period. A stabilization window shorter than that"
          + " contains the current proposal only, and a policy's period ends before the next"
          + " sync, so that its limit applies per sync and not per period.",
      "Use at least the sync period; a stabilization window may also be 0, which disables it."),
  FLAPPING_BEHAVIOR(
      Level.WARNING,
      "Scaling up is fast, and scaling down is neither delayed nor limited. Each dip of a noisy"
          + " metric"
          + " removes pods that the next sync adds again; pods start and stop constantly,"
          + " and"
          + " new pods serve load before they are warm.",
      "Remove stabilizationWindowSeconds: 0 from scaleDown (the default is 300), or limit"
          + " scaleDown to"
          + " a few percent per minute."),
  NEVER_SCALES(
      Level.WARNING,
      "Both directions are disabled, so replicas change only to satisfy the bounds.",
      "Enable a direction, or delete the HPA."),
  REMOVED_VERSION(
      Level.WARNING,
      "Kubernetes 1.26 and later do not serve this version and reject the manifest.",
      "Convert it to the current version: hpa convert --to autoscaling/v2 -f FILE"),
  IGNORED_ANNOTATION(
      Level.WARNING,
      "The API server reserves this annotation. In this version it is dropped on write; in"
          + " others an unparsable value is silently ignored.",
      "Use the fields of autoscaling/v2 instead."),
  UNKNOWN_OPTION(
      Level.WARNING,
      "The controller ignores annotations under hpa.dev/ that are no options, and sets the"
          + " condition OptionsValid to False. The option that was meant does not apply.",
      "Correct the key; hpa options lists the keys."),
  INVALID_OPTION(
      Level.WARNING,
      "The controller ignores an option whose value is invalid, sets the condition OptionsValid to"
          + " False, and behaves as without the option.",
      "Correct the value; hpa options lists the accepted values."),
  CONTRADICTING_OPTIONS(
      Level.WARNING,
      "Some options have an effect only together with another one. Without it, or with a value of"
          + " the other that excludes them, the controller ignores them and sets the condition"
          + " OptionsValid to False.",
      "Set the other option too, or remove this one."),
  MISPLACED_OPTION(
      Level.WARNING,
      "Options are read from HorizontalPodAutoscalers and their Namespaces, and KEDA copies those"
          + " of a ScaledObject to its HorizontalPodAutoscaler. On other objects, such as the scale"
          + " target, the annotation has no effect.",
      "Move the annotation to the HorizontalPodAutoscaler, or to the ScaledObject if there is"
          + " one."),
  PAST_MODE_UNTIL(
      Level.WARNING,
      "From mode-until on the mode is Active again: the controller scales the target, and sets the"
          + " condition OptionsValid to False.",
      "Remove mode and mode-until, or set a later time."),
  FALLBACK_OUTSIDE_BOUNDS(
      Level.WARNING,
      "minReplicas and maxReplicas apply to a fallback as to any other proposal, so that the target"
          + " never gets these replicas.",
      "Set fallback-replicas to a number from minReplicas to maxReplicas."),
  FALLBACK_AT_ZERO(
      Level.WARNING,
      "With minReplicas 0 the target may have no pods when a metric fails. The strategy Static then"
          + " starts pods without demand; the other strategies keep 0 replicas, so that demand is"
          + " not served until the metric recovers.",
      "Decide which of the two you need, and ignore this rule with --ignore fallback-at-zero; or"
          + " set minReplicas to 1."),
  FALLBACK_SCALES_DOWN(
      Level.WARNING,
      "A failed metric says nothing about the load. If no other metric proposes more, such a"
          + " fallback removes pods during an outage of the metrics source.",
      "Use fallback-strategy CurrentReplicasIfHigher or CurrentReplicas, or more"
          + " fallback-replicas."),
  UNKNOWN_FORECASTER(
      Level.WARNING,
      "Only the forecasters seasonal and holt-winters are built in. If no plug-in has this one, the"
          + " controller reports NoForecaster, and nothing is forecast.",
      "Use seasonal or holt-winters; or ignore this rule with --ignore unknown-forecaster if the"
          + " controller has the plug-in."),
  FORECAST_WITHOUT_EFFECT(
      Level.WARNING,
      "A forecast can only raise the replicas. With selectPolicy Disabled for scale-ups they are"
          + " never raised.",
      "Enable scale-ups, or remove the forecast."),
  FORECAST_HORIZON_TOO_SHORT(
      Level.WARNING,
      "A stabilization window for scale-ups takes the lowest recommendation of the window. One that"
          + " is not shorter than the horizon holds the forecast back until the load is there.",
      "Remove behavior.scaleUp.stabilizationWindowSeconds, or set a longer forecast-horizon."),
  ZERO_IS_NORMAL(
      Level.WARNING,
      "An HPA with minReplicas 0 scales to zero when its Object and External metrics are 0."
          + " With treat-as-missing=zero that value counts as a failure, so that the target keeps"
          + " its replicas or falls back.",
      "Remove zero from treat-as-missing, or set minReplicas to 1."),
  OLDER_THAN_TOO_SHORT(
      Level.WARNING,
      "metrics-server scrapes every 15 s to 60 s, and a kubelet measures every 10 s to 15 s, so"
          + " that values of a healthy metrics-server may be 60 s old. With a shorter older-than"
          + " they count as failures.",
      "Use older-than=2m or longer for Resource and ContainerResource metrics."),
  SYNC_PERIOD_TOO_SHORT(
      Level.WARNING,
      "metrics-server has a new value every 15 s at most. Shorter periods read the same values"
          + " again and use up the budget of --sync-budget, without earlier decisions.",
      "Use 15s or longer, or add a metric from a source with newer values."),
  PODS_NOT_OWNED(
      Level.WARNING,
      "With selection-strategy OwnerReference only pods count whose chain of controller references"
          + " ends at the target. A custom resource that does not control its pods owns none, so"
          + " that its metrics fail and the target keeps its replicas.",
      "Use LabelSelector; or, if the target controls its pods, pass the object that it controls as"
          + " well, or ignore this rule with --ignore pods-not-owned."),
  TARGET_WITHOUT_ROLLOUTS(
      Level.WARNING,
      "A ReplicaSet or ReplicationController has one template and never more pods than requested"
          + " because of a rollout. With rollout Compensate its scale-downs only wait longer.",
      "Remove the option, or scale the Deployment."),
  ORDER_WITHOUT_REPLICA_SET(
      Level.WARNING,
      "Only ReplicaSets respect the deletion cost of pods, by which scale-down-order works. A"
          + " StatefulSet deletes the pod with the highest ordinal, whatever its zone and load are.",
      "Remove the option, or scale a Deployment or ReplicaSet."),
  OPTION_WITHOUT_METRIC(
      Level.WARNING,
      "value-base changes metrics with a Value target, request-base those with a utilization,"
          + " stuck-after those of pods, and aggregate.METRIC the metric with this name. Without such a metric the option has no"
          + " effect.",
      "Remove the option, or use such a metric."),
  WATERMARK_WITHOUT_METRIC(
      Level.WARNING,
      "A watermark is that of the metric in its name: the resource of a Resource metric,"
          + " CONTAINER.RESOURCE of a ContainerResource metric, the name of any other metric."
          + " Without such a metric it has no effect.",
      "Correct the name; the message lists the names of the metrics."),
  SCHEDULE_MIN_ABOVE_MAX(
      Level.WARNING,
      "The minimum of a schedule is above the maximum that applies at the same time: that of other"
          + " schedules, or maxReplicas if none has one. The maximum applies to both.",
      "Set max in the same schedule, or lower min."),
  SCHEDULE_WITHOUT_EFFECT(
      Level.WARNING,
      "The bounds are the same without the schedule: other schedules, or the spec, have higher ones"
          + " or the same whenever it is active.",
      "Remove the schedule, or correct its times or bounds."),
  OVERLAPPING_SCHEDULES(
      Level.NOTE,
      "Of the schedules that are active at a time, the highest min and the highest max apply. A"
          + " schedule that is meant to lower a bound does not do so while another one sets a"
          + " higher one.",
      "Nothing, if the highest bounds are what you need; otherwise end one schedule where the other"
          + " begins."),
  SCHEDULE_GAP(
      Level.NOTE,
      "For at most an hour between the times of schedules none is active, so that the bounds of the"
          + " spec apply and the replicas may change twice. A range ends before the time that it"
          + " names: 00:00-23:59 does not include the last minute of the day.",
      "Let one schedule end when the next begins, with 24:00 for the end of the day; or leave it,"
          + " if the gap is intended."),
  SCHEDULE_TIME_CHANGE(
      Level.NOTE,
      "A schedule begins or ends at a local time that a time change of its zone skips or repeats. A"
          + " skipped time is the first instant after it, and of a repeated one the first counts.",
      "Nothing, if that is acceptable; otherwise use another time, or the zone UTC.");

  /** The severity of a finding. Notes do not affect the exit status. */
  enum Level {
    ERROR,
    WARNING,
    NOTE;

    /** The name in output, which is also SARIF's level. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Level level;
  private final String why;
  private final String fix;

  LintRule(Level level, String why, String fix) {
    this.level = level;
    this.why = why;
    this.fix = fix;
  }

  /** The name in output. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  Level level() {
    return level;
  }

  /** The consequence of the problem. */
  String why() {
    return why;
  }

  /** How to fix it. */
  String fix() {
    return fix;
  }
}
