package dev.hpa.kube.discovery;

import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.NoMatchException;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * Maps kinds from the discovery documents of a server, which are cached until the next whole
 * multiple of the TTL. A kind that is not found is not looked up again before that. Failures are
 * not cached. Thread-safe; of several threads that need the documents at once, one requests them.
 */
public final class CachedRestMapper implements RestMapper {

  /** The TTL of upstream's mapper. */
  public static final Duration TTL = Duration.ofSeconds(30);

  private final ExpiringValue<RestMapping> tables;

  /** A mapper with upstream's TTL. */
  public CachedRestMapper(KubernetesApi api, InstantSource clock) {
    this(api, clock, TTL);
  }

  /**
   * @param ttl how long a discovery document is cached at most
   */
  public CachedRestMapper(KubernetesApi api, InstantSource clock, Duration ttl) {
    Discovery discovery = new Discovery(api);
    this.tables = new ExpiringValue<>(clock, ttl, discovery::everything);
  }

  @Override
  public List<ResourceMapping> mappings(String group, String kind) throws KubernetesApiException {
    List<ResourceMapping> mappings = tables.get().mappings(group, kind);
    if (mappings.isEmpty()) {
      throw new NoMatchException("no matches for kind \"" + kind + "\" in group \"" + group + "\"");
    }
    return mappings;
  }

  @Override
  public ResourceMapping preferred(String group, String kind) throws KubernetesApiException {
    return tables.get().preferred(mappings(group, kind));
  }

  @Override
  public ResourceMapping resource(String group, String resource) throws KubernetesApiException {
    RestMapping table = tables.get();
    List<ResourceMapping> found = table.resources(group, resource);
    if (found.isEmpty()) {
      throw new NoMatchException("no matches for " + group + "/, Resource=" + resource);
    }
    return table.preferred(found);
  }
}
