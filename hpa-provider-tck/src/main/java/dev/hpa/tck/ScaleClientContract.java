package dev.hpa.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Scale;
import dev.hpa.api.time.Timeline;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ProviderSettings;
import dev.hpa.spi.RestMapper;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleClientFactory;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.ScaleException.Reason;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/**
 * The contract of {@link ScaleClient} and its factory as tests. An author extends this class and
 * supplies the factory and a target. The tests write values from 1 to 9 to the scale of the target.
 * Each test runs on a new instance of the class and expects a target with {@link #replicas}
 * replicas.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class ScaleClientContract {

  private static final int WRITERS = 4;

  private @Nullable ProviderContext context;
  private @Nullable ScaleClient client;

  /** Returns a new factory. */
  protected abstract ScaleClientFactory factory();

  /** Returns the values of the settings, by name. Empty by default. */
  protected Map<String, String> settings() {
    return Map.of();
  }

  /** Returns the API server of the client. By default every request returns 404. */
  protected KubernetesApi api() {
    return new InMemoryApi();
  }

  /** Returns the timeline of the client; closed after the test. By default real time. */
  protected Timeline timeline() {
    return Timeline.real();
  }

  /**
   * Returns the mapper of kinds to resources. By default it fails; a subject that maps kinds needs
   * one that reads the discovery documents of {@link #api}.
   */
  protected RestMapper restMapper() {
    return RestMapper.unavailable();
  }

  /** Returns the namespace of the target. */
  protected abstract String namespace();

  /** Returns an existing target. */
  protected abstract CrossVersionObjectReference target();

  /** Returns the replicas of the target before each test, from 1 to 4. */
  protected abstract int replicas();

  /**
   * Returns the state of the target at the source without its replicas and without fields that
   * change with every write. Compared with {@code equals}.
   */
  protected Object stateBesidesReplicas() {
    return abort(
        "stateBesidesReplicas() is not overridden: the test needs the state of the source");
  }

  /** Returns how long a thread of the client may run after close. Default 30 s. */
  protected Duration shutdownTimeout() {
    return Duration.ofSeconds(30);
  }

  @AfterEach
  final void release() {
    if (client != null) {
      client.close();
    }
    if (context != null) {
      context.timeline().close();
    }
  }

  private ProviderContext context() {
    if (context == null) {
      context =
          new ProviderContext(api(), timeline(), restMapper())
              .with(ProviderSettings.of(factory().settings(), settings()));
    }
    return context;
  }

  private ScaleClient client() {
    if (client == null) {
      client = factory().create(context());
    }
    return client;
  }

  private TargetScale read() throws ScaleException {
    return client().read(namespace(), target());
  }

  private static TargetScale with(TargetScale target, int replicas) {
    return target.withScale(target.scale().withSpecReplicas(replicas));
  }

  private static ScaleException failed(Executable call, String what, Reason... reasons) {
    ScaleException failure = assertThrows(ScaleException.class, call, what);
    assertTrue(
        List.of(reasons).contains(failure.reason()),
        what + ": expected a failure of " + List.of(reasons) + ", but was " + failure.reason());
    return failure;
  }

  private CrossVersionObjectReference missingObject() {
    return new CrossVersionObjectReference(
        target().kind(), target().name() + "-missing", target().apiVersion());
  }

  private CrossVersionObjectReference missingKind() {
    return new CrossVersionObjectReference("MissingKind", target().name(), target().apiVersion());
  }

  private CrossVersionObjectReference invalid() {
    return new CrossVersionObjectReference(target().kind(), target().name(), "a/b/c");
  }

  @Test
  final void nameHasLettersDigitsAndDashes() {
    Declarations.checkName("scale client", factory().name());
  }

  @Test
  final void groupsHaveNoVersion() {
    Set<String> groups = factory().groups();
    groups.forEach(
        group ->
            assertFalse(
                group.contains("/"), "group \"" + group + "\": contains a version; remove it"));
  }

  @Test
  final void settingsAreWellFormed() {
    Declarations.checkSettings(factory().settings());
  }

  @Test
  final void factoryIsRegistered() {
    Declarations.checkIsRegistered(ScaleClientFactory.class, factory().getClass());
  }

  @Test
  final void factoryConstructorStartsNoThread() throws Exception {
    Declarations.checkIsCheap(ScaleClientFactory.class, factory().getClass());
  }

  @Test
  final void readReturnsTheReplicas() throws ScaleException {
    TargetScale read = read();
    assertEquals(replicas(), read.scale().specReplicas(), "replicas of the read scale");
    assertEquals(namespace(), read.namespace(), "namespace of the read scale");
    assertEquals(target().name(), read.name(), "name of the read scale");
  }

  @Test
  final void rereadReturnsTheSameScale() throws ScaleException {
    TargetScale read = read();
    assertEquals(read, client().reread(read), "scale of the second read");
  }

  @Test
  final void writeReturnsTheUpdatedScale() throws ScaleException {
    TargetScale read = read();
    TargetScale written = client().write(with(read, replicas() + 1));
    assertEquals(replicas() + 1, written.scale().specReplicas(), "replicas after the write");
    assertEquals(client().reread(read), written, "scale that the write returned");
  }

  @Test
  final void returnedScaleCanBeWritten() throws ScaleException {
    TargetScale written = client().write(with(read(), replicas() + 1));
    TargetScale again = client().write(with(written, replicas() + 2));
    assertEquals(replicas() + 2, again.scale().specReplicas(), "replicas after two writes");
  }

  @Test
  final void staleWriteFailsWithConflict() throws ScaleException {
    TargetScale stale = read();
    client().write(with(stale, replicas() + 1));
    ScaleException conflict =
        failed(
            () -> client().write(with(stale, replicas() + 2)),
            "write with a stale resourceVersion",
            Reason.CONFLICT);
    Declarations.checkLine("text of a conflict", conflict.text());
    assertEquals(replicas() + 1, read().scale().specReplicas(), "replicas after the conflict");
  }

  @Test
  final void oneOfConcurrentWritesSucceeds() throws Exception {
    TargetScale read = read();
    CountDownLatch start = new CountDownLatch(WRITERS);
    List<Future<Boolean>> writes = new ArrayList<>();
    try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 1; i <= WRITERS; i++) {
        TargetScale next = with(read, replicas() + i);
        writes.add(
            writers.submit(
                () -> {
                  start.countDown();
                  start.await();
                  return succeeds(next);
                }));
      }
    }
    int successes = 0;
    for (Future<Boolean> each : writes) {
      successes += each.get() ? 1 : 0;
    }
    assertEquals(1, successes, "successful writes with the same resourceVersion");
  }

  private boolean succeeds(TargetScale next) throws ScaleException {
    try {
      client().write(next);
      return true;
    } catch (ScaleException failure) {
      if (failure.reason() == Reason.CONFLICT) {
        return false;
      }
      throw failure;
    }
  }

  @Test
  final void missingTargetFailsWithReadOrMapping() {
    for (CrossVersionObjectReference each : List.of(missingObject(), missingKind())) {
      ScaleException failure =
          failed(
              () -> client().read(namespace(), each),
              "read of " + each,
              Reason.READ,
              Reason.MAPPING);
      Declarations.checkLine("text of the failure for " + each, failure.text());
    }
  }

  @Test
  final void invalidReferenceFailsWithInvalidReference() {
    ScaleException failure =
        failed(
            () -> client().read(namespace(), invalid()),
            "read of the apiVersion a/b/c",
            Reason.INVALID_REFERENCE);
    Declarations.checkLine("text of the failure for the apiVersion a/b/c", failure.text());
  }

  @Test
  final void writeChangesOnlyReplicas() throws ScaleException {
    Object before = stateBesidesReplicas();
    TargetScale read = read();
    Scale scale = read.scale();
    Scale changed =
        new Scale(
            scale.namespace(),
            scale.name(),
            scale.uid(),
            scale.resourceVersion(),
            replicas() + 1,
            scale.statusReplicas() + 7,
            "other=selector");
    client().write(read.withScale(changed));
    assertEquals(before, stateBesidesReplicas(), "state of the source besides the replicas");
  }

  @Test
  final void closeStopsAllThreads() throws Exception {
    ProviderContext given = context();
    ScaleClientFactory factory = factory();
    ThreadLeakDetector watch = new ThreadLeakDetector();
    watch.run(
        () -> {
          try (ScaleClient watched = factory.create(given)) {
            return watched.read(namespace(), target());
          }
        });
    assertEquals(
        List.of(), watch.remaining(shutdownTimeout()), "threads of the client after close()");
  }

  @Test
  final void readAfterCloseReturnsOrIsRefused() {
    ScaleClient closed = factory().create(context());
    closed.close();
    try {
      closed.read(namespace(), target());
    } catch (ScaleException | IllegalStateException refused) {
      Declarations.checkLine(
          "message of a read after close()", String.valueOf(refused.getMessage()));
    } catch (RuntimeException other) {
      fail("read after close(): unexpected exception " + other, other);
    }
  }
}
