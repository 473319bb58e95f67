package dev.hpa.sandbox.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.metrics.MetricsApi;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

class SandboxExtensionTest {

  /** The sandboxes that the nested tests received. */
  private static final Queue<Sandbox> SEEN = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void forget() {
    SEEN.clear();
  }

  private static EngineExecutionResults run(Class<?>... tests) {
    return EngineTestKit.engine("junit-jupiter")
        .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
        .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
        .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "2")
        .selectors(Arrays.stream(tests).map(DiscoverySelectors::selectClass).toList())
        .execute();
  }

  private static void passes(int count, Class<?>... tests) {
    run(tests).testEvents().assertStatistics(events -> events.succeeded(count).failed(0));
  }

  private static void failsWith(Class<?> tests, String part) {
    List<String> problems =
        run(tests).allEvents().failed().stream()
            .flatMap(event -> event.getPayload(TestExecutionResult.class).stream())
            .flatMap(result -> result.getThrowable().stream())
            .map(Throwable::toString)
            .toList();
    assertTrue(problems.stream().anyMatch(text -> text.contains(part)), problems::toString);
  }

  private static void assertClosed(Sandbox sandbox) {
    assertThrows(
        ConnectException.class,
        () -> new Socket(InetAddress.getLoopbackAddress(), sandbox.port()).close());
  }

  static class OneForEachTest {
    @RegisterExtension final SandboxExtension cluster = SandboxExtension.inVirtualTime();

    @BeforeEach
    void isThereBefore(Sandbox sandbox) {
      assertSame(cluster.sandbox(), sandbox);
    }

    @Test
    void one(Sandbox sandbox, VirtualTimeline time, Timeline same) {
      assertEquals(SandboxExtension.START, time.now());
      time.advance(Duration.ofHours(1));
      assertSame(time, same);
      assertSame(time, cluster.time());
      SEEN.add(sandbox);
    }

    @Test
    void another(Sandbox sandbox, VirtualTimeline time) {
      assertEquals(SandboxExtension.START, time.now());
      SEEN.add(sandbox);
    }
  }

  @Test
  void startsOneSandboxPerTest() {
    passes(2, OneForEachTest.class);
    List<Sandbox> seen = List.copyOf(SEEN);
    assertNotSame(seen.get(0), seen.get(1));
    seen.forEach(SandboxExtensionTest::assertClosed);
  }

  static class OneForAllTests {
    @RegisterExtension
    static final SandboxExtension CLUSTER =
        SandboxExtension.inRealTime()
            .with(options -> options.withMetricsApis(Set.of(MetricsApi.EXTERNAL)))
            .with(options -> options.withPort(0));

    @BeforeAll
    static void isThereBefore(Sandbox sandbox) {
      SEEN.add(sandbox);
    }

    @Test
    void one(Sandbox sandbox) {
      assertEquals(Set.of(MetricsApi.EXTERNAL), sandbox.metricsApis().served());
      SEEN.add(sandbox);
    }

    @Nested
    class Within {
      @Test
      void another(Sandbox sandbox) {
        assertSame(CLUSTER.sandbox(), sandbox);
        SEEN.add(sandbox);
      }
    }
  }

  @Test
  void staticFieldSharesOneSandbox() {
    passes(2, OneForAllTests.class);
    assertEquals(3, SEEN.size());
    assertEquals(1, Set.copyOf(SEEN).size());
    assertClosed(SEEN.element());
  }

  static class Failing {
    @RegisterExtension final SandboxExtension cluster = SandboxExtension.inVirtualTime();

    @Test
    void fails(Sandbox sandbox) {
      SEEN.add(sandbox);
      throw new AssertionError("as it should");
    }
  }

  @Test
  void closesTheSandboxWhenATestFails() {
    failsWith(Failing.class, "as it should");
    assertClosed(SEEN.element());
  }

  @Execution(ExecutionMode.CONCURRENT)
  static class Parallel {
    private static final CyclicBarrier BOTH = new CyclicBarrier(2);

    @RegisterExtension final SandboxExtension cluster = SandboxExtension.inVirtualTime();

    @Test
    void one(Sandbox sandbox) throws Exception {
      together(sandbox);
    }

    @Test
    void another(Sandbox sandbox) throws Exception {
      together(sandbox);
    }

    private void together(Sandbox sandbox) throws Exception {
      BOTH.await();
      assertSame(sandbox, cluster.sandbox());
      SEEN.add(sandbox);
    }
  }

  @Test
  void supportsParallelTests() {
    passes(2, Parallel.class);
    assertEquals(2, Set.copyOf(SEEN).size());
  }

  abstract static class Shared {
    private static final CyclicBarrier BOTH = new CyclicBarrier(2);

    @RegisterExtension static final SandboxExtension CLUSTER = SandboxExtension.inVirtualTime();

    @Test
    void asks(Sandbox sandbox) throws Exception {
      SEEN.add(sandbox);
      BOTH.await();
      String problem =
          String.valueOf(assertThrows(IllegalStateException.class, CLUSTER::sandbox).getMessage());
      assertTrue(problem.contains("use a parameter of the test method"), problem);
      BOTH.await();
    }
  }

  @Execution(ExecutionMode.CONCURRENT)
  static class OneOfTwoClasses extends Shared {}

  @Execution(ExecutionMode.CONCURRENT)
  static class OtherOfTwoClasses extends Shared {}

  @Test
  void supportsParallelClasses() {
    passes(2, OneOfTwoClasses.class, OtherOfTwoClasses.class);
    assertEquals(2, Set.copyOf(SEEN).size());
  }

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  static class OneInstance {
    @RegisterExtension final SandboxExtension cluster = SandboxExtension.inVirtualTime();

    @BeforeAll
    void wants(Sandbox sandbox) {
      SEEN.add(sandbox);
    }

    @Test
    void shares(Sandbox sandbox) {
      SEEN.add(sandbox);
    }
  }

  @Test
  void perClassInstanceSharesOneSandbox() {
    passes(1, OneInstance.class);
    assertEquals(1, Set.copyOf(SEEN).size());
    assertClosed(SEEN.element());
  }

  static class VirtualInRealTime {
    @RegisterExtension final SandboxExtension cluster = SandboxExtension.inRealTime();

    @Test
    void wants(VirtualTimeline time) {}
  }

  static class TooEarly {
    @RegisterExtension
    @SuppressWarnings("unused")
    static final SandboxExtension ONE = SandboxExtension.inVirtualTime();

    @RegisterExtension final SandboxExtension other = SandboxExtension.inVirtualTime();

    @Test
    void wants(Sandbox sandbox) {}
  }

  static class NotRegistered {
    final SandboxExtension cluster = SandboxExtension.inVirtualTime();

    @Test
    void asks() {
      cluster.sandbox();
    }
  }

  static class TimeOfItsOwn {
    @RegisterExtension
    final SandboxExtension cluster =
        SandboxExtension.inVirtualTime().with(options -> SandboxOptions.in(Timeline.real()));

    @Test
    void starts() {}
  }

  @Test
  void reportsMisuse() {
    failsWith(VirtualInRealTime.class, "register SandboxExtension.inVirtualTime()");
    failsWith(NotRegistered.class, "annotate the field with @RegisterExtension");
    failsWith(TimeOfItsOwn.class, "choose inRealTime or inVirtualTime instead");
    failsWith(TooEarly.class, "competing ParameterResolvers");
  }
}
