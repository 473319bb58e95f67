package dev.hpa.metrics.heapster;

import dev.hpa.api.Json;
import dev.hpa.api.ObjectMeta;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The names in a PodList. */
final class PodNames {

  private PodNames() {}

  private record Pods(@Nullable List<Pod> items) {}

  private record Pod(@Nullable ObjectMeta metadata) {}

  static List<String> read(String json) {
    return Objects.requireNonNullElse(Json.read(json, Pods.class).items(), List.<Pod>of()).stream()
        .map(pod -> pod.metadata() == null ? "" : pod.metadata().nameOrEmpty())
        .toList();
  }
}
