package dev.hpa.cli.fleet;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.SafeText;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.output.Interruption;
import dev.hpa.cli.output.ProgressBar;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ScaleException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Works on HPAs one after another, while the next ones are read. What one of them lacks is its
 * problem, and the work continues with the others. Used once.
 *
 * @param <T> what is read of an HPA
 * @param <R> the result of an HPA
 */
public final class FleetLoop<T, R> {
  private static final int READ_AHEAD = 4;

  /** After so many HPAs in a row for which a server does not answer, the others are not read. */
  private static final int MAX_UNREACHABLE = 2 * READ_AHEAD;

  private static final String GONE =
      "not read, because the server did not answer for %d HPAs in a row".formatted(MAX_UNREACHABLE);

  /** Reads an HPA; several at the same time. */
  @FunctionalInterface
  public interface Read<T> {
    T of(NamespacedName name) throws Exception;
  }

  /** Works on what was read of an HPA; one after another. */
  @FunctionalInterface
  public interface Work<T, R> {
    R of(T read) throws Exception;
  }

  /** Prints results. */
  @FunctionalInterface
  public interface Print<R> {
    void of(List<R> results) throws IOException;
  }

  private record Pending<T>(NamespacedName member, Future<T> read) {}

  private final Read<T> read;
  private final Work<T, R> work;
  private final BiFunction<NamespacedName, String, R> failed;
  private final ProgressBar bar = ProgressBar.onTerminal();
  private final InstantSource clock = InstantSource.system();
  private final List<R> results = new ArrayList<>();
  private volatile int unreachable;

  /**
   * @param failed the result of an HPA with a problem, in one line
   */
  public FleetLoop(Read<T> read, Work<T, R> work, BiFunction<NamespacedName, String, R> failed) {
    this.read = read;
    this.work = work;
    this.failed = failed;
  }

  /**
   * Works on all HPAs.
   *
   * @param resume what to do for the others if a signal ends the process
   * @param interrupted prints what is done until then
   * @return their results, in their order
   */
  public List<R> run(List<NamespacedName> members, String resume, Print<R> interrupted)
      throws InterruptedException {
    Instant begun = clock.instant();
    try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();
        Interruption _ = new Interruption(() -> interrupted(members.size(), resume, interrupted))) {
      Iterator<NamespacedName> next = members.iterator();
      Deque<Pending<T>> reads = new ArrayDeque<>();
      for (int done = 0; done < members.size(); done++) {
        while (next.hasNext() && reads.size() < READ_AHEAD) {
          NamespacedName member = next.next();
          reads.add(new Pending<>(member, readers.submit(() -> read(member))));
        }
        show(done, members.size(), begun);
        add(result(reads.remove()));
      }
    } finally {
      bar.clear();
    }
    return results;
  }

  private T read(NamespacedName member) throws Exception {
    requireServer();
    return read.of(member);
  }

  private void requireServer() throws UnusableInputException {
    if (unreachable >= MAX_UNREACHABLE) {
      throw new UnusableInputException.UnreachableException(GONE);
    }
  }

  private R result(Pending<T> pending) throws InterruptedException {
    NamespacedName member = pending.member();
    try {
      T found = pending.read().get();
      requireServer();
      R result = work.of(found);
      unreachable = 0;
      return result;
    } catch (InterruptedException stopping) {
      throw stopping;
    } catch (ExecutionException failure) {
      return failed(member, failure.getCause());
    } catch (Exception failure) {
      return failed(member, failure);
    }
  }

  private R failed(NamespacedName member, @Nullable Throwable failure) {
    unreachable = isUnreachable(failure) ? unreachable + 1 : 0;
    return failed.apply(member, problem(failure));
  }

  private static boolean isUnreachable(@Nullable Throwable failure) {
    return failure instanceof UnusableInputException.UnreachableException
        || (failure instanceof KubernetesApiException && failure.getCause() instanceof IOException);
  }

  /** Why an HPA could not be read or worked on, in one line without a full stop. */
  public static String problem(@Nullable Throwable failure) {
    return switch (failure) {
      case UnusableInputException unusable -> String.valueOf(unusable.getMessage());
      case UsageException unusable -> String.valueOf(unusable.getMessage());
      case KubernetesApiException refused ->
          refused.code() == 404 ? "was deleted during the run" : refused.text();
      case ScaleException refused -> refused.text();
      case IOException failed -> String.valueOf(failed.getMessage());
      case null, default -> "unexpected failure, please report it: " + failure;
    };
  }

  private synchronized void add(R result) {
    results.add(result);
  }

  private synchronized void show(int done, int all, Instant begun) {
    bar.show(done, all, "HPAs" + left(begun, done, all));
  }

  /** The work continues, but its thread waits with its next result. */
  private synchronized void interrupted(int all, String resume, Print<R> print) {
    bar.clear();
    try {
      print.of(List.copyOf(results));
    } catch (IOException failure) {
      System.err.println(SafeText.line("hpa: " + failure.getMessage()));
    }
    System.err.printf(
        "hpa: interrupted: %d of %d HPAs are done; %s%n", results.size(), all, resume);
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
}
