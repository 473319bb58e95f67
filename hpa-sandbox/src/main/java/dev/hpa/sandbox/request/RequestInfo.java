package dev.hpa.sandbox.request;

import dev.hpa.api.ApiGroupVersion;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ServedResources;
import dev.hpa.sandbox.cluster.StatusException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The resource that a path below {@code /api/v1} or {@code /apis/GROUP/VERSION} refers to.
 *
 * @param namespace empty for all namespaces or cluster-scoped resources
 * @param name empty for the collection
 * @param subresource empty for the object itself
 */
public record RequestInfo(
    ResourceType type,
    ResourceType.Version version,
    String namespace,
    String name,
    String subresource) {

  /** The parts of a path, before the resource is looked up. */
  public record Path(
      String group,
      String version,
      String namespace,
      String resource,
      String name,
      String subresource) {

    /**
     * Converts deprecated {@code watch} paths to the current format, with the name as a field
     * selector.
     *
     * @param query is added to
     */
    public static List<String> withoutWatch(List<String> segments, Map<String, String> query) {
      int place = !segments.isEmpty() && segments.getFirst().equals("api") ? 2 : 3;
      boolean isWatchPath =
          segments.size() > place + 1
              && segments.getFirst().startsWith("api")
              && segments.get(place).equals("watch");
      if (!isWatchPath) {
        return segments;
      }
      List<String> current = new ArrayList<>(segments);
      current.remove(place);
      query.put("watch", "true");
      String name = parse(current).name();
      if (!name.isEmpty()) {
        query.put("fieldSelector", "metadata.name=" + name);
        current.removeLast();
      }
      return current;
    }

    /** Parses a path; {@code segments} starts with {@code api} or {@code apis}. */
    public static Path parse(List<String> segments) {
      boolean core = segments.getFirst().equals("api");
      int next = core ? 2 : 3;
      String group = core ? "" : segments.get(1);
      String version = segments.get(next - 1);
      String namespace = "";
      boolean inNamespace =
          segments.size() > next + 2
              && segments.get(next).equals("namespaces")
              && !List.of("status", "finalize").contains(segments.get(next + 2));
      if (inNamespace) {
        namespace = segments.get(next + 1);
        next += 2;
      }
      return new Path(
          group,
          version,
          namespace,
          at(segments, next),
          at(segments, next + 1),
          segments.size() > next + 2
              ? String.join("/", segments.subList(next + 2, segments.size()))
              : "");
    }

    private static String at(List<String> segments, int index) {
      return index < segments.size() ? segments.get(index) : "";
    }
  }

  /** Looks up the resource of a path. */
  public static RequestInfo resolve(Path path, ServedResources resources) {
    ResourceType type = resources.find(path.group(), path.resource());
    if (type == null) {
      throw notFound();
    }
    ResourceType.Version version =
        type.version(new ApiGroupVersion(path.group(), path.version()))
            .orElseThrow(RequestInfo::notFound);
    if (type.namespaced() && path.namespace().isEmpty() && !path.name().isEmpty()) {
      throw notFound();
    }
    return new RequestInfo(type, version, path.namespace(), path.name(), path.subresource());
  }

  public static StatusException notFound() {
    return StatusException.unspecific(
        404, "NotFound", "the server could not find the requested resource");
  }

  public String apiVersion() {
    return version.apiVersion();
  }

  public String storedApiVersion() {
    return type.storedVersion().apiVersion();
  }

  public String kind() {
    return type.kind();
  }
}
