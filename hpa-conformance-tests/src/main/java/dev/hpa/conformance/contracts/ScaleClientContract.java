package dev.hpa.conformance.contracts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Scale;
import dev.hpa.api.time.Timeline;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ProviderSettings;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleClientFactory;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.ScaleException.Stage;
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
 * What every {@link ScaleClient} and its factory have to do, as tests. An author extends this class
 * and says how the client is made and which target it may scale. The tests write the target's
 * scale, to values from 1 to 9 only; they run on an instance of the class each, and expect a target
 * with {@link #replicas} replicas every time.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class ScaleClientContract {

  private static final int WRITERS = 4;

  private @Nullable ProviderContext context;
  private @Nullable ScaleClient client;

  /** The factory, new. */
  protected abstract ScaleClientFactory factory();

  /** Values for the factory's settings, by name. None by default. */
  protected Map<String, String> settings() {
    return Map.of();
  }

  /** The API server the client is given. By default one that knows nothing. */
  protected KubernetesApi api() {
    return new InMemoryApi();
  }

  /** The time the client is given; closed after the test. By default real time. */
  protected Timeline timeline() {
    return Timeline.real();
  }

  /** The namespace of the target. */
  protected abstract String namespace();

  /** A target that is there. */
  protected abstract CrossVersionObjectReference target();

  /** How many replicas the target wants, before a test writes; from 1 to 4. */
  protected abstract int replicas();

  /**
   * Everything that the source holds of the target, but its replicas and what the source changes
   * itself with each write; values that can be compared.
   */
  protected Object besidesReplicas() {
    return abort("besidesReplicas() is not overridden: nobody looks at the source itself");
  }

  /** How long a thread of the client may go on after close. By default 30 s. */
  protected Duration patience() {
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
          new ProviderContext(api(), timeline(), new CachedRestMapper(api(), timeline()::now))
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

  private static ScaleException failed(Executable call, String what, Stage... stages) {
    ScaleException failure = assertThrows(ScaleException.class, call, what);
    assertTrue(
        List.of(stages).contains(failure.stage()),
        what + " fails as " + failure.stage() + " and not as " + List.of(stages));
    return failure;
  }

  private CrossVersionObjectReference missingObject() {
    return new CrossVersionObjectReference(
        target().kind(), target().name() + "-that-is-not-there", target().apiVersion());
  }

  private CrossVersionObjectReference missingKind() {
    return new CrossVersionObjectReference(
        "KindThatIsNotThere", target().name(), target().apiVersion());
  }

  private CrossVersionObjectReference invalid() {
    return new CrossVersionObjectReference(target().kind(), target().name(), "a/b/c");
  }

  @Test
  final void theNameIsLettersDigitsAndDashes() {
    Declarations.checkName("the name", factory().name());
  }

  @Test
  final void groupsHaveNoVersion() {
    Set<String> groups = factory().groups();
    groups.forEach(
        group -> assertFalse(group.contains("/"), "the group \"" + group + "\" has a version"));
  }

  @Test
  final void settingsAreWellFormed() {
    Declarations.checkSettings(factory().settings());
  }

  @Test
  final void theFactoryIsRegistered() {
    Declarations.checkIsRegistered(ScaleClientFactory.class, factory().getClass());
  }

  @Test
  final void theConstructorOfTheFactoryDoesNothing() throws Exception {
    Declarations.checkIsCheap(ScaleClientFactory.class, factory().getClass());
  }

  @Test
  final void aReadTellsTheReplicas() throws ScaleException {
    TargetScale read = read();
    assertEquals(replicas(), read.scale().specReplicas(), "the replicas that are wanted");
    assertEquals(namespace(), read.namespace(), "the namespace of what was read");
    assertEquals(target().name(), read.name(), "the name of what was read");
  }

  @Test
  final void aRereadGivesTheSame() throws ScaleException {
    TargetScale read = read();
    assertEquals(read, client().reread(read), "what is read again");
  }

  @Test
  final void aWriteReturnsTheScaleAfterIt() throws ScaleException {
    TargetScale read = read();
    TargetScale written = client().write(with(read, replicas() + 1));
    assertEquals(replicas() + 1, written.scale().specReplicas(), "the replicas after the write");
    assertEquals(client().reread(read), written, "what a write returns");
  }

  @Test
  final void whatAWriteReturnsCanBeWritten() throws ScaleException {
    TargetScale written = client().write(with(read(), replicas() + 1));
    TargetScale again = client().write(with(written, replicas() + 2));
    assertEquals(replicas() + 2, again.scale().specReplicas(), "the replicas after two writes");
  }

  @Test
  final void aStaleWriteIsAConflict() throws ScaleException {
    TargetScale stale = read();
    client().write(with(stale, replicas() + 1));
    ScaleException conflict =
        failed(
            () -> client().write(with(stale, replicas() + 2)),
            "a write with an old resourceVersion",
            Stage.CONFLICT);
    Declarations.checkLine("the text of a conflict", conflict.text());
    assertEquals(
        replicas() + 1, read().scale().specReplicas(), "the replicas after the refused write");
  }

  @Test
  final void ofSeveralWritersOneWins() throws Exception {
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
                  return wins(next);
                }));
      }
    }
    int winners = 0;
    for (Future<Boolean> each : writes) {
      winners += each.get() ? 1 : 0;
    }
    assertEquals(1, winners, "writers that won with the same resourceVersion");
  }

  private boolean wins(TargetScale next) throws ScaleException {
    try {
      client().write(next);
      return true;
    } catch (ScaleException failure) {
      if (failure.stage() == Stage.CONFLICT) {
        return false;
      }
      throw failure;
    }
  }

  @Test
  final void whatIsNotThereCannotBeRead() {
    for (CrossVersionObjectReference each : List.of(missingObject(), missingKind())) {
      ScaleException failure =
          failed(
              () -> client().read(namespace(), each),
              "a read of " + each,
              Stage.READ,
              Stage.MAPPING);
      Declarations.checkLine("the text about " + each, failure.text());
    }
  }

  @Test
  final void anInvalidReferenceIsToldAsSuch() {
    ScaleException failure =
        failed(
            () -> client().read(namespace(), invalid()),
            "a read of the apiVersion a/b/c",
            Stage.INVALID_REFERENCE);
    Declarations.checkLine("the text about the apiVersion a/b/c", failure.text());
  }

  @Test
  final void onlyReplicasAreWritten() throws ScaleException {
    Object before = besidesReplicas();
    TargetScale read = read();
    Scale scale = read.scale();
    Scale wild =
        new Scale(
            scale.namespace(),
            scale.name(),
            scale.uid(),
            scale.resourceVersion(),
            replicas() + 1,
            scale.statusReplicas() + 7,
            "somebody=else");
    client().write(read.withScale(wild));
    assertEquals(before, besidesReplicas(), "what the source holds beside the replicas");
  }

  @Test
  final void closeLeavesNoThread() throws Exception {
    ProviderContext given = context();
    ScaleClientFactory factory = factory();
    ThreadWatch watch = new ThreadWatch();
    watch.run(
        () -> {
          try (ScaleClient watched = factory.create(given)) {
            return watched.read(namespace(), target());
          }
        });
    assertEquals(List.of(), watch.remaining(patience()), "threads of the client after close()");
  }

  @Test
  final void aReadAfterCloseAnswersOrRefuses() {
    ScaleClient closed = factory().create(context());
    closed.close();
    try {
      closed.read(namespace(), target());
    } catch (ScaleException | IllegalStateException refused) {
      Declarations.checkLine("the refusal after close()", String.valueOf(refused.getMessage()));
    } catch (RuntimeException other) {
      fail("a read after close() throws " + other, other);
    }
  }
}
