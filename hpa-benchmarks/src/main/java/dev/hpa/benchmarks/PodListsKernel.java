package dev.hpa.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.hpa.api.Selector;
import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.metrics.resource.PodLists;
import dev.hpa.metrics.resource.ResourceMetricProviderFactory;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reads the resource metrics of 100 autoscalers with 10 pods each, without network: from one list
 * of 1,000 pods, or from 100 lists of 10. The floor is the time Jackson takes to read every token
 * of the single list. Microseconds for all 1,000 pods.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PodListsKernel {

  private static final int APPS = 100;
  private static final int PODS = 1_000;
  private static final JsonFactory JSON = new JsonFactory();

  private final Timeline timeline = new VirtualTimeline(Instant.EPOCH);
  private final CannedApi api = new CannedApi();
  private final List<MetricQuery.PodResource> queries =
      IntStream.range(0, APPS)
          .mapToObj(
              app ->
                  new MetricQuery.PodResource(
                      "shop", Selector.parse("app=web-" + app), "cpu", null))
          .toList();
  private final MetricProvider merged = provider(PodLists.BY_NAMESPACE);
  private final MetricProvider single = provider(PodLists.BY_SELECTOR);

  private MetricProvider provider(PodLists lists) {
    return new ResourceMetricProviderFactory(lists).create(new ProviderContext(api, timeline));
  }

  /** Returns prepared lists. */
  private static final class CannedApi implements KubernetesApi {
    private final Map<String, byte[]> bySelector = new HashMap<>();
    private final byte[] all = list(pod -> true);

    CannedApi() {
      for (int app = 0; app < APPS; app++) {
        int number = app;
        bySelector.put("app=web-" + app, list(pod -> pod % APPS == number));
      }
    }

    @Override
    public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
      String selector = request.query().getOrDefault("labelSelector", "");
      try {
        return reader.read(new ByteArrayInputStream(bySelector.getOrDefault(selector, all)));
      } catch (IOException failure) {
        throw new KubernetesApiException(0, "", "", failure);
      }
    }
  }

  private static byte[] list(IntPredicate filter) {
    String items =
        IntStream.range(0, PODS)
            .filter(filter)
            .mapToObj(PodListsKernel::pod)
            .collect(Collectors.joining(","));
    return ("{\"kind\":\"PodMetricsList\",\"apiVersion\":\"metrics.k8s.io/v1beta1\",\"metadata\":{},"
            + "\"items\":["
            + items
            + "]}")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns a pod with 2 containers as metrics-server writes it. */
  private static String pod(int pod) {
    String app = "web-" + pod % APPS;
    return """
        {"metadata":{"name":"%1$s-6d4cf56db6-%2$05d","namespace":"shop",\
        "creationTimestamp":"2024-05-01T10:00:00Z",\
        "labels":{"app":"%1$s","pod-template-hash":"6d4cf56db6","team":"shop","tier":"front"}},\
        "timestamp":"2024-05-01T09:59:30Z","window":"15.031s",\
        "containers":[{"name":"app","usage":{"cpu":"%2$d345678n","memory":"20%3$dKi"}},\
        {"name":"proxy","usage":{"cpu":"1234567n","memory":"9216Ki"}}]}"""
        .formatted(app, pod, pod % 97);
  }

  @Benchmark
  public Map<MetricQuery, MetricResult> oneList() {
    return merged.read(queries);
  }

  @Benchmark
  public Map<MetricQuery, MetricResult> aListForEachSelector() {
    return single.read(queries);
  }

  @Benchmark
  public int floor() throws IOException {
    int tokens = 0;
    try (JsonParser in = JSON.createParser(api.all)) {
      while (in.nextToken() != null) {
        tokens++;
      }
    }
    return tokens;
  }
}
