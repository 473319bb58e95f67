package dev.hpa.kube.content;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A Protobuf message type: its fields by field number. */
final class ProtobufMessage {

  /**
   * A field.
   *
   * @param name field name in JSON
   * @param type the name of a message for {@link Kind#MESSAGE}
   */
  record Field(int number, String name, Kind kind, String type, boolean isList) {

    /** The message type of the value. */
    ProtobufMessage message() {
      return named(type);
    }

    /** Whether the value is an object in JSON, whose members are repeated fields in Protobuf. */
    boolean isMap() {
      return kind == Kind.LABELS || kind == Kind.AMOUNTS;
    }
  }

  /** How a value is converted to JSON. */
  enum Kind {
    STRING,
    /** A string that the parser already has, of no message. */
    KNOWN,
    INT,
    BOOL,
    /** A message with seconds and nanoseconds; a string in JSON. */
    TIME,
    /** A message with nanoseconds; a string in JSON. */
    DURATION,
    /** A message with a text; a string in JSON. */
    QUANTITY,
    /** A message with JSON text. */
    RAW,
    /** Entries with a text. */
    LABELS,
    /** Entries with a quantity. */
    AMOUNTS,
    MESSAGE;

    static Kind of(String type) {
      return switch (type) {
        case "string" -> STRING;
        case "int" -> INT;
        case "bool" -> BOOL;
        case "Time" -> TIME;
        case "Duration" -> DURATION;
        case "Quantity" -> QUANTITY;
        case "Raw" -> RAW;
        case "Labels" -> LABELS;
        case "Amounts" -> AMOUNTS;
        default -> MESSAGE;
      };
    }
  }

  /**
   * The messages that this project reads and writes, with numbers and types from the API's {@code
   * generated.proto} files and names from its JSON. Fields that no caller reads are omitted. The
   * number of syncPeriodSeconds is the next free one, because no release has it yet. Time,
   * Duration, Quantity, Raw and the entries of Labels and Amounts are messages too; see {@link
   * Kind}.
   */
  private static final String DEFINITIONS =
      """
      Status: 2 status string, 3 message string, 4 reason string, 6 code int

      APIResourceList: 1 groupVersion string, 2 resources APIResource[]
      APIResource: 1 name string, 2 namespaced bool, 3 kind string, 6 singularName string, \
      8 group string, 9 version string

      ObjectMeta: 1 name string, 2 generateName string, 3 namespace string, 4 selfLink string, \
      5 uid string, 6 resourceVersion string, 7 generation int, 8 creationTimestamp Time, \
      9 deletionTimestamp Time, 10 deletionGracePeriodSeconds int, 11 labels Labels, \
      12 annotations Labels, 13 ownerReferences Owner[], 14 finalizers string[], \
      17 managedFields ManagedFields[]
      Owner: 1 kind string, 3 name string, 4 uid string, 5 apiVersion string, 6 controller bool, \
      7 blockOwnerDeletion bool
      ManagedFields: 1 manager string, 2 operation string, 3 apiVersion string, 4 time Time, \
      6 fieldsType string, 7 fieldsV1 Raw, 8 subresource string

      ListMeta: 1 selfLink string, 2 resourceVersion string, 3 continue string, \
      4 remainingItemCount int

      PodList: 1 metadata ListMeta, 2 items Pod[]
      Pod: 1 metadata ObjectMeta, 2 spec PodSpec, 3 status PodStatus
      PodSpec: 2 containers PodContainer[], 10 nodeName string, 20 initContainers PodContainer[], \
      32 overhead Amounts, 40 resources Resources
      PodContainer: 1 name string, 8 resources Resources, 24 restartPolicy string
      Resources: 1 limits Amounts, 2 requests Amounts
      PodStatus: 1 phase string, 2 conditions PodCondition[], 7 startTime Time, \
      8 containerStatuses PodContainerStatus[], 10 initContainerStatuses PodContainerStatus[], \
      19 allocatedResources Amounts, 20 resources Resources
      PodContainerStatus: 1 name string, 10 allocatedResources Amounts, 11 resources Resources
      PodCondition: 1 type string, 2 status string, 4 lastTransitionTime Time

      HorizontalPodAutoscalerList: 1 metadata ListMeta, 2 items HorizontalPodAutoscaler[]
      HorizontalPodAutoscaler: 1 metadata ObjectMeta, 2 spec HpaSpec, 3 status HpaStatus
      HpaSpec: 1 scaleTargetRef Reference, 2 minReplicas int, 3 maxReplicas int, \
      4 metrics MetricSpec[], 5 behavior Behavior, 6 syncPeriodSeconds int
      Reference: 1 kind string, 2 name string, 3 apiVersion string
      MetricSpec: 1 type string, 2 object ObjectSource, 3 pods PodsSource, 4 resource ResourceSource, \
      5 external ExternalSource, 7 containerResource ContainerSource
      ObjectSource: 1 describedObject Reference, 2 target Target, 3 metric Identifier
      PodsSource: 1 metric Identifier, 2 target Target
      ResourceSource: 1 name string, 2 target Target
      ExternalSource: 1 metric Identifier, 2 target Target
      ContainerSource: 1 name string, 2 target Target, 3 container string
      Target: 1 type string, 2 value Quantity, 3 averageValue Quantity, 4 averageUtilization int
      Identifier: 1 name string, 2 selector LabelSelector
      LabelSelector: 1 matchLabels Labels, 2 matchExpressions Requirement[]
      Requirement: 1 key string, 2 operator string, 3 values string[]
      Behavior: 1 scaleUp ScalingRules, 2 scaleDown ScalingRules
      ScalingRules: 1 selectPolicy string, 2 policies ScalingPolicy[], \
      3 stabilizationWindowSeconds int, 4 tolerance Quantity
      ScalingPolicy: 1 type string, 2 value int, 3 periodSeconds int
      HpaStatus: 1 observedGeneration int, 2 lastScaleTime Time, 3 currentReplicas int, \
      4 desiredReplicas int, 5 currentMetrics MetricStatus[], 6 conditions HpaCondition[]
      HpaCondition: 1 type string, 2 status string, 3 lastTransitionTime Time, 4 reason string, \
      5 message string, 6 observedGeneration int
      MetricStatus: 1 type string, 2 object ObjectStatus, 3 pods PodsStatus, \
      4 resource ResourceStatus, 5 external ExternalStatus, 7 containerResource ContainerStatus
      ObjectStatus: 1 metric Identifier, 2 current Current, 3 describedObject Reference
      PodsStatus: 1 metric Identifier, 2 current Current
      ResourceStatus: 1 name string, 2 current Current
      ExternalStatus: 1 metric Identifier, 2 current Current
      ContainerStatus: 1 name string, 2 current Current, 3 container string
      Current: 1 value Quantity, 2 averageValue Quantity, 3 averageUtilization int

      PodMetricsList: 2 items PodMetrics[]
      PodMetrics: 1 metadata ObjectMeta, 2 timestamp Time, 3 window Duration, \
      4 containers Container[]
      Container: 1 name string, 2 usage Amounts

      MetricValueList: 2 items MetricValue[]
      MetricValue: 1 describedObject Described, 2 metric Metric, 3 timestamp Time, \
      4 windowSeconds int, 5 value Quantity
      OlderMetricValueList: 2 items OlderMetricValue[]
      OlderMetricValue: 1 describedObject Described, 2 metricName string, 3 timestamp Time, \
      4 window int, 5 value Quantity
      Described: 2 namespace string, 3 name string
      Metric: 1 name string

      ExternalMetricValueList: 2 items ExternalMetricValue[]
      ExternalMetricValue: 1 metricName string, 2 metricLabels Labels, 3 timestamp Time, \
      4 window int, 5 value Quantity

      Scale: 1 metadata ObjectMeta, 2 spec Spec, 3 status ScaleStatus
      OlderScale: 1 metadata ObjectMeta, 2 spec Spec, 3 status OlderScaleStatus
      Spec: 1 replicas int
      ScaleStatus: 1 replicas int, 2 selector string
      OlderScaleStatus: 1 replicas int, 2 selector Labels, 3 targetSelector string
      """;

