package dev.hpa.cli.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** HPAs of a cluster. */
public final class LiveFleet implements Fleet {
  private static final String PAGE = "500";

  /** More than clusters have; a server may state any number of further pages. */
  private static final int MAX_MEMBERS = 100_000;

  private final KubernetesApi api;
  private final ScaleClient scales;
  private final List<NamespacedName> members;

  private LiveFleet(KubernetesApi api, ScaleClient scales, List<NamespacedName> members) {
    this.api = api;
    this.scales = scales;
    this.members = List.copyOf(members);
  }

  /**
   * Lists HPAs.
   *
   * @param namespace empty for all
   * @param selector of labels; empty for all
   */
  public static LiveFleet list(
      KubernetesApi api, ScaleClient scales, String namespace, String selector)
      throws KubernetesApiException {
    String path =
        "/apis/autoscaling/v2/"
            + (namespace.isEmpty() ? "" : "namespaces/" + ApiRequest.segment(namespace) + "/")
            + "horizontalpodautoscalers";
    List<NamespacedName> members = new ArrayList<>();
    String next = "";
    do {
      Map<String, String> query = new LinkedHashMap<>();
      query.put("limit", PAGE);
      if (!selector.isEmpty()) {
        query.put("labelSelector", selector);
      }
      if (!next.isEmpty()) {
        query.put("continue", next);
      }
      JsonNode page =
          api.call(
              ApiRequest.get(
                  path,
                  query,
                  new ApiRequest.Subject("horizontalpodautoscalers", "autoscaling", "")),
              body -> Json.mapper().readTree(body));
      for (JsonNode item : page.path("items")) {
        JsonNode metadata = item.path("metadata");
        members.add(
            new NamespacedName(
                metadata.path("namespace").asText(), metadata.path("name").asText()));
      }
      boolean isLast = page.path("items").isEmpty() || members.size() >= MAX_MEMBERS;
      next = isLast ? "" : page.at("/metadata/continue").asText();
    } while (!next.isEmpty());
    members.sort(Comparator.naturalOrder());
    return new LiveFleet(api, scales, members);
  }

  @Override
  public List<NamespacedName> members() {
    return members;
  }

  @Override
  public Subject subject(NamespacedName member) throws KubernetesApiException, ScaleException {
    return Subject.read(api, scales, member);
  }
}
