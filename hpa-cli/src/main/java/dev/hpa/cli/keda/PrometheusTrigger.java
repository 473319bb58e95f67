package dev.hpa.cli.keda;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.core.forecast.InvalidQueryException;
import dev.hpa.core.forecast.QueryShape;
import dev.hpa.core.forecast.RatioQuery;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A trigger of type prometheus, which becomes an External metric and the rule of its query. */
final class PrometheusTrigger {

  private static final Set<String> TARGETS = Set.of(MetricTarget.AVERAGE_VALUE, MetricTarget.VALUE);

  private static final String AUTH_MODES = "authModes";
  private static final String THRESHOLD = "threshold";
  private static final String ACTIVATION = "activationThreshold";
  private static final String HEADERS = "customHeaders";

  private static final Map<String, String> FLAGS =
      Map.of(
          "bearer", "--prometheus-token-file",
          "basic", "--prometheus-basic-auth-file",
          "tls", "--prometheus-client-tls-cert-file and --prometheus-client-tls-key-file",
          "custom", "--prometheus-header",
          "apiKey", "--prometheus-header");

  private final Fields trigger;
  private final Fields metadata;

  PrometheusTrigger(Fields trigger) {
    this.trigger = trigger;
    this.metadata = trigger.object("metadata");
  }

  /**
   * What the trigger becomes.
   *
   * @param metric an element of {@code spec.metrics}
   */
  record Converted(ObjectNode metric, MetricRule rule) {}

  /**
   * Converts the trigger.
   *
   * @param metric the name of the metric
   * @param isToZero whether the activation decides about the last replica
   * @param isAlone whether there is no other trigger
   * @param minimum the least replicas
   * @return null if there is a problem
   */
  @Nullable Converted convert(String metric, boolean isToZero, boolean isAlone, int minimum) {
    PrometheusServer server = server();
    String type = metricType();
    String threshold = threshold();
    double activation = isToZero ? activation(isAlone) : 0;
    boolean ignoresNull = metadata.flag("ignoreNullValues", true);
    String query = metadata.required("query");
    String rule = query == null ? null : expression(query.strip(), ignoresNull, activation);
    ratio(minimum).ifPresent(text -> metadata.note("threshold", text));
    reportRest(isToZero);
    if (server == null || type == null || threshold == null || rule == null) {
      return null;
    }
    return new Converted(
        metric(metric, type, threshold),
        new MetricRule(metric, rule, metadata.path("serverAddress"), server));
  }

  /** An External metric. */
  static ObjectNode metric(String name, String type, String threshold) {
    ObjectNode metric = Json.mapper().createObjectNode();
    metric.put("type", MetricSpec.EXTERNAL);
    ObjectNode external = metric.putObject("external");
    external.putObject("metric").put("name", name);
    external
        .putObject("target")
        .put("type", type)
        .put(type.equals(MetricTarget.VALUE) ? "value" : "averageValue", threshold);
    return metric;
  }

  /** What is wrong with a target that divides a share by the pods; empty if nothing is. */
  Optional<String> ratio(int minimum) {
    String type = trigger.text("metricType");
    String query = metadata.text("query");
    Double threshold = metadata.number(THRESHOLD);
    boolean isAverage = type == null || type.isEmpty() || type.equals(MetricTarget.AVERAGE_VALUE);
    if (!isAverage || query == null || threshold == null || threshold <= 0) {
      return Optional.empty();
    }
    boolean isShare = threshold < 1 && minimum > 1;
    return isShare || RatioQuery.matches(query)
        ? Optional.of(
            "%s is divided by the pods, so that n pods need n times %s%s; set metricType: Value, or"
                    .formatted(
                        isShare ? "a share" : "an average or a quotient",
                        BigDecimal.valueOf(threshold).stripTrailingZeros().toPlainString(),
                        threshold < 1
                            ? ", and a share of 1 proposes " + (long) Math.ceil(1 / threshold)
                            : "")
                + " a query that adds up over pods")
        : Optional.empty();
  }

  private @Nullable PrometheusServer server() {
    String url = metadata.required("serverAddress");
    Map<String, String> headers = headers();
    return url == null || headers == null ? null : new PrometheusServer(url, headers);
  }