  private static final Map<String, ProtobufMessage> BY_NAME = parse();

  private static final Set<String> OLDER =
      Set.of("custom.metrics.k8s.io/v1beta1", "extensions/v1beta1", "apps/v1beta1", "apps/v1beta2");

  private static final ProtobufMessage UNKNOWN = new ProtobufMessage(List.of());

  /** Indexed by field number; the numbers of the API are small. */
  private final @Nullable Field[] fields;

  private ProtobufMessage(List<Field> fields) {
    int highest = fields.stream().mapToInt(Field::number).max().orElse(0);
    this.fields = new @Nullable Field[highest + 1];
    fields.forEach(each -> this.fields[each.number()] = each);
  }

  private static Map<String, ProtobufMessage> parse() {
    Map<String, ProtobufMessage> messages = new HashMap<>();
    for (String line : DEFINITIONS.lines().filter(each -> !each.isBlank()).toList()) {
      List<Field> fields = new ArrayList<>();
      int colon = line.indexOf(':');
      for (String text : line.substring(colon + 2).split(", ", -1)) {
        String[] part = text.split(" ", -1);
        boolean isList = part[2].endsWith("[]");
        String type = part[2].replace("[]", "");
        fields.add(new Field(Integer.parseInt(part[0]), part[1], Kind.of(type), type, isList));
      }
      messages.put(line.substring(0, colon), new ProtobufMessage(fields));
    }
    return messages;
  }

  static ProtobufMessage named(String name) {
    return Objects.requireNonNull(BY_NAME.get(name), name);
  }

  /** Returns the message type of a kind; one without fields if the kind is unknown. */
  static ProtobufMessage of(String apiVersion, String kind) {
    String name = OLDER.contains(apiVersion) ? "Older" + kind : kind;
    return BY_NAME.getOrDefault(name, UNKNOWN);
  }

  /** The field of a number; null if it is unknown. */
  @Nullable Field field(int number) {
    return number < fields.length ? fields[number] : null;
  }
}
