package dev.hpa.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.ImmutableCopies;
import dev.hpa.api.Json;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Reads a list once, page by page, for tools that show a part of each object as JSON. Bounded, so
 * that a server cannot occupy a tool with further pages: by a number of objects, and by the objects
 * of a page. Immutable.
 *
 * @param path of the collection, percent-encoded
 * @param query selectors, not encoded
 * @param subject the resource that messages name
 * @param maxObjects on all pages, at least 1
 */
public record TreeList(
    String path, Map<String, String> query, ApiRequest.Subject subject, int maxObjects) {

  /** As many as kubectl requests at once. */
  private static final int PAGE = 500;

  /** Servers may send smaller pages than requested; this is a tenth of what is requested. */
  private static final int SMALL_PAGE = 50;

  /** Pages that may be smaller still. */
  private static final int SMALLER_PAGES = 20;

  public TreeList {
    query = ImmutableCopies.map(query);
  }

  /**
   * Reads all pages.
   *
   * @param object receives each object in the order of the list
   * @throws KubernetesApiException if a page cannot be read, or the list exceeds the limits
   */
  public void read(KubernetesApi api, Consumer<JsonNode> object) throws KubernetesApiException {
    int objects = 0;
    int pages = 0;
    String next = "";
    do {
      JsonNode page = page(api, next);
      for (JsonNode item : page.path("items")) {
        object.accept(item);
      }
      objects += page.path("items").size();
      next = page.at("/metadata/continue").asText("");
      pages++;
      if (!next.isEmpty()) {
        requireLimits(objects, pages);
      }
    } while (!next.isEmpty());
  }

  private void requireLimits(int objects, int pages) throws KubernetesApiException {
    String excess =
        objects >= maxObjects
            ? "more than " + maxObjects + " objects"
            : pages > SMALLER_PAGES + objects / SMALL_PAGE
                ? "%d objects on its first %d pages, and more".formatted(objects, pages)
                : "";
    if (!excess.isEmpty()) {
      throw new KubernetesApiException(
          0, "", "the list of %s has %s".formatted(subject.resource(), excess), null);
    }
  }

  private JsonNode page(KubernetesApi api, String next) throws KubernetesApiException {
    Map<String, String> parameters = new TreeMap<>(query);
    parameters.put("limit", Integer.toString(PAGE));
    if (!next.isEmpty()) {
      parameters.put("continue", next);
    }
    return api.call(ApiRequest.get(path, parameters, subject), body -> Json.tree(body));
  }
}
