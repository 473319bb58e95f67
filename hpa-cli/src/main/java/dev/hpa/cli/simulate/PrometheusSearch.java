package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.GoQuote;
import dev.hpa.api.SafeText;
import dev.hpa.app.cli.UsageException;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.TreeList;
import dev.hpa.metrics.prometheus.client.PrometheusClient;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the Prometheus of a cluster, or a server with its query API, by the names and labels that
 * Services of usual installations have. Only reads.
 */
final class PrometheusSearch {
  /** More than clusters have; a server may state any number of further pages. */
  private static final int MAX_SERVICES = 50_000;

  private static final int MAX_TRIED = 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final String ADVICE =
      "give --prometheus URL, such as http://127.0.0.1:9090, or --prometheus NAMESPACE/SERVICE:PORT";

  /** Ports of a Service with a query API that do not have it. */
  private static final Pattern OTHER_PORT = Pattern.compile(".*(grpc|reloader|gossip|cluster).*");

  private final ClusterConnection connection;
  private final String query;

  /**
   * @param labels that all series of the cluster have
   */
  PrometheusSearch(ClusterConnection connection, Map<String, String> labels) {
    this.connection = connection;
    this.query =
        "max(count by (namespace,horizontalpodautoscaler) (kube_horizontalpodautoscaler_spec_max_replicas{%s})) or vector(0)"
            .formatted(
                labels.entrySet().stream()
                    .map(each -> each.getKey() + "=" + GoQuote.quote(each.getValue()))
                    .collect(Collectors.joining(",")));
  }

  /** Servers, those with the longest past first. */
  private enum Kind {
    THANOS_FRONTEND("thanos-query-frontend", ""),
    THANOS("thanos-quer(y|ier)", ""),
    MIMIR("(mimir|cortex)-(gateway|nginx|query-frontend)", "/prometheus"),
    VICTORIA_CLUSTER("vmselect(-.*)?", "/select/0/prometheus"),
    VICTORIA("(vmsingle|victoria-metrics-single)(-.*)?", ""),
    PROMETHEUS("prometheus(-server|-k8s)?", ""),
    /** Of all Prometheus servers of an operator in a namespace. */
    OPERATED("prometheus-operated", "");

    private final Pattern names;
    private final String path;

    Kind(String names, String path) {
      this.names = Pattern.compile("(.*-)?" + names);
      this.path = path;
    }
  }

  private record Candidate(Kind kind, String created, PrometheusService service) {
    /** Among equal ones the oldest is first: others may create more. */
    static final Comparator<Candidate> ORDER =
        Comparator.comparing(Candidate::kind)
            .thenComparing(Candidate::created)
            .thenComparing(each -> each.service().toString());
  }

  /** What a server has of kube-state-metrics, the best first. */
  private enum Answer {
    ONE(""),
    SEVERAL(
        ", which has several series of one HPA, as of several clusters or replicas; give"
            + " --prometheus-label if it has several clusters"),
    NONE(", which has no series of HPAs of kube-state-metrics");

    private final String note;

    Answer(String note) {
      this.note = note;
    }
  }

  /**
   * Searches, queries what is found, and prints which one is read.
   *
   * @throws UsageException if none is found, none answers, or the user may not look for it
   */
  PrometheusService find() {
    Map<Answer, List<Candidate>> answers = new EnumMap<>(Answer.class);
    List<String> failures = new ArrayList<>();
    for (Candidate each : candidates()) {
      List<Candidate> best = answers.getOrDefault(Answer.ONE, List.of());
      if (!best.isEmpty() && each.kind() != best.getFirst().kind()) {
        break;
      }
      try {
        answers.computeIfAbsent(answer(each), any -> new ArrayList<>()).add(each);
      } catch (IOException | TimeoutException failure) {
        failures.add(each.service() + ": " + failure.getMessage());
      }
    }
    return answers.entrySet().stream()
        .findFirst()
        .map(best -> found(best.getKey(), best.getValue()))
        .orElseThrow(
            () ->
                new UsageException(
                    "--prometheus: no Service that may be a Prometheus can be queried through the API server: %s; %s"
                        .formatted(String.join("; ", failures), ADVICE)));
  }

  /**
   * @param all in order, at least one
   */
  private static PrometheusService found(Answer answer, List<Candidate> all) {
    Candidate first = all.getFirst();
    String others =
        all.stream()
            .skip(1)
            .filter(each -> each.kind() == first.kind())
            .map(each -> each.service().toString())
            .collect(Collectors.joining(" or "));
    System.err.println(
        SafeText.line(
            "hpa: reading Service %s through the API server%s; --prometheus %s reads another"
                .formatted(
                    first.service(),
                    answer.note,
                    others.isEmpty() ? "URL or NAMESPACE/SERVICE:PORT" : others)));
    return first.service();
  }

  private Answer answer(Candidate candidate) throws IOException, TimeoutException {
    try (PrometheusClient client = candidate.service().client(connection, Map.of(), TIMEOUT)) {
      double most =
          client.query(query, Instant.now(), Set.of()).samples().stream()
              .mapToDouble(PrometheusClient.Sample::value)
              .max()
              .orElse(0);
      return most > 1 ? Answer.SEVERAL : most == 1 ? Answer.ONE : Answer.NONE;
    }
  }

  private List<Candidate> candidates() {
    List<Candidate> found = new ArrayList<>();
    try {
      new TreeList(
              "/api/v1/services",
              Map.of(),
              new ApiRequest.Subject("services", "", ""),
              MAX_SERVICES)
          .read(new HttpKubernetesApi(connection), each -> candidate(each).ifPresent(found::add));
    } catch (KubernetesApiException refused) {
      throw new UsageException(
          "--prometheus: Services cannot be listed to find the server: %s; %s"
              .formatted(refused.text(), ADVICE),
          refused);
    }
    if (found.isEmpty()) {
      throw new UsageException(
          "--prometheus: no Service has a usual name or label of Prometheus, Thanos, Mimir or"
              + " VictoriaMetrics; "
              + ADVICE);
    }
    return found.stream().sorted(Candidate.ORDER).limit(MAX_TRIED).toList();
  }

  private static Optional<Candidate> candidate(JsonNode service) {
    JsonNode metadata = service.path("metadata");
    String name = metadata.path("name").asText();
    String app = label(metadata, "app.kubernetes.io/name", "app");
    String component = label(metadata, "app.kubernetes.io/component", "component");
    for (Kind kind : Kind.values()) {
      if (Stream.of(name, app, app + "-" + component)
          .anyMatch(each -> kind.names.matcher(each).matches())) {
        return PrometheusService.parse(
                metadata.path("namespace").asText() + "/" + address(name, service) + kind.path)
            .map(found -> new Candidate(kind, metadata.path("creationTimestamp").asText(), found));
      }
    }
    return Optional.empty();
  }

  private static String label(JsonNode metadata, String key, String older) {
    JsonNode labels = metadata.path("labels");
    return labels.path(key).asText(labels.path(older).asText(""));
  }

  /** As the proxy takes it; empty if there is no port. */
  private static String address(String name, JsonNode service) {
    for (JsonNode port : service.at("/spec/ports")) {
      String purpose = port.path("name").asText("");
      if (!OTHER_PORT.matcher(purpose).matches()) {
        return (purpose.startsWith("https") ? "https:" : "") + name + ":" + port.path("port");
      }
    }
    return "";
  }
}
