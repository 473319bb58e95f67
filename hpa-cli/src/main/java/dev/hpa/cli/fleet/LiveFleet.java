package dev.hpa.cli.fleet;

import dev.hpa.api.NamespacedName;
import dev.hpa.kube.client.TreeList;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** HPAs of a cluster. */
public final class LiveFleet implements Fleet {
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
    new TreeList(
            path,
            selector.isEmpty() ? Map.of() : Map.of("labelSelector", selector),
            new ApiRequest.Subject("horizontalpodautoscalers", "autoscaling", ""),
            MAX_MEMBERS)
        .read(
            api,
            item -> {
              String owner = item.at("/metadata/namespace").asText();
              String name = item.at("/metadata/name").asText();
              if (!owner.isEmpty() && !name.isEmpty()) {
                members.add(new NamespacedName(owner, name));
              }
            });
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
