package dev.hpa.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.core.options.OptionKey;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** The controller that decides an autoscaler: the newest writer of its status. */
public final class StatusWriter {

  /** That an autoscaler has options without an effect. */
  public static final String IGNORES_OPTIONS =
      "kube-controller-manager decides this HPA and ignores options";

  private StatusWriter() {}

  /** Whether the controller of this project decides. */
  public static boolean isOwn(HorizontalPodAutoscaler hpa) {
    return of(hpa).equals("hpa-controller");
  }

  /** Whether an autoscaler has options, and kube-controller-manager decides. */
  public static boolean ignoresOptions(HorizontalPodAutoscaler hpa) {
    return of(hpa).equals("kube-controller-manager")
        && hpa.metadata().annotationsOrEmpty().keySet().stream()
            .anyMatch(key -> key.startsWith(OptionKey.PREFIX));
  }

  /** The field manager; empty if none is known. Times are in UTC, so that texts are in order. */
  private static String of(HorizontalPodAutoscaler hpa) {
    return Objects.requireNonNullElse(hpa.metadata().managedFields(), List.<JsonNode>of()).stream()
        .filter(each -> each.path("subresource").asText().equals("status"))
        .max(Comparator.comparing(each -> each.path("time").asText()))
        .map(each -> each.path("manager").asText())
        .orElse("");
  }
}
