package dev.hpa.cli.recommend;

import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.cli.fleet.Fleet;
import dev.hpa.cli.fleet.FleetLoop;
import dev.hpa.cli.fleet.Subject;
import dev.hpa.cli.simulate.ReplayInputs;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.simulation.ReplayLimitException;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Analyzes the HPAs of a fleet one after another, each with all cores. Used once. */
final class FleetRun {

  /** Of the replays for one HPA: about a minute; a week of an HPA with 150 pods. */
  static final long MAX_POD_SYNCS = 1_000_000_000;

  private final Fleet fleet;
  private final Analyst analyst;
  private final SearchEffort effort;
  private final String flags;
  private final FleetFlags options;
  private final @Nullable FleetFolder folder;
  private final long maxPodSyncs;
  private final AtomicInteger kept = new AtomicInteger();

  /**
   * @param flags the options that results depend on, to detect results of other options
   * @param maxPodSyncs the most pods of an HPA, added up over all syncs of all its replays
   */
  FleetRun(
      Fleet fleet,
      Analyst analyst,
      SearchEffort effort,
      String flags,
      FleetFlags options,
      long maxPodSyncs) {
    this.fleet = fleet;
    this.analyst = analyst;
    this.effort = effort;
    this.flags = flags;
    this.options = options;
    this.folder = options.folder();
    this.maxPodSyncs = maxPodSyncs;
  }

  /** What is read of an HPA, or its result from an earlier run. */
  private sealed interface Read {
    record Load(NamespacedName member, @Nullable String team, ReplayInputs inputs, String digest)
        implements Read {}

    record Known(FleetRow row) implements Read {}
  }

  /**
   * Analyzes all HPAs.
   *
   * @param interrupted prints what is done if a signal ends the process
   * @return their results in the order of the fleet
   * @throws IOException if a result cannot be written
   */
  List<FleetRow> run(FleetLoop.Print<FleetRow> interrupted)
      throws IOException, InterruptedException {
    return finished(
        new FleetLoop<>(this::read, this::row, FleetRow::failed)
            .run(
                fleet.members(),
                folder == null
                    ? "give --output-dir to keep results, which --resume continues with"
                    : "run it again with --resume for the others",
                done -> interrupted.of(finished(done))));
  }

  private List<FleetRow> finished(List<FleetRow> rows) throws IOException {
    if (folder != null) {
      folder.finish(rows);
    }
    return rows.stream().map(each -> each.withLink(options.link(each.name()))).toList();
  }

  /** How many results are those of an earlier run. */
  int kept() {
    return kept.get();
  }

  private Read read(NamespacedName member)
      throws IOException, KubernetesApiException, ScaleException, UnusableInputException {
    Subject subject = fleet.subject(member);
    String digest = digest(subject);
    Optional<FleetRow> known =
        folder != null && options.isResumed() ? folder.kept(member, digest) : Optional.empty();
    return known.isPresent()
        ? new Read.Known(known.get())
        : new Read.Load(member, options.team(fleet, subject), analyst.prepare(subject), digest);
  }

  private FleetRow row(Read read) throws UnusableInputException {
    return switch (read) {
      case Read.Known known -> {
        kept.incrementAndGet();
        yield known.row();
      }
      case Read.Load load -> {
        FleetRow row = analyzed(load);
        if (folder != null) {
          write(row, load.digest(), folder);
        }
        yield row;
      }
    };
  }

  private static void write(FleetRow row, String digest, FleetFolder to)
      throws UnusableInputException {
    try {
      to.write(row, digest);
    } catch (IOException failure) {
      throw new UnusableInputException("the result cannot be written: " + failure.getMessage());
    }
  }

  private FleetRow analyzed(Read.Load load) {
    NamespacedName member = load.member();
    try {
      return FleetRow.of(
          member,
          load.team(),
          analyst.analyze(load.inputs(), effort, maxPodSyncs, (best, done) -> {}));
    } catch (ReplayLimitException excess) {
      return FleetRow.failed(
          member, "has too many pods for a run of several HPAs; run hpa recommend " + member);
    }
  }

  /** Of the HPA, its workload and the options; not of the load, whose end is always now. */
  private String digest(Subject subject) {
    return FleetFolder.digest(
        flags
            + Json.text(subject.hpa().spec())
            + subject.hpa().metadata().annotationsOrEmpty()
            + subject.target().map(each -> template(each.json())).orElse(""));
  }

  private static String template(String workload) {
    return Json.text(Json.tree(workload).at("/spec/template/spec"));
  }
}
