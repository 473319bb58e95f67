package dev.hpa.app.serving;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Timestamps;
import dev.hpa.app.features.MinorVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The pages {@code /flagz} and {@code /statusz}: plain text, and a versioned object if {@code
 * Accept} names its version.
 */
public final class Zpages {

  private static final String WARNING =
      "Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility"
          + " guarantees and is for debugging purposes only.\n";
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss 'UTC' yyyy", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** The most names of HPAs on the page. */
  private static final int MAX_NAMES = 20;

  private final String component;

  /**
   * @param component name of the component
   */
  public Zpages(String component) {
    this.component = component;
  }

  /** All flags with their values. */
  public Page flagz(Map<String, String> flags) {
    Map<String, String> sorted = new TreeMap<>(flags);
    String text =
        sorted.entrySet().stream()
            .map(each -> each.getKey() + ": " + each.getValue() + "\n")
            .collect(Collectors.joining());
    return ask ->
        negotiated(
            ask,
            "Flagz",
            text,
            object -> {
              ObjectNode values = object.putObject("flags");
              sorted.forEach(values::put);
              return object;
            });
  }

  /**
   * Start time and version.
   *
   * @param version version of the binary
   * @param emulated the emulated Kubernetes release
   * @param waiting the HPAs whose syncs wait for memory, of which the text has the number and the
   *     first ones
   */
  public Page statusz(
      InstantSource clock,
      String version,
      MinorVersion emulated,
      Supplier<? extends Collection<NamespacedName>> waiting,
      Pages pages) {
    Instant start = clock.instant();
    return ask -> {
      Duration up = Duration.between(start, clock.instant());
      String java = System.getProperty("java.version", "");
      String paths =
          pages.paths().stream()
              .filter(path -> !path.endsWith("/"))
              .collect(Collectors.joining(" "));
      String text =
          "\nStarted: %s\nUp: %d hr %02d min %02d sec\nJava version: %s\nBinary version: %s\n"
                  .formatted(
                      DATE.format(start),
                      up.toHours(),
                      up.toMinutesPart(),
                      up.toSecondsPart(),
                      java,
                      version)
              + "Emulation version: %s\nPaths: %s\n".formatted(emulated.title(), paths)
              + waiting(waiting.get());
      return negotiated(
          ask,
          "Statusz",
          text,
          object -> {
            object.put("startTime", Timestamps.format(start));
            object.put("uptimeSeconds", up.toSeconds());
            object.put("javaVersion", java).put("binaryVersion", version);
            object.put("emulationVersion", emulated.toString());
            ArrayNode all = object.putArray("paths");
            for (String path : paths.split(" ", -1)) {
              all.add(path);
            }
            return object;
          });
    };
  }

  private static String waiting(Collection<NamespacedName> waiting) {
    return waiting.isEmpty()
        ? ""
        : "Syncs waiting for memory: %d (%s)\n"
            .formatted(
                waiting.size(),
                waiting.stream()
                    .limit(MAX_NAMES)
                    .map(NamespacedName::toString)
                    .collect(Collectors.joining(" ", "", waiting.size() > MAX_NAMES ? " …" : "")));
  }

  private PageResponse negotiated(
      PageRequest ask, String kind, String text, Function<ObjectNode, JsonNode> complete) {
    for (String choice :
        ask.accept().isEmpty() ? new String[] {"*/*"} : ask.accept().split(",", -1)) {
      String wanted = choice.strip();
      String type = wanted.split(";", -1)[0].strip();
      if (type.equals("*/*") || type.equals("text/*") || type.equals("text/plain")) {
        return PageResponse.text(
            200, "\n" + component + " " + kind.toLowerCase(Locale.ROOT) + "\n" + WARNING + text);
      }
      String version =
          wanted.contains("v=v1beta1")
              ? "v1beta1"
              : wanted.contains("v=v1alpha1") ? "v1alpha1" : "";
      boolean named =
          wanted.contains("g=config.k8s.io") && wanted.contains("as=" + kind) && !version.isEmpty();
      if (named && (type.equals("application/json") || type.equals("application/yaml"))) {
        return object(type, kind, version, complete);
      }
    }
    return PageResponse.failure(
        406,
        "NotAcceptable",
        "only the following media types are accepted: application/json, application/yaml,"
            + " text/plain");
  }

  private PageResponse object(
      String type, String kind, String version, Function<ObjectNode, JsonNode> complete) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("kind", kind).put("apiVersion", "config.k8s.io/" + version);
    object.putObject("metadata").put("name", component);
    JsonNode body = complete.apply(object);
    String form = ";g=config.k8s.io;v=" + version + ";as=" + kind;
    if (type.equals("application/json")) {
      PageResponse reply = PageResponse.json(200, body);
      return new PageResponse(200, type + form, reply.body());
    }
    return new PageResponse(200, type + form, yaml(body).getBytes(StandardCharsets.UTF_8));
  }

  private static String yaml(JsonNode body) {
    try {
      return new YAMLMapper().writeValueAsString(body);
    } catch (JsonProcessingException failure) {
      throw new IllegalStateException(failure);
    }
  }
}
