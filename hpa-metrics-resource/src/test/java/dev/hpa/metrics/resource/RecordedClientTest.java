package dev.hpa.metrics.resource;

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

  private static final String CASES = "clients/resource-metrics.ndjson";

  /** A response of v1, which the recorded client does not know. */
  private static final String V1_CASE = "version-other";

  private static List<ClientCase> cases() throws IOException {
    return ClientCase.read(Vectors.configured(), CASES);
  }

  private static Stream<DynamicTest> tests(Stream<ClientCase> cases, String version) {
    return cases.map(
        each ->
            DynamicTest.dynamicTest(
                each.name(), () -> ClientReplay.check(each, context -> client(context, version))));
  }

  @TestFactory
  Stream<DynamicTest> asRecorded() throws IOException {
    return tests(cases().stream(), "v1beta1");
  }

  /** Version v1 is read in the same way; nothing was recorded of it. */
  @TestFactory
  Stream<DynamicTest> asRecordedOfTheOtherVersion() throws IOException {
    return tests(
        cases().stream()
            .filter(each -> !each.hasBinaryBody() && !each.name().startsWith(V1_CASE))
            .map(each -> each.replace("metrics.k8s.io/v1beta1", "metrics.k8s.io/v1")),
        "v1");
  }

  private static ClientReplay.Client client(ProviderContext context, String version) {
    ResourceMetricProviderFactory factory = new ResourceMetricProviderFactory();
    MetricProvider provider = factory.create(context.with(TestSettings.versions(version)));
    return call -> {
      MetricQuery query = query(call);
      return ClientOutcome.of(Objects.requireNonNull(provider.read(List.of(query)).get(query)));
    };
  }

  private static MetricQuery query(ClientCall call) {
    return new MetricQuery.PodResource(
        call.text("namespace"),
        Selector.parse(call.text("selector")),
        call.text("resource"),
        call.textOrNull("container"));
  }
}
