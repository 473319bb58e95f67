package dev.hpa.cli.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.NamespacedName;
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
 */
public record Fleet(
    List<NamespacedName> members,
    boolean isOne,
    Settings settings,
    Optional<PrometheusRange> range,
    LoadQueries.MetricRules rules,
    Optional<LiveReader> live,
    Source source,
    Quotas quotas) {

  public Fleet {
    members = List.copyOf(members);
  }

  /** Where HPAs are read. */
  @FunctionalInterface
  interface Source {
    Subject subject(NamespacedName member)
        throws KubernetesApiException, ScaleException, UnusableInputException;
  }

  /** The ResourceQuotas of namespaces. */
  @FunctionalInterface
  public interface Quotas {
    List<JsonNode> of(String namespace) throws KubernetesApiException;
  }

  /** A copy with queries of metrics. */
  Fleet with(LoadQueries.MetricRules other) {
    return new Fleet(members, isOne, settings, range, other, live, source, quotas);
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
