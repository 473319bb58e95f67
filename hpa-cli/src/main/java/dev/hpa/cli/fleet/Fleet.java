package dev.hpa.cli.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.cli.manifests.Inventory;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.query.LoadQueries;
import dev.hpa.cli.simulate.PrometheusRange;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleException;
import java.util.List;
import java.util.Optional;

/**
 * The HPAs that a command is about. Thread-safe.
 *
 * @param members their names, in order
 * @param isOne whether it is about one HPA, which is named or the only one of the files
 * @param settings of their controller
 * @param range where their loads are queried; empty if the load of one is given
 * @param rules queries of metrics that are not usage
 * @param live reads the cluster; empty for files
 * @param files what is in the files; empty for a cluster
 */
public record Fleet(
    List<NamespacedName> members,
    boolean isOne,
    Settings settings,
    Optional<PrometheusRange> range,
    LoadQueries.MetricRules rules,
    Optional<LiveReader> live,
    Inventory files,
    Source source) {

  public Fleet {
    members = List.copyOf(members);
  }

  /** Where HPAs are read. */
  @FunctionalInterface
  interface Source {
    Subject subject(NamespacedName member)
        throws KubernetesApiException, ScaleException, UnusableInputException;
  }

  /** The ResourceQuotas of a namespace. */
  public List<JsonNode> quotas(String namespace) throws KubernetesApiException {
    return live.isPresent()
        ? live.get().quotas(namespace)
        : files.others().stream()
            .filter(each -> !each.isNamespace() && each.key().namespace().equals(namespace))
            .map(Manifest::tree)
            .toList();
  }

  /** A label of the target of an HPA, or else of its namespace; empty if neither has it. */
  public String label(Subject subject, String label) {
    String namespace = subject.name().namespace();
    Optional<JsonNode> target =
        live.isPresent()
            ? live.get().target(subject.hpa())
            : subject.target().map(each -> Json.tree(each.json()));
    return target
        .map(each -> label(each, label))
        .filter(each -> !each.isEmpty())
        .or(() -> namespace(namespace).map(each -> label(each, label)))
        .orElse("");
  }

  private Optional<JsonNode> namespace(String name) {
    try {
      return live.isPresent()
          ? Optional.of(live.get().namespace(name))
          : files.others().stream()
              .filter(each -> each.isNamespace() && each.key().name().equals(name))
              .map(Manifest::tree)
              .findFirst();
    } catch (KubernetesApiException unreadable) {
      return Optional.empty();
    }
  }

  private static String label(JsonNode object, String label) {
    return object.at("/metadata/labels").path(label).asText();
  }

  /** A copy with queries of metrics. */
  Fleet with(LoadQueries.MetricRules other) {
    return new Fleet(members, isOne, settings, range, other, live, files, source);
  }

  /**
   * An HPA with its workload.
   *
   * @throws KubernetesApiException if it cannot be read, such as because it was deleted
   * @throws ScaleException if the scale of its target cannot be read
   * @throws UnusableInputException if it cannot scale
   */
  public Subject subject(NamespacedName member)
      throws KubernetesApiException, ScaleException, UnusableInputException {
    return source.subject(member);
  }

  /** The only HPA. */
  public Subject one() throws KubernetesApiException, ScaleException, UnusableInputException {
    return subject(members.getFirst());
  }
}
