package dev.hpa.spi.discovery;

import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * Which resources a kind is served as.
 *
 * <p>What the server tells is kept and forgotten every 30 s by the clock; a kind that is not found
 * is not looked for again before that. Failures are not kept. Thread-safe; of several threads that
 * ask at once one asks the server.
 */
public final class KindMapper {

  /** How long upstream keeps what it knows. */
  public static final Duration KEPT = Duration.ofSeconds(30);

  private final Remembered<KindTable> tables;

  /**
   * @param kept how long an answer is kept at most
   */
  public KindMapper(KubernetesApi api, InstantSource clock, Duration kept) {
    Discovery discovery = new Discovery(api);
    this.tables = new Remembered<>(clock, kept, () -> new KindTable(discovery.everything()));
  }

  /**
   * All mappings of a kind, one for each version that has it, in the server's order; never empty.
   *
   * @param kind as in a manifest, or all in lower case
   * @throws KubernetesApiException when the server could not be asked or knows no such kind
   */
  public List<ResourceMapping> mappings(String group, String kind) throws KubernetesApiException {
    List<ResourceMapping> mappings = tables.get().mappings(group, kind);
    if (mappings.isEmpty()) {
      throw unknown("no matches for kind \"" + kind + "\" in group \"" + group + "\"");
    }
    return mappings;
  }

  /**
   * The mapping of a kind in the version the server prefers.
   *
   * @throws KubernetesApiException like {@link #mappings}
   */
  public ResourceMapping preferred(String group, String kind) throws KubernetesApiException {
    return tables.get().preferred(mappings(group, kind));
  }

  /**
   * The mapping of a resource in the version the server prefers.
   *
   * @param group empty for any, core first
   * @param resource plural or singular
   * @throws KubernetesApiException when the server could not be asked or has no such resource
   */
  public ResourceMapping resource(String group, String resource) throws KubernetesApiException {
    KindTable table = tables.get();
    List<ResourceMapping> found = table.resources(group, resource);
    if (found.isEmpty()) {
      throw unknown("no matches for " + group + "/, Resource=" + resource);
    }
    return table.preferred(found);
  }

  private static KubernetesApiException unknown(String text) {
    return new KubernetesApiException(0, "", text, null);
  }
}
