package dev.hpa.cli.fuzz;

import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.GoDuration;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import dev.hpa.api.Selector;
import dev.hpa.api.Timestamps;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.cache.PodDecoder;
import dev.hpa.kube.content.ContentType;
import dev.hpa.scale.DiscoveryScaleClientFactory;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Damaged inputs for every decoder of values that a tenant, the API server or a metrics API sends:
 * each is decoded or rejected with an exception that the decoder declares. The default build tests
 * a seeded sample; {@code -Dfuzz.inputs=N} sets the inputs for each decoder.
 */
@Tag("security")
@Timeout(value = 300, unit = TimeUnit.MINUTES)
class DecoderFuzzTest {

  private static final int INPUTS = Integer.getInteger("fuzz.inputs", 2_000);
  private static final long SEED = Long.getLong("fuzz.seed", 20_261_122L);
  private static final JsonFactory JSON = new JsonFactory();

  /** Decodes an input; what it returns does not matter. */
  @FunctionalInterface
  interface Decoder {
    void decode(byte[] input) throws Exception;
  }

  /**
   * A decoder under test.
   *
   * @param refusals exceptions for an invalid input
   */
  private record Target(
      String name,
      List<byte[]> corpus,
      Set<Class<? extends Exception>> refusals,
      Decoder decoder) {}

  @TestFactory
  Stream<DynamicTest> damagedInputsAreDecodedOrRefused() {
    return targets().stream()
        .map(target -> DynamicTest.dynamicTest(target.name(), () -> attack(target)));
  }

  private static List<Target> targets() {
    List<Target> targets = new ArrayList<>();
    Set<Class<? extends Exception>> json = Set.of(IOException.class, JsonFormatException.class);
    for (HpaVersion version : HpaVersion.values()) {
      targets.add(
          new Target(
              "HPA as " + version, Corpus.AUTOSCALERS, json, input -> version.decode(text(input))));
    }
    targets.add(
        new Target(
            "HPA from a stream",
            Corpus.AUTOSCALERS,
            json,
            input -> HpaVersion.V2.decode(parser(input))));
    targets.add(
        new Target(
            "scale", Corpus.SCALES, Set.of(ScaleException.class), DecoderFuzzTest::readScale));
    PodDecoder pods = new PodDecoder();
    targets.add(
        new Target(
            "pod",
            Corpus.PODS,
            Set.of(IOException.class, IllegalArgumentException.class),
            input -> pods.read(parser(input))));
    targets.add(
        new Target(
            "quantity",
            Corpus.QUANTITIES,
            Set.of(QuantityFormatException.class),
            input -> Quantity.parse(text(input))));
    targets.add(
        new Target(
            "selector",
            Corpus.SELECTORS,
            Set.of(IllegalArgumentException.class),
            input -> Selector.parse(text(input))));
    targets.add(
        new Target(
            "time",
            Corpus.TIMES,
            Set.of(DateTimeException.class, IllegalArgumentException.class),
            input -> Timestamps.parse(text(input))));
    targets.add(
        new Target(
            "duration",
            Corpus.TIMES,
            Set.of(IllegalArgumentException.class),
            input -> GoDuration.parse(text(input))));
    targets.add(
        new Target(
            "YAML",
            Corpus.KUBECONFIGS,
            Set.of(IOException.class),
            input -> ContentType.YAML.toJson(input)));
    targets.add(
        new Target(
            "protobuf",
            protobuf(),
            Set.of(IOException.class),
            input -> ContentType.PROTOBUF.toJson(input)));
    return targets;
  }

  /** Reads the scale of Deployment shop/web from a response. */
  private static void readScale(byte[] response) throws ScaleException {
    KubernetesApi api =
        new KubernetesApi() {
          @Override
          public <T> T call(ApiRequest request, BodyReader<T> reader)
              throws KubernetesApiException {
            try {
              return reader.read(new ByteArrayInputStream(response));
            } catch (IOException refused) {
              throw new KubernetesApiException(0, "", refused.toString(), refused);
            }
          }
        };
    try (VirtualTimeline time = new VirtualTimeline(Instant.EPOCH);
        ScaleClient client =
            new DiscoveryScaleClientFactory()
                .create(new ProviderContext(api, time, new Deployments()))) {
      client.read("shop", new CrossVersionObjectReference("Deployment", "web", "apps/v1"));
    }
  }

  /** Maps every kind and resource to Deployments. */
  private static final class Deployments implements RestMapper {
    private static final ResourceMapping MAPPING =
        new ResourceMapping("apps", "v1", "deployments", "Deployment", true);

    @Override
    public List<ResourceMapping> mappings(String group, String kind) {
      return List.of(MAPPING);
    }

    @Override
    public ResourceMapping preferred(String group, String kind) {
      return MAPPING;
    }

    @Override
    public ResourceMapping resource(String group, String resource) {
      return MAPPING;
    }
  }

  /** A Scale and a Status in protobuf. */
  private static List<byte[]> protobuf() {
    return Stream.of(
            "azhzAAoXCg5hdXRvc2NhbGluZy92MRIFU2NhbGUSJwoTCgN3ZWISABoEc2hvcCoAMgE5EgIIAxoMCAMSCGFwcD13ZWIaACIA",
            "azhzAAoMCgJ2MRIGU3RhdHVzEiIKCAoAEgAaACIAEgdGYWlsdXJlGgJubyIER29uZTCaAzoAGgAiAA==")
        .map(Base64.getDecoder()::decode)
        .toList();
  }

  private static void attack(Target target) {
    Mutations mutations = new Mutations(SEED, target.corpus());
    for (int i = 0; i < INPUTS; i++) {
      byte[] input = mutations.next();
      try {
        target.decoder().decode(input);
      } catch (Exception | StackOverflowError | OutOfMemoryError thrown) {
        if (target.refusals().stream().noneMatch(each -> each.isInstance(thrown))) {
          fail(
              "input %d of seed %d: %s: %s"
                  .formatted(i, SEED, Base64.getEncoder().encodeToString(input), thrown),
              thrown);
        }
      }
    }
  }

  private static String text(byte[] input) {
    return new String(input, StandardCharsets.UTF_8);
  }

  /** Positions the parser at the first token, as a watch or list does. */
  private static JsonParser parser(byte[] input) throws IOException {
    JsonParser parser = JSON.createParser(input);
    if (parser.nextToken() == null) {
      throw new IOException("no object");
    }
    return parser;
  }
}
