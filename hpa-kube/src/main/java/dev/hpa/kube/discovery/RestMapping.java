package dev.hpa.kube.discovery;

import dev.hpa.spi.ResourceMapping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Maps kinds to resources and resources to kinds, as client-go's discovery REST mapper does.
 *
 * <ul>
 *   <li>A kind matches as written, in lower case, and with {@code List} appended; every version has
 *       the kind {@code List}. If discovery contains no resource for such a kind, the resource name
 *       is derived from the kind.
 *   <li>If two resources of a version have the same kind, the last one applies.
 *   <li>A resource matches by plural or singular name. A group without an exact match is matched as
 *       a prefix.
 *   <li>The order of preference is core/v1, then the groups in the server's order; within a group,
 *       the preferred version, then the others in order.
 * </ul>
 */
final class RestMapping {

  private final List<VersionTable> versions = new ArrayList<>();
  private final List<Rank> ranks = new ArrayList<>();

  private record Rank(String group, String version) {
    boolean covers(ResourceMapping mapping) {
      return mapping.group().equals(group)
          && (version.isEmpty() || mapping.version().equals(version));
    }
  }

  /**
   * @param groups core first
   * @param resources by group version; versions that cannot be read are absent
   */
  RestMapping(List<ApiGroup> groups, Map<String, List<ApiResource>> resources) {
    ranks.add(new Rank("", "v1"));
    for (ApiGroup group : groups) {
      add(group, resources);
    }
    groups.forEach(group -> ranks.add(new Rank(group.name(), "")));
  }

  private void add(ApiGroup group, Map<String, List<ApiResource>> resources) {
    ranks.add(new Rank(group.name(), group.preferred()));
    for (ApiGroup.Version version : group.versions()) {
      List<ApiResource> known = resources.get(version.groupVersion());
      if (known != null) {
        ranks.add(new Rank(group.name(), version.version()));
        versions.add(new VersionTable(group.name(), version.version(), known));
      }
    }
  }

  List<ResourceMapping> mappings(String group, String kind) {
    List<ResourceMapping> found = new ArrayList<>();
    for (VersionTable version : versions) {
      ResourceMapping mapping = version.kinds.get(kind);
      if (mapping != null && version.group.equals(group)) {
        found.add(mapping);
      }
    }
    return found;
  }

  List<ResourceMapping> resources(String group, String resource) {
    // By text, because an aggregated API may have thousands of resources of one name.
    Map<String, ResourceMapping> found = new LinkedHashMap<>();
    String name = resource.toLowerCase(Locale.ROOT);
    for (VersionTable version : versions) {
      version.find(group, name).forEach(each -> found.putIfAbsent(each.toString(), each));
    }
    return List.copyOf(found.values());
  }

  /** Returns the mapping with the highest preference. */
  ResourceMapping preferred(List<ResourceMapping> several) {
    List<ResourceMapping> left = several;
    for (Rank rank : ranks) {
      List<ResourceMapping> covered = left.stream().filter(rank::covers).toList();
      if (covered.size() == 1) {
        return covered.getFirst();
      }
      left = covered.isEmpty() ? left : covered;
    }
    return left.getFirst();
  }

  /** The kinds and resources of one version. */
  private static final class VersionTable {
    private final String group;
    private final String version;
    private final Map<String, ResourceMapping> kinds = new HashMap<>();
    private final Map<String, ResourceMapping> byPlural = new LinkedHashMap<>();

    /** By plural and by singular, in the order of the plurals. */
    private final Map<String, List<ResourceMapping>> byName = new HashMap<>();

    VersionTable(String group, String version, List<ApiResource> resources) {
      this.group = group;
      this.version = version;
      for (ApiResource each : resources) {
        if (!each.isSubresource()) {
          add(each);
        }
      }
      addGuess("List", false);
      byPlural.forEach(
          (plural, mapping) -> {
            addName(plural, mapping);
            if (!mapping.kind().equals(plural)) {
              addName(mapping.kind(), mapping);
            }
          });
    }

    private void addName(String name, ResourceMapping mapping) {
      byName.computeIfAbsent(name, any -> new ArrayList<>(1)).add(mapping);
    }

    private void add(ApiResource resource) {
      String kind = resource.kind();
      String singular =
          resource.singular().isEmpty() ? kind.toLowerCase(Locale.ROOT) : resource.singular();
      add(kind.toLowerCase(Locale.ROOT), resource.name(), singular, resource.namespaced());
      add(kind, resource.name(), singular, resource.namespaced());
      addGuess(kind + "List", resource.namespaced());
    }

    private void addGuess(String kind, boolean namespaced) {
      String singular = kind.toLowerCase(Locale.ROOT);
      add(kind, pluralOf(singular), singular, namespaced);
    }

    private void add(String kind, String plural, String singular, boolean namespaced) {
      kinds.put(kind, new ResourceMapping(group, version, plural, kind, namespaced));
      byPlural.put(plural, new ResourceMapping(group, version, plural, singular, namespaced));
    }

    private static String pluralOf(String singular) {
      if (singular.endsWith("endpoints")) {
        return singular;
      }
      if (singular.endsWith("s")) {
        return singular + "es";
      }
      return singular.endsWith("y")
          ? singular.substring(0, singular.length() - 1) + "ies"
          : singular + "s";
    }

    List<ResourceMapping> find(String requestedGroup, String resource) {
      if (!group.startsWith(requestedGroup)) {
        return List.of();
      }
      return byName.getOrDefault(resource, List.of());
    }
  }
}
