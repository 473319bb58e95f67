package dev.hpa.scale;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.Json;
import dev.hpa.kube.replay.ClientCall;
import dev.hpa.kube.replay.ClientCase;
import dev.hpa.kube.replay.ClientOutcome;
import dev.hpa.kube.replay.ClientReplay;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import dev.hpa.vectors.Vectors;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Requests, delays and results equal those recorded of client-go in Kubernetes v1.36.2. */
class RecordedClientTest {

  private static final String CASES = "clients/scale.ndjson";

  @TestFactory
  Stream<DynamicTest> asRecorded() throws IOException {
    return ClientCase.read(Vectors.configured(), CASES).stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.name(), () -> ClientReplay.check(each, RecordedScales::new)));
  }

  /** A scale client that replays recorded calls and keeps the last scale read. */
  private static final class RecordedScales implements ClientReplay.Client {
    private final ProviderContext context;
    private final ScaleClient client;
    private @Nullable TargetScale last;

    RecordedScales(ProviderContext context) {
      this.context = context;
      this.client = new DiscoveryScaleClientFactory().create(context);
    }

    @Override
    public ClientOutcome answer(ClientCall call) {
      try {
        return switch (call.operation()) {
          case "mappings" -> mappings(call);
          case "scale.find" -> outcome(client.read(call.text("namespace"), call.object()));
          case "scale.get" -> outcome(client.reread(named(call, null)));
          case "scale.update" -> update(call);
          default -> throw new IllegalArgumentException(call.operation());
        };
      } catch (KubernetesApiException failure) {
        return ClientOutcome.error(failure.text());
      } catch (ScaleException failure) {
        return failure.getCause() instanceof KubernetesApiException cause && cause.code() != 0
            ? ClientOutcome.error(failure.text(), cause.reason(), cause.code())
            : ClientOutcome.error(failure.text());
      }
    }

    private ClientOutcome mappings(ClientCall call) throws KubernetesApiException {
      return new ClientOutcome(
          Map.of(
              "mappings",
              context.restMapper().mappings(call.text("group"), call.text("kind")).stream()
                  .map(RecordedScales::mapping)
                  .toList()));
    }

    private static Map<String, String> mapping(ResourceMapping mapping) {
      String version = mapping.group() + "/" + mapping.version();
      return Map.of(
          "resource", version + ", Resource=" + mapping.resource(),
          "kind", version + ", Kind=" + mapping.kind(),
          "scope", mapping.namespaced() ? "namespace" : "root");
    }

    private ClientOutcome update(ClientCall call) throws ScaleException {
      String given = call.scale();
      TargetScale target = given == null ? Objects.requireNonNull(last) : named(call, given);
      return outcome(
          client.write(target.withScale(target.scale().withSpecReplicas(call.number("replicas")))));
    }

    /** The target of a call, by its resource. */
    private static TargetScale named(ClientCall call, @Nullable String given) {
      String resource = call.text("resource");
      int dot = resource.indexOf('.');
      ScaleObject scale = given == null ? form("{}") : form(given);
      return new TargetScale(
          call.text("namespace"),
          call.text("name"),
          dot < 0 ? "" : resource.substring(dot + 1),
          dot < 0 ? resource : resource.substring(0, dot),
          scale.metadata(),
          scale.scale());
    }

    private static ScaleObject form(String json) {
      try {
        String head = "{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",";
        return ScaleObject.read(
            new ByteArrayInputStream(
                (head + json.substring(1)).replace(",}", "}").getBytes(StandardCharsets.UTF_8)));
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    private ClientOutcome outcome(TargetScale target) {
      last = target;
      return new ClientOutcome(
          Map.of(
              "scale",
              Json.tree(
                  new ScaleObject(target.metadata(), target.scale())
                      .write(new ApiGroupVersion("autoscaling", "v1"))),
              "resource",
              target.group().isEmpty()
                  ? target.resource()
                  : target.resource() + "." + target.group()));
    }
  }
}
