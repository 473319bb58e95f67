package dev.hpa.metrics.external;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Requests, delays and results equal those recorded of client-go in Kubernetes v1.36.2. */
class RecordedClientTest {

  private static final String CASES = "clients/external-metrics.ndjson";

  @TestFactory
  Stream<DynamicTest> asRecorded() throws IOException {
    return ClientCase.read(Vectors.configured(), CASES).stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.name(), () -> ClientReplay.check(each, RecordedClientTest::client)));
  }

  private static ClientReplay.Client client(ProviderContext context) {
    MetricProvider provider = new ExternalMetricProviderFactory().create(context);
    return call -> {
      MetricQuery query = query(call);
      return ClientOutcome.of(Objects.requireNonNull(provider.read(List.of(query)).get(query)));
    };
  }

  private static MetricQuery query(ClientCall call) {
    return new MetricQuery.ExternalMetric(
        call.text("namespace"), call.text("metric"), Selector.parse(call.text("selector")), null);
  }
}