  private @Nullable Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    String text = metadata.text(HEADERS);
    if (text == null || text.isBlank()) {
      return headers;
    }
    for (String part : text.split(",", -1)) {
      String[] pair = part.split("=", -1);
      if (pair.length != 2) {
        metadata.problem(HEADERS, "\"%s\" is not NAME=VALUE; correct it".formatted(part.strip()));
        return null;
      }
      headers.put(pair[0].strip(), pair[1].strip());
    }
    return headers;
  }

  private @Nullable String metricType() {
    String type = trigger.text("metricType");
    if (type == null || type.isEmpty()) {
      return MetricTarget.AVERAGE_VALUE;
    }
    if (!TARGETS.contains(type)) {
      trigger.problem(
          "metricType", "\"%s\" is not AverageValue or Value; correct it".formatted(type));
      return null;
    }
    return type;
  }

  /** In milli-units, as KEDA writes it to its autoscaler. */
  private @Nullable String threshold() {
    if (metadata.required(THRESHOLD) == null) {
      return null;
    }
    Double value = metadata.number(THRESHOLD);
    if (value == null) {
      return null;
    }
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(3, RoundingMode.HALF_EVEN);
    if (rounded.signum() <= 0) {
      metadata.problem(THRESHOLD, "is not at least 0.001; correct it");
      return null;
    }
    return rounded.stripTrailingZeros().scale() <= 0
        ? rounded.toBigInteger().toString()
        : rounded.movePointRight(3).toBigInteger() + "m";
  }

  /** Below it, KEDA has no replicas, whatever the target says. */
  private double activation(boolean isAlone) {
    Double activation = metadata.number(ACTIVATION);
    Double threshold = metadata.number(THRESHOLD);
    if (activation == null) {
      return 0;
    }
    if (activation < 0) {
      metadata.problem(
          ACTIVATION, "a value of 0 keeps a replica; set minReplicaCount to 1, or at least 0 here");
    } else if (!isAlone && threshold != null && activation > threshold) {
      metadata.problem(
          ACTIVATION,
          "is greater than the threshold and there are other triggers, which an HPA cannot express;"
              + " set at most the threshold");
    }
    return Math.max(0, activation);
  }

  /**
   * The query, with KEDA's treatment of its result: no value, NaN and infinity are 0, or failures
   * unless they are ignored; a negative value, and one that does not activate, is 0.
   */
  private @Nullable String expression(String query, boolean ignoresNull, double activation) {
    QueryShape shape;
    try {
      shape = QueryShape.of(query);
    } catch (InvalidQueryException malformed) {
      metadata.problem("query", malformed.text());
      return null;
    }
    if (shape == QueryShape.SEVERAL) {
      metadata.note(
          "query",
          "may return several series, which KEDA rejects and an HPA adds up; aggregate it, such as"
              + " with sum(…)");
    }
    String value =
        (shape == QueryShape.SCALAR ? "vector(" : "(")
            + query
            + (query.contains("#") ? "\n)" : ")");
    String least = BigDecimal.valueOf(activation).stripTrailingZeros().toPlainString();
    if (ignoresNull) {
      return "(%s > %s < Inf) or on() vector(0)".formatted(value, least);
    }
    String finite = "(%s > -Inf < Inf)".formatted(value);
    return activation > 0
        ? "%s * (%s > bool %s)".formatted(finite, finite, least)
        : "clamp_min(%s, 0)".formatted(finite);
  }

  private void reportRest(boolean isToZero) {
    if (!isToZero && metadata.has(ACTIVATION)) {
      metadata.note(ACTIVATION, "is omitted: it applies only where KEDA scales to zero");
    }
    reportCredentials();
    for (String name : List.of("namespace", "queryParameters", "awsRegion", "identityOwner")) {
      if (metadata.has(name)) {
        metadata.problem(
            name,
            "requests have no such parameter here; remove it, or put a proxy before the server");
      }
    }
    if (metadata.has("timeout")) {
      metadata.note("timeout", "is omitted; start the controller with --prometheus-timeout");
    }
    if (metadata.flag("unsafeSsl", false)) {
      metadata.note(
          "unsafeSsl",
          "is omitted: certificates are verified; start the controller with --prometheus-ca-file");
    }
    metadata.get("metricName");
    metadata.omitUnread();
  }

  /** Secrets are never converted: the controller reads files. */
  private void reportCredentials() {
    String field = metadata.has("authMode") ? "authMode" : AUTH_MODES;
    String modes = metadata.text(field);
    for (String part : modes == null ? new String[0] : modes.split(",", -1)) {
      String flag = FLAGS.get(part.strip());
      if (flag == null) {
        metadata.problem(
            field,
            "\"%s\" is not supported; use a token in a file, a password or a certificate"
                .formatted(part.strip()));
      } else {
        metadata.note(field, "\"%s\": start the controller with %s".formatted(part.strip(), flag));
      }
    }
    if (modes == null && trigger.has("authenticationRef")) {
      trigger.note(
          "authenticationRef",
          "is omitted; give the controller the credentials of the server, such as with"
              + " --prometheus-token-file");
    }
    trigger.get("authenticationRef");
  }
}
