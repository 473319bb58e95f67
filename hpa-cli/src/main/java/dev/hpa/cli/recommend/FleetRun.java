package dev.hpa.cli.recommend;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.fleet.Fleet;
import dev.hpa.cli.fleet.Subject;
import dev.hpa.cli.output.ProgressBar;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.simulation.ReplayLimitException;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleException;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Analyzes the HPAs of a fleet one after another, each with all cores, while the loads of the next
 * are read. What one HPA lacks is its problem; the others go on. Used once.
 */
final class FleetRun {
  private static final int READ_AHEAD = 4;

  /** After so many HPAs in a row whose load cannot be queried, the server is given up. */
  private static final int MAX_UNREACHABLE = 2 * READ_AHEAD;

  private final Fleet fleet;
  private final PodSyncBudget podSyncs = new PodSyncBudget();
  private final Analyst analyst;
  private final SearchEffort effort;
  private final String flags;
  private final @Nullable FleetFolder folder;
  private final boolean isResumed;
  private final ProgressBar bar;
  private final InstantSource clock;
  private int kept;
  private int unreachable;

  /**
   * @param flags the options that results depend on, to detect results of other options
   * @param folder where results are written; null if they are not
   * @param isResumed whether results in the folder are kept
   */
  FleetRun(
      Fleet fleet,
      Analyst analyst,
      SearchEffort effort,
      String flags,
      @Nullable FleetFolder folder,
      boolean isResumed,
      ProgressBar bar,
      InstantSource clock) {
    this.fleet = fleet;
    this.analyst = analyst;
    this.effort = effort;
    this.flags = flags;
    this.folder = folder;
    this.isResumed = isResumed;
    this.bar = bar;
    this.clock = clock;
  }

  /** What is read of an HPA, or its result from an earlier run, or why there is neither. */
  private sealed interface Read {
    record Load(Analyst.Prepared prepared, String digest) implements Read {}

    record Known(FleetRow row) implements Read {}

    record Failed(String problem, boolean isUnreachable) implements Read {}
  }

  private record Pending(NamespacedName member, Future<Read> read) {}

  /**
   * Analyzes all HPAs.
   *
   * @return their results in the order of the fleet
   * @throws IOException if a result cannot be written
   */
  List<FleetRow> run() throws IOException, InterruptedException {
    List<NamespacedName> members = fleet.members();
    List<FleetRow> rows = new ArrayList<>();
    Instant begun = clock.instant();
    try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
      Iterator<NamespacedName> next = members.iterator();
      Deque<Pending> reads = new ArrayDeque<>();
      while (rows.size() < members.size()) {
        while (next.hasNext() && reads.size() < READ_AHEAD) {
          NamespacedName member = next.next();
          reads.add(new Pending(member, readers.submit(() -> read(member))));
        }
        bar.show(rows.size(), members.size(), "HPAs" + left(begun, rows.size(), members.size()));
        Pending first = reads.remove();
        rows.add(row(first.member(), result(first.read())));
      }
    } finally {
      bar.clear();
    }
    if (folder != null) {
      folder.finish(rows);
    }
    return rows;
  }

  /** How many results are those of an earlier run. */
  int kept() {
    return kept;
  }

  private static Read result(Future<Read> read) throws InterruptedException {
    try {
      return read.get();
    } catch (ExecutionException failure) {
      return new Read.Failed(String.valueOf(failure.getCause()), false);
    }
  }

  private Read read(NamespacedName member) throws IOException {
    if (unreachableNow() >= MAX_UNREACHABLE) {
      return new Read.Failed(
          "not analyzed, because Prometheus could not be queried for %d HPAs in a row"
              .formatted(MAX_UNREACHABLE),
          true);
    }
    try {
      Subject subject = fleet.subject(member);
      String digest = digest(subject);
      Optional<FleetRow> known =
          folder != null && isResumed ? folder.kept(member, digest) : Optional.empty();
      return known.isPresent()
          ? new Read.Known(known.get())
          : new Read.Load(analyst.prepare(subject), digest);
    } catch (UnusableInputException.UnreachableException failure) {
      return new Read.Failed(String.valueOf(failure.getMessage()), true);
    } catch (UnusableInputException | UsageException failure) {
      return new Read.Failed(String.valueOf(failure.getMessage()), false);
    } catch (KubernetesApiException failure) {
      return new Read.Failed(
          failure.code() == 404 ? "was deleted during the run" : failure.text(), false);
    } catch (ScaleException failure) {
      return new Read.Failed(failure.text(), false);
    }
  }

  private synchronized int unreachableNow() {
    return unreachable;
  }

  private synchronized void count(Read read) {
    boolean isUnreachable = read instanceof Read.Failed failed && failed.isUnreachable();
    unreachable = isUnreachable ? unreachable + 1 : 0;
  }

  private FleetRow row(NamespacedName member, Read read) {
    count(read);
    return switch (read) {
      case Read.Failed failed -> FleetRow.failed(member, failed.problem());
      case Read.Known known -> {
        kept++;
        yield known.row();
      }
      case Read.Load load -> {
        FleetRow row = analyzed(member, load.prepared());
        yield folder == null || row.problem() != null ? row : written(row, load.digest(), folder);
      }
    };
  }

  private static FleetRow written(FleetRow row, String digest, FleetFolder to) {
    try {
      to.write(row, digest);
      return row;
    } catch (IOException failure) {
      return FleetRow.failed(row.name(), "the result cannot be written: " + failure.getMessage());
    }
  }

  private FleetRow analyzed(NamespacedName member, Analyst.Prepared prepared) {
    long limit = podSyncs.of(member.namespace());
    try {
      return FleetRow.of(member, analyst.analyze(prepared, effort, limit, done -> {}));
    } catch (ReplayLimitException excess) {
      podSyncs.exceeded(member.namespace());
      return FleetRow.failed(
          member, "has too many pods for a run of several HPAs; run hpa recommend " + member);
    } catch (UsageException failure) {
      return FleetRow.failed(member, String.valueOf(failure.getMessage()));
    } catch (RuntimeException failure) {
      return FleetRow.failed(member, "unexpected failure: " + failure);
    }
  }

  private String left(Instant begun, int done, int all) {
    if (done == 0) {
      return "";
    }
    Duration left =
        Duration.between(begun, clock.instant()).multipliedBy(all - done).dividedBy(done);
    return left.compareTo(Duration.ofMinutes(2)) < 0
        ? ", about %d s left".formatted(left.toSeconds())
        : ", about %d min left".formatted(left.toMinutes());
  }

  /** Of the HPA, its workload and the options; not of the load, whose end is always now. */
  private String digest(Subject subject) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(flags.getBytes(UTF_8));
      digest.update(Json.text(subject.hpa().spec()).getBytes(UTF_8));
      digest.update(subject.hpa().metadata().annotationsOrEmpty().toString().getBytes(UTF_8));
      subject.inventory().targetOf(subject.inventory().autoscalers().getFirst()).stream()
          .forEach(each -> digest.update(template(each.json()).getBytes(UTF_8)));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String template(String workload) {
    return Json.text(Json.tree(workload).at("/spec/template/spec"));
  }
}
