package dev.hpa.conformance.cases;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Pods that several areas use. */
final class Pods {

  /** Longer than the CPU initialization period. */
  static final Duration LONG = Duration.ofHours(1);

  private Pods() {}

  /** Describes pods by their names and states. */
  static String text(Pod... pods) {
    Map<String, List<String>> byState = new LinkedHashMap<>();
    for (Pod pod : pods) {
      byState.computeIfAbsent(pod.state(), any -> new ArrayList<>()).add(pod.name());
    }
    return byState.entrySet().stream()
        .map(each -> "%s (%s)".formatted(String.join(", ", each.getValue()), each.getKey()))
        .collect(Collectors.joining("; ", "pods exist: ", ""));
  }

  /** Returns a pod with the containers app and helper. */
  static Pod withSidecar(String app, String helper) {
    return Pod.named("web")
        .withSpec(
            """
            {'containers':[
              {'name':'app','image':'app','resources':{'requests':{'cpu':'%s'}}},
              {'name':'helper','image':'helper','resources':{'requests':{'cpu':'%s'}}}]}
            """
                .formatted(app, helper));
  }
}
