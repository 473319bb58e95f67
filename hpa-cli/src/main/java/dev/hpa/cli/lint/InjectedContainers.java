package dev.hpa.cli.lint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.hpa.cli.manifests.Manifest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The containers that pods get in addition to those of their template, because of labels and
 * annotations.
 *
 * @param template metadata of the pod template
 * @param namespace metadata of the namespace
 */
record InjectedContainers(JsonNode template, JsonNode namespace) {

  /** For pods whose containers are known. */
  static final InjectedContainers NONE =
      new InjectedContainers(MissingNode.getInstance(), MissingNode.getInstance());

  private static final String ISTIO = "sidecar.istio.io/inject";
  private static final List<String> ISTIO_REQUESTS =
      List.of("sidecar.istio.io/proxyCPU", "sidecar.istio.io/proxyMemory");

  /** The keys, with the annotations of a template that set the requests of CPU and memory. */
  private static final Map<String, List<String>> KEYS =
      Map.ofEntries(
          Map.entry("appmesh.k8s.aws/sidecarInjectorWebhook", List.of()),
          Map.entry(
              "consul.hashicorp.com/connect-inject",
              List.of(
                  "consul.hashicorp.com/sidecar-proxy-cpu-request",
                  "consul.hashicorp.com/sidecar-proxy-memory-request")),
          Map.entry(
              "dapr.io/enabled",
              List.of("dapr.io/sidecar-cpu-request", "dapr.io/sidecar-memory-request")),
          Map.entry("istio-injection", ISTIO_REQUESTS),
          Map.entry("istio.io/rev", ISTIO_REQUESTS),
          Map.entry("kuma.io/sidecar-injection", List.of()),
          Map.entry(
              "linkerd.io/inject",
              List.of(
                  "config.linkerd.io/proxy-cpu-request", "config.linkerd.io/proxy-memory-request")),
          Map.entry("openservicemesh.io/sidecar-injection", List.of()),
          Map.entry(ISTIO, ISTIO_REQUESTS),
          Map.entry("sidecar.jaegertracing.io/inject", List.of()),
          Map.entry("sidecar.opentelemetry.io/inject", List.of()),
          Map.entry(
              "vault.hashicorp.com/agent-inject",
              List.of(
                  "vault.hashicorp.com/agent-requests-cpu",
                  "vault.hashicorp.com/agent-requests-mem")));

  private static final Set<String> NO = Set.of("", "false", "disabled", "no");

  /** With this template Istio completes a container of the pod, and adds none. */
  private static final String GATEWAY = "gateway";

  static InjectedContainers of(Manifest workload, @Nullable Manifest namespace) {
    return new InjectedContainers(
        workload.tree().at("/spec/template/metadata"),
        namespace == null ? MissingNode.getInstance() : namespace.tree().path("metadata"));
  }

  /** Whether there may be any. */
  boolean any() {
    return !keys().isEmpty();
  }

  /** The keys that ask for containers whose request of a resource is not known here, sorted. */
  List<String> withoutRequest(String resource) {
    int index = List.of("cpu", "memory").indexOf(resource);
    return keys().stream().filter(each -> index < 0 || !hasRequest(each, index)).toList();
  }

  private boolean hasRequest(String key, int index) {
    List<String> annotations = KEYS.getOrDefault(key, List.of());
    return !annotations.isEmpty() && template.path("annotations").has(annotations.get(index));
  }

  /** A template that says no overrides its namespace. */
  private List<String> keys() {
    boolean isRefused = keys(template).anyMatch(each -> NO.contains(value(template, each)));
    Set<String> asking = new TreeSet<>(asking(template).toList());
    if (!isRefused) {
      asking.addAll(asking(namespace).toList());
    }
    if (NO.contains(value(template, ISTIO, "unset"))
        || value(template, "inject.istio.io/templates", "").equals(GATEWAY)) {
      asking.removeIf(each -> KEYS.getOrDefault(each, List.of()).equals(ISTIO_REQUESTS));
    }
    return List.copyOf(asking);
  }

  private static Stream<String> asking(JsonNode metadata) {
    return keys(metadata).filter(each -> !NO.contains(value(metadata, each)));
  }

  private static Stream<String> keys(JsonNode metadata) {
    return Stream.of(metadata.path("labels"), metadata.path("annotations"))
        .flatMap(each -> each.propertyStream().map(Map.Entry::getKey))
        .filter(KEYS::containsKey);
  }

  private static String value(JsonNode metadata, String key) {
    return value(metadata, key, "");
  }

  private static String value(JsonNode metadata, String key, String otherwise) {
    JsonNode label = metadata.path("labels").path(key);
    return (label.isMissingNode() ? metadata.path("annotations").path(key) : label)
        .asText(otherwise);
  }
}
