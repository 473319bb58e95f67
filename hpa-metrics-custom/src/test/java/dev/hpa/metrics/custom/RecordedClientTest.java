package dev.hpa.metrics.custom;

import dev.hpa.api.Selector;
import dev.hpa.kube.replay.ClientCall;
import dev.hpa.kube.replay.ClientCase;
import dev.hpa.kube.replay.ClientOutcome;
import dev.hpa.kube.replay.ClientReplay;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import dev.hpa.vectors.Vectors;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Requests, delays and results equal those recorded of client-go in Kubernetes v1.36.2. */
class RecordedClientTest {

  private static final String CASES = "clients/custom-metrics.ndjson";

  /** The operations that a controller uses; client-go has more. */
  private static final Set<String> OPERATIONS = Set.of("pods", "object");

  @TestFactory
  Stream<DynamicTest> asRecorded() throws IOException {
    return ClientCase.read(Vectors.configured(), CASES).stream()
        .filter(each -> OPERATIONS.containsAll(each.operations()))
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.name(), () -> ClientReplay.check(each, RecordedClientTest::client)));
  }

  private static ClientReplay.Client client(ProviderContext context) {
    MetricProvider provider = new CustomMetricProviderFactory().create(context);
    return call -> {
      MetricQuery query = query(call);
      return ClientOutcome.of(Objects.requireNonNull(provider.read(List.of(query)).get(query)));
    };
  }

  private static MetricQuery query(ClientCall call) {
    Selector series = Selector.parse(call.text("metricSelector"));
    return call.operation().equals("pods")
        ? new MetricQuery.PodMetric(
            call.text("namespace"),
            Selector.parse(call.text("selector")),
            call.text("metric"),
            series)
        : new MetricQuery.ObjectMetric(
            call.text("namespace"), call.object(), call.text("metric"), series);
  }
}
