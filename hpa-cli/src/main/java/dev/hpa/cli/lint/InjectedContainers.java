package dev.hpa.cli.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.cli.manifests.Manifest;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Labels and annotations with which pods get containers that their template does not have. */
final class InjectedContainers {

  private static final Set<String> KEYS =
      Set.of(
          "appmesh.k8s.aws/sidecarInjectorWebhook",
          "consul.hashicorp.com/connect-inject",
          "dapr.io/enabled",
          "istio-injection",
          "istio.io/rev",
          "kuma.io/sidecar-injection",
          "linkerd.io/inject",
          "openservicemesh.io/sidecar-injection",
          "sidecar.istio.io/inject",
          "sidecar.jaegertracing.io/inject",
          "sidecar.opentelemetry.io/inject",
          "vault.hashicorp.com/agent-inject");

  private static final Set<String> NO = Set.of("", "false", "disabled", "no");

  private InjectedContainers() {}

  /**
   * The keys that ask for injection, sorted: those of the pod template, or those of the namespace
   * if the template has none.
   */
  static List<String> of(Manifest workload, @Nullable Manifest namespace) {
    JsonNode template = workload.tree().at("/spec/template/metadata");
    boolean decides = keys(template).findAny().isPresent();
    JsonNode metadata = decides || namespace == null ? template : namespace.tree().path("metadata");
    return List.copyOf(
        new TreeSet<>(keys(metadata).filter(each -> !NO.contains(value(metadata, each))).toList()));
  }

  private static Stream<String> keys(JsonNode metadata) {
    return Stream.of(metadata.path("labels"), metadata.path("annotations"))
        .flatMap(each -> each.propertyStream().map(entry -> entry.getKey()))
        .filter(KEYS::contains);
  }

  private static String value(JsonNode metadata, String key) {
    JsonNode label = metadata.path("labels").path(key);
    return (label.isMissingNode() ? metadata.path("annotations").path(key) : label).asText();
  }
}
