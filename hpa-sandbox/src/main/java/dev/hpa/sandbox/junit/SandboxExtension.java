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
 * A JUnit extension that starts sandboxes: one for each test in an instance field; one for all
 * tests of the class and its nested classes in a static field, or with one test instance per class.
 * Each sandbox has its own timeline. Both are closed after the test or class, whatever its result.
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
 * <p>Tests and lifecycle methods may have parameters of the types {@link Sandbox}, {@link Timeline}
 * and, in virtual time, {@link VirtualTimeline}. Parallel tests need no synchronization: each has
 * its own sandbox, or all share that of the class, which is thread-safe.
 */
public final class SandboxExtension
    implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {

  /** The default start of virtual time. */
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

  /** Sandboxes in real time. */
  public static SandboxExtension inRealTime() {
    return new SandboxExtension(Timeline::real, UnaryOperator.identity());
  }

  /** Sandboxes in virtual time, which is {@link #START} until the test advances it. */
  public static SandboxExtension inVirtualTime() {
    return inVirtualTime(START);
  }

  /** Sandboxes in virtual time from the given start. */
  public static SandboxExtension inVirtualTime(Instant start) {
    return new SandboxExtension(() -> new VirtualTimeline(start), UnaryOperator.identity());
  }

  /**
   * A copy with more options, in addition to those of earlier calls. The timeline must not be
   * changed.
   */
  public SandboxExtension with(UnaryOperator<SandboxOptions> more) {
    return new SandboxExtension(timelines, given -> more.apply(options.apply(given)));
  }

  /** A sandbox with its timeline, closed by JUnit together with the store that holds it. */
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
            "timeline: the options of a SandboxExtension must not change it; choose inRealTime or"
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
   * The sandbox, for code without parameters.
   *
   * @throws IllegalStateException when no sandbox or more than one is running
   */
  public Sandbox sandbox() {
    return only().sandbox();
  }

  /** The timeline of the sandbox. Throws like {@link #sandbox}. */
  public Timeline time() {
    return only().timeline();
  }

  private Running only() {
    List<Running> all = List.copyOf(running);
    if (all.isEmpty()) {
      throw new IllegalStateException(
          "sandbox: none is running; annotate the field with @RegisterExtension, and call this"
              + " while a test runs");
    }
    if (all.size() > 1) {
      throw new IllegalStateException(
          "sandbox: several are running, one per parallel test; use a parameter of the test method");
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
          "sandbox: not started yet; make the field of the SandboxExtension static to have one for"
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
        "VirtualTimeline: the sandbox runs in real time; register"
            + " SandboxExtension.inVirtualTime()");
  }
}
