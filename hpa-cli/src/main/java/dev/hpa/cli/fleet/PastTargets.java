package dev.hpa.cli.fleet;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.cli.DecisionFlags;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.Topic;
import dev.hpa.cli.query.RuleFile;
import dev.hpa.cli.simulate.PastSource;
import dev.hpa.cli.simulate.PrometheusRange;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which HPAs a command is about that needs their past loads. */
@Topic("HPAs")
public final class PastTargets extends Targets {

  @Option(
      names = "--prometheus-rules",
      paramLabel = "FILE",
      description =
          "Configuration file of prometheus-adapter with the queries of metrics of live HPAs that"
              + " are not CPU or memory; not with --prometheus-label.")
  private @Nullable Path rules;

  @Override
  public void check() {
    super.check();
    if (areOfFiles() && rules != null) {
      throw new UsageException("--prometheus-rules: is for live HPAs; remove it");
    }
  }

  @Override
  public int run(DecisionFlags decisions, PastSource past, Work work)
      throws IOException,
          InterruptedException,
          KubeconfigException,
          KubernetesApiException,
          ScaleException {
    return super.run(
        decisions,
        past,
        fleet -> {
          check(fleet.range());
          if (!fleet.isOne() && fleet.range().isEmpty()) {
            throw new UsageException(
                "--prometheus: the loads of several HPAs are queried; give the URL of the server,"
                    + " without --query");
          }
          if (rules == null) {
            return work.with(fleet);
          }
          try (Timeline timeline = Timeline.real();
              RuleFile queries =
                  RuleFile.open(
                      rules,
                      fleet.range().orElseThrow(),
                      fleet.live().orElseThrow().api(),
                      timeline)) {
            return work.with(fleet.with(queries));
          }
        });
  }

  private void check(Optional<PrometheusRange> range) {
    if (rules != null && range.isEmpty()) {
      throw new UsageException(
          "--prometheus-rules: has no effect without --prometheus, or with --query; remove it");
    }
    if (rules != null && !range.orElseThrow().labels().isEmpty()) {
      throw new UsageException(
          "--prometheus-label: is not added to the queries of --prometheus-rules, which would add"
              + " up the loads of all clusters; remove one of them, or use a server with one"
              + " cluster");
    }
  }
}
