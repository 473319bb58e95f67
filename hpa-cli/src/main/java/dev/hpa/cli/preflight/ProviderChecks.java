package dev.hpa.cli.preflight;

import dev.hpa.kube.provider.PartReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What providers say about their parts, such as the rules of the provider for Prometheus. */
final class ProviderChecks {

  private ProviderChecks() {}

  /**
   * A check for each part.
   *
   * @param reports by provider
   */
  static List<Check> run(Map<String, List<PartReport>> reports) {
    List<Check> checks = new ArrayList<>();
    reports.forEach(
        (provider, parts) ->
            parts.forEach(
                part ->
                    checks.add(
                        part.isGood()
                            ? Check.ok(provider, part.part(), part.text())
                            : Check.warning(provider, part.part(), part.text(), ""))));
    return checks;
  }
}
