package dev.hpa.kube.content;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A Protobuf message type: its fields by field number. */
record ProtobufMessage(Map<Integer, Field> fields) {

  /**
   * A field.
   *
   * @param name field name in JSON
   * @param type one of the types below, or a message
   */
  record Field(String name, String type, boolean isList) {}

  /**
   * The messages that providers and scale clients read, with numbers and types from the API's
   * {@code generated.proto} files and names from its JSON. Fields that no caller reads are omitted.
   * Time, Duration, Quantity and Raw are messages in Protobuf and scalar or raw values in JSON; map
   * entries are messages too.
   */
  private static final String DEFINITIONS =
      """
      Type: 1 apiVersion string, 2 kind string
      Time: 1 seconds int, 2 nanos int
      Duration: 1 nanos int
      Quantity: 1 text string
      Raw: 1 text string
      Label: 1 key string, 2 value string
      Amount: 1 key string, 2 value Quantity

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
      Described: 3 name string
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

  private static Map<String, ProtobufMessage> parse() {
    Map<String, ProtobufMessage> messages = new HashMap<>();
    for (String line : DEFINITIONS.lines().filter(each -> !each.isBlank()).toList()) {
      Map<Integer, Field> fields = new HashMap<>();
      int colon = line.indexOf(':');
      for (String text : line.substring(colon + 2).split(", ", -1)) {
        String[] part = text.split(" ", -1);
        boolean isList = part[2].endsWith("[]");
        fields.put(Integer.valueOf(part[0]), new Field(part[1], part[2].replace("[]", ""), isList));
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
    return BY_NAME.getOrDefault(name, new ProtobufMessage(Map.of()));
  }
}
