package dev.hpa.controller.cache;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.Quantity;
import dev.hpa.kube.content.ProtobufWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Encodes statuses of autoscaling/v2 in Protobuf, with the bytes that an API server stores: strings
 * and numbers that are not optional are written even if they are empty. Field numbers are those of
 * {@code k8s.io/api/autoscaling/v2/generated.proto}. As {@link ProtobufWriter} requires, each
 * method writes the last field first.
 */
final class StatusMessage {

  private final ProtobufWriter out = new ProtobufWriter();

  private StatusMessage() {}

  static byte[] of(HpaStatus status) {
    StatusMessage message = new StatusMessage();
    message.status(status);
    return message.out.toBytes();
  }

  /** A status as a server returns it after {@link #of}: times in seconds, no empty lists. */
  static HpaStatus canonical(HpaStatus status) {
    return new HpaStatus(
        status.observedGeneration(),
        seconds(status.lastScaleTime()),
        status.currentReplicas(),
        status.desiredReplicas(),
        status.currentMetricsOrEmpty().isEmpty() ? null : status.currentMetrics(),
        status.conditionsOrEmpty().isEmpty()
            ? null
            : status.conditionsOrEmpty().stream().map(StatusMessage::canonical).toList());
  }

  private static HpaCondition canonical(HpaCondition condition) {
    Instant time = seconds(condition.lastTransitionTime());
    return Objects.equals(time, condition.lastTransitionTime())
        ? condition
        : new HpaCondition(
            condition.type(),
            condition.status(),
            time,
            condition.reason(),
            condition.message(),
            condition.observedGeneration());
  }

  private static @Nullable Instant seconds(@Nullable Instant time) {
    return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS);
  }

  private void status(HpaStatus status) {
    reversed(6, status.conditionsOrEmpty(), this::condition);
    reversed(5, status.currentMetricsOrEmpty(), this::metric);
    out.number(4, status.desiredReplicas());
    out.number(3, status.currentReplicas());
    Instant scaled = status.lastScaleTime();
    if (scaled != null) {
      time(2, scaled);
    }
    number(1, status.observedGeneration());
  }

  private <T> void reversed(int field, List<T> list, Consumer<T> content) {
    for (T each : list.reversed()) {
      out.message(field, () -> content.accept(each));
    }
  }

  private void condition(HpaCondition condition) {
    number(6, condition.observedGeneration());
    out.text(5, condition.message());
    out.text(4, condition.reason());
    time(3, condition.lastTransitionTime());
    out.text(2, condition.status());
    out.text(1, condition.type());
  }

  private void metric(MetricStatus metric) {
    MetricStatus.ContainerResourceStatus container = metric.containerResource();
    if (container != null) {
      out.message(
          7,
          () -> {
            out.text(3, container.container());
            current(container.current());
            out.text(1, container.name());
          });
    }
    MetricStatus.ExternalStatus external = metric.external();
    if (external != null) {
      out.message(5, () -> identified(external.metric(), external.current()));
    }
    MetricStatus.ResourceStatus resource = metric.resource();
    if (resource != null) {
      out.message(
          4,
          () -> {
            current(resource.current());
            out.text(1, resource.name());
          });
    }
    MetricStatus.PodsStatus pods = metric.pods();
    if (pods != null) {
      out.message(3, () -> identified(pods.metric(), pods.current()));
    }
    MetricStatus.ObjectStatus object = metric.object();
    if (object != null) {
      out.message(
          2,
          () -> {
            out.message(3, () -> reference(object.describedObject()));
            identified(object.metric(), object.current());
          });
    }
    out.text(1, metric.type());
  }

  private void identified(MetricIdentifier metric, MetricStatus.MetricValueStatus current) {
    current(current);
    out.message(
        1,
        () -> {
          LabelSelector selector = metric.selector();
          if (selector != null) {
            out.message(2, () -> selector(selector));
          }
          out.text(1, metric.name());
        });
  }

  private void current(MetricStatus.MetricValueStatus current) {
    out.message(
        2,
        () -> {
          Integer utilization = current.averageUtilization();
          number(3, utilization == null ? null : utilization.longValue());
          quantity(2, current.averageValue());
          quantity(1, current.value());
        });
  }

  private void reference(CrossVersionObjectReference reference) {
    out.text(3, reference.apiVersionOrEmpty());
    out.text(2, reference.name());
    out.text(1, reference.kind());
  }

  private void selector(LabelSelector selector) {
    reversed(2, selector.matchExpressionsOrEmpty(), this::requirement);
    Map<String, String> labels = new TreeMap<>(selector.matchLabelsOrEmpty());
    reversed(
        1,
        List.copyOf(labels.entrySet()),
        label -> {
          out.text(2, label.getValue());
          out.text(1, label.getKey());
        });
  }

  private void requirement(LabelSelector.Requirement requirement) {
    for (String value : requirement.valuesOrEmpty().reversed()) {
      out.text(3, value);
    }
    out.text(2, requirement.operator());
    out.text(1, requirement.key());
  }

  private void number(int field, @Nullable Long value) {
    if (value != null) {
      out.number(field, value);
    }
  }

  private void quantity(int field, @Nullable Quantity quantity) {
    if (quantity != null) {
      out.message(field, () -> out.text(1, quantity.toString()));
    }
  }

  private void time(int field, @Nullable Instant time) {
    out.message(
        field,
        () -> {
          if (time != null) {
            out.number(2, 0);
            out.number(1, time.getEpochSecond());
          }
        });
  }
}
