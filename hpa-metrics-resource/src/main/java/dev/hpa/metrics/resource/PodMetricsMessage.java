package dev.hpa.metrics.resource;

import dev.hpa.api.MilliAmount;
import dev.hpa.api.Timestamps;
import dev.hpa.kube.content.CountedInput;
import dev.hpa.kube.content.ProtobufReader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the pods of a PodMetricsList in Protobuf, without the tokens of JSON in between. Field
 * numbers are those of {@code k8s.io/metrics/pkg/apis/metrics/v1beta1/generated.proto} and of
 * {@code ObjectMeta}. Not thread-safe.
 */
final class PodMetricsMessage {

  private final ProtobufReader in;
  private final Set<String> labels;
  private final CountedInput.Budget budget;

  /** Neighbors in a list have mostly the same texts in the same places, and the same times. */
  private final List<ProtobufReader.Text> texts = new ArrayList<>();

  private int place;
  private Instant latest = Timestamps.ZERO;

  private PodMetricsMessage(ProtobufReader in, Set<String> labels, CountedInput.Budget budget) {
    this.in = in;
    this.labels = labels;
    this.budget = budget;
  }

  /**
   * Reads all pods.
   *
   * @param list at the start of the list
   * @param labels keys of the labels to keep; if empty, labels are not decoded
   * @param budget of the response
   * @throws IOException if the message is malformed
   * @throws RuntimeException if a quantity or a time is malformed
   */
  static List<PodUsage> read(ProtobufReader list, Set<String> labels, CountedInput.Budget budget)
      throws IOException {
    PodMetricsMessage message = new PodMetricsMessage(list, labels, budget);
    List<PodUsage> pods = new ArrayList<>();
    while (list.next()) {
      if (list.field() == 2) {
        pods.add(message.pod());
      } else {
        list.skip();
      }
    }
    return pods;
  }

  private PodUsage pod() throws IOException {
    String namespace = "";
    String name = "";
    Map<String, String> known = labels.isEmpty() ? Map.of() : new HashMap<>();
    boolean isLabelled = false;
    Instant timestamp = Timestamps.ZERO;
    Duration window = Duration.ZERO;
    List<PodUsage.Container> containers = new ArrayList<>(2);
    place = 0;
    budget.take(PodUsage.MEMORY);
    int outer = in.enter();
    while (in.next()) {
      switch (in.field()) {
        case 1 -> {
          int end = in.enter();
          while (in.next()) {
            if (in.field() == 1) {
              name = text();
            } else if (in.field() == 3) {
              namespace = text();
            } else if (in.field() == 11 && !labels.isEmpty()) {
              isLabelled = true;
              label(known);
            } else {
              in.skip();
            }
          }
          in.leave(end);
        }
        case 2 -> timestamp = time();
        case 3 -> window = Duration.ofNanos(in.numbers()[1]);
        case 4 -> containers.add(container());
        default -> in.skip();
      }
    }
    in.leave(outer);
    return new PodUsage(namespace, name, isLabelled, known, timestamp, window, containers);
  }

  private void label(Map<String, String> known) throws IOException {
    String key = "";
    String value = "";
    int outer = in.enter();
    while (in.next()) {
      switch (in.field()) {
        case 1 -> key = text();
        case 2 -> value = text();
        default -> in.skip();
      }
    }
    in.leave(outer);
    if (labels.contains(key)) {
      budget.take(PodUsage.LABEL_MEMORY);
      known.put(key, value);
    }
  }

  private PodUsage.Container container() throws IOException {
    String name = "";
    Map<String, MilliAmount> usage = new LinkedHashMap<>(4);
    budget.take(PodUsage.CONTAINER_MEMORY);
    int outer = in.enter();
    while (in.next()) {
      switch (in.field()) {
        case 1 -> name = text();
        case 2 -> usage(usage);
        default -> in.skip();
      }
    }
    in.leave(outer);
    return new PodUsage.Container(name, usage);
  }

  private void usage(Map<String, MilliAmount> usage) throws IOException {
    String resource = "";
    String quantity = "0";
    budget.take(PodUsage.USAGE_MEMORY);
    int outer = in.enter();
    while (in.next()) {
      switch (in.field()) {
        case 1 -> resource = text();
        case 2 -> quantity = quantity();
        default -> in.skip();
      }
    }
    in.leave(outer);
    usage.put(resource, MilliAmount.parse(quantity));
  }

  /** A text that the previous pod may have had, too. */
  private String text() throws IOException {
    if (place == texts.size()) {
      texts.add(ProtobufReader.Text.NONE);
    }
    ProtobufReader.Text text = in.text(texts.get(place));
    texts.set(place, text);
    place++;
    return text.value();
  }

  private String quantity() throws IOException {
    String quantity = "0";
    int outer = in.enter();
    while (in.next()) {
      if (in.field() == 1) {
        quantity = in.text();
      } else {
        in.skip();
      }
    }
    in.leave(outer);
    return quantity;
  }

  /** Servers drop the fraction; a time of nothing but zeros is none. */
  private Instant time() throws IOException {
    long[] parts = in.numbers();
    if (parts[1] == 0 && parts[2] == 0) {
      return Timestamps.ZERO;
    }
    if (latest.getEpochSecond() != parts[1]) {
      latest = Timestamps.ofSeconds(parts[1]);
    }
    return latest;
  }
}
