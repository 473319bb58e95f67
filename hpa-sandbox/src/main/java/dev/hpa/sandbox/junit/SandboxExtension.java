package dev.hpa.sandbox.junit;

import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a sandbox: one to each test when it stands in an instance field, one to all tests of
 * the class, nested ones included, when it stands in a static field or the class has one instance
 * for all tests. Each sandbox has a timeline of its own, and both are closed when the test or class
 * is over, however it went.
 *
 * <pre>{@code
 * class WebTest {
 *
 *   @RegisterExtension final SandboxExtension cluster = SandboxExtension.inVirtualTime();
 *
 *   @Test
 *   void scales(Sandbox sandbox, VirtualTimeline time) {
 *     …
 *     time.advance(Duration.ofMinutes(5));
 *   }
 * }
 * }</pre>
 *
 * <p>Tests, and the methods around them that JUnit calls while there is a sandbox, may have
 * parameters of the types {@link Sandbox}, {@link Timeline} and, in virtual time, {@link
 * VirtualTimeline}. Tests that run in parallel need nothing else: each has its own sandbox, or all
 * share the one of their class, which is thread-safe.
 */
public final class SandboxExtension
    implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {

  /** When virtual time begins unless told otherwise. */
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final List<Class<?>> PARAMETERS =
      List.of(Sandbox.class, Timeline.class, VirtualTimeline.class);

  private final Supplier<? extends Timeline> timelines;
  private final UnaryOperator<SandboxOptions> options;
  private final Set<Running> running = ConcurrentHashMap.newKeySet();

  private SandboxExtension(
      Supplier<? extends Timeline> timelines, UnaryOperator<SandboxOptions> options) {
    this.timelines = timelines;
    this.options = options;
  }

  /** Sandboxes whose time passes as it does for everybody. */
  public static SandboxExtension inRealTime() {
    return new SandboxExtension(Timeline::real, UnaryOperator.identity());
  }

  /** Sandboxes whose time stands still at {@link #START} until the test advances it. */
  public static SandboxExtension inVirtualTime() {
    return inVirtualTime(START);
  }

  /** The same from another time on. */
  public static SandboxExtension inVirtualTime(Instant start) {
    return new SandboxExtension(() -> new VirtualTimeline(start), UnaryOperator.identity());
  }

  /**
   * The same with other options; those of earlier calls stay. The timeline is not theirs to change.
   */
  public SandboxExtension with(UnaryOperator<SandboxOptions> more) {
    return new SandboxExtension(timelines, given -> more.apply(options.apply(given)));
  }

  /** A sandbox with its time, closed by JUnit together with the store that holds it. */
  private record Running(SandboxExtension extension, Timeline timeline, Sandbox sandbox)
      implements AutoCloseable {

    @Override
    public void close() {
      extension.running.remove(this);
      sandbox.close();
      timeline.close();
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    startUnlessRunning(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    startUnlessRunning(context);
  }

  private void startUnlessRunning(ExtensionContext context) throws IOException {
    if (find(context) == null) {
      store(context).put(this, start());
    }
  }

  private Running start() throws IOException {
    Timeline timeline = timelines.get();
    try {
      SandboxOptions chosen = options.apply(SandboxOptions.in(timeline));
      if (!chosen.timeline().equals(timeline)) {
        throw new IllegalArgumentException(
            "the options of a SandboxExtension bring a timeline of their own; choose inRealTime or"
                + " inVirtualTime instead");
      }
      Running started = new Running(this, timeline, Sandbox.start(chosen));
      running.add(started);
      return started;
    } catch (IOException | RuntimeException failure) {
      timeline.close();
      throw failure;
    }
  }

  private static ExtensionContext.Store store(ExtensionContext context) {
    return context.getStore(Namespace.create(SandboxExtension.class));
  }

  private @Nullable Running find(ExtensionContext context) {
    return store(context).get(this, Running.class);
  }

  /**
   * The sandbox, for fields and helpers that get no parameters.
   *
   * @throws IllegalStateException when there is none yet or any more, or when several run at once
   */
  public Sandbox sandbox() {
    return only().sandbox();
  }

  /** Its timeline. The same is thrown. */
  public Timeline time() {
    return only().timeline();
  }

  private Running only() {
    List<Running> all = List.copyOf(running);
    if (all.isEmpty()) {
      throw new IllegalStateException(
          "there is no sandbox: annotate the field with @RegisterExtension, and ask for the sandbox"
              + " while a test runs");
    }
    if (all.size() > 1) {
      throw new IllegalStateException(
          "several tests run at once, each with a sandbox: take yours as a parameter");
    }
    return all.getFirst();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return PARAMETERS.contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Running found = find(context);
    if (found == null) {
      throw new ParameterResolutionException(
          "there is no sandbox yet: make the field of the SandboxExtension static to have one for"
              + " the whole class");
    }
    Class<?> type = parameter.getParameter().getType();
    if (type == Sandbox.class) {
      return found.sandbox();
    }
    if (type.isInstance(found.timeline())) {
      return found.timeline();
    }
    throw new ParameterResolutionException(
        "the sandbox lives in real time and has no VirtualTimeline: register"
            + " SandboxExtension.inVirtualTime()");
  }
}
