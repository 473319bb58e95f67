package dev.hpa.scale;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which resources a kind of a group is served as.
 *
 * <p>What the server tells is kept for 30 s and then asked anew with the next question; a kind that
 * is not found is not looked for again before that, so that a kind installed just now may be
 * unknown for as long. Thread-safe.
 */
final class KindMapper {

  private static final Duration KEPT = Duration.ofSeconds(30);

  private final KubernetesApi api;
  private final InstantSource clock;
  private final Map<String, Group> groups = new ConcurrentHashMap<>();

  KindMapper(KubernetesApi api, InstantSource clock) {
    this.api = api;
    this.clock = clock;
  }

  /**
   * A resource and the version it is addressed in.
   *
   * @param group empty for core
   */
  record Mapping(String group, String version, String resource) {}

  private record Kind(String name, String resource) {}

  /**
   * @param versions in the server's order
   */
  private record Group(Instant readAt, String preferred, List<List<Kind>> versions) {}

  /** The resources of a kind, one for each version that has it; never empty. */
  List<Mapping> mappings(String group, String kind) throws KubernetesApiException {
    Group known = group(group);
    List<Mapping> mappings = new ArrayList<>();
    for (List<Kind> version : known.versions()) {
      for (Kind each : version) {
        if (each.name().equals(kind) || each.name().toLowerCase(Locale.ROOT).equals(kind)) {
          mappings.add(new Mapping(group, known.preferred(), each.resource()));
        }
      }
    }
    if (mappings.isEmpty()) {
      throw unknown(group, kind);
    }
    return mappings;
  }

  private static KubernetesApiException unknown(String group, String kind) {
    return new KubernetesApiException(
        0, "", "no matches for kind \"" + kind + "\" in group \"" + group + "\"", null);
  }

  private Group group(String name) throws KubernetesApiException {
    Group known = groups.get(name);
    if (known != null && known.readAt().plus(KEPT).isAfter(clock.instant())) {
      return known;
    }
    Group read = name.isEmpty() ? core() : named(name);
    groups.put(name, read);
    return read;
  }

  private Group core() throws KubernetesApiException {
    return new Group(clock.instant(), "v1", List.of(kinds("/api/v1")));
  }

  private Group named(String name) throws KubernetesApiException {
    JsonNode listed = get("/apis");
    for (JsonNode group : listed.path("groups")) {
      if (group.path("name").asText().equals(name)) {
        List<List<Kind>> versions = new ArrayList<>();
        for (JsonNode version : group.path("versions")) {
          versions.add(kinds("/apis/" + version.path("groupVersion").asText()));
        }
        String preferred = group.path("preferredVersion").path("version").asText();
        return new Group(clock.instant(), preferred, versions);
      }
    }
    return new Group(clock.instant(), "", List.of());
  }

  private List<Kind> kinds(String path) throws KubernetesApiException {
    List<Kind> kinds = new ArrayList<>();
    for (JsonNode resource : get(path).path("resources")) {
      String name = resource.path("name").asText();
      if (name.indexOf('/') < 0) {
        kinds.add(new Kind(resource.path("kind").asText(), name));
      }
    }
    return kinds;
  }

  private JsonNode get(String path) throws KubernetesApiException {
    return api.call(
        ApiRequest.get(path, Map.of(), new ApiRequest.Subject("", "", "")), ScaleForm::tree);
  }
}
