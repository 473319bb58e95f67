package dev.hpa.controller;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.controller.wiring.Components;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.Reflector;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Injects each fault into the same scenario: the load rises when the fault begins and falls when it
 * ends, and the fault recurs during the stabilization window of the scale-down. The replica counts
 * written must be those of a run without the fault, and none is written too early.
 */
@Tag("security")
class ResilienceTest {

  private static final Duration STEP = Duration.ofSeconds(1);

  /** Real time for a stalled watch to deliver what it will not deliver. */
  private static final Duration STALLED = Duration.ofMillis(20);

  private static final Duration LEAP = Duration.ofHours(1);
  private static final Duration PERIOD = ControllerOptions.DEFAULTS.syncPeriod();

  /** After so much of it a watch is taken for stuck; the pods known until then are those before. */
  private static final Duration SILENCE = Duration.ofSeconds(90);

  private static final Duration POLICY = Duration.ofSeconds(60);
  private static final Duration WINDOW = Duration.ofMinutes(5);

  /** Up by two a minute, as the policy says, to the four that 390m take at 100m each. */
  private static final List<Integer> UP = List.of(3, 4);

  /** The sandbox measures pods as often as a cluster does, and requests take a moment. */
  private static final Duration LATE = Duration.ofSeconds(20);

  /** One autoscaler asks for little in a minute; a loop that runs hot makes thousands. */
  private static final int MAX_REQUESTS_A_MINUTE = 150;

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final List<ReconcileResult> cycles = new CopyOnWriteArrayList<>();
  private final List<Scaled> scaled = new CopyOnWriteArrayList<>();
  private final ConcurrentLinkedQueue<AuditEvent> audit = new ConcurrentLinkedQueue<>();
  private final Lines lines = new Lines();
  private final Logger log = Logger.getLogger("dev.hpa.app");
  private final Path kubeconfig;
  private Sandbox sandbox;
  private Components controller;
  private SteppedCluster steps;

  /** Real time that a step waits for a watch. */
  private Duration watchLimit = SteppedCluster.GIVE_UP;

  @SuppressWarnings("NullAway.Init")
  ResilienceTest(@TempDir Path folder) {
    this.kubeconfig = folder.resolve("kubeconfig");
  }

  private record Scaled(Instant at, int replicas) {}

  /** Something that goes wrong, and how it ends. */
  enum Hardship {
    NONE(true, 50) {
      @Override
      void begin(ResilienceTest day) {}
    },
    SERVER_RESTARTS(false, 10) {
      @Override
      void begin(ResilienceTest day) {
        day.sandbox.stopServing();
      }

      @Override
      void end(ResilienceTest day) throws IOException {
        day.sandbox.serveAgain();
      }
    },
    SERVER_IS_AWAY_FOR_LONGER_THAN_STALE_CACHES_ARE_TRUSTED(false, 130) {
      @Override
      void begin(ResilienceTest day) {
        day.sandbox.stopServing();
      }

      @Override
      void end(ResilienceTest day) throws IOException {
        day.sandbox.serveAgain();
      }
    },
    LISTS_AND_WATCHES_ARE_EXPIRED(true, 50) {
      @Override
      void begin(ResilienceTest day) {
        day.faults(
            BREAK,
            "expire-watch",
            "error:code=410,method=GET,path=/apis/autoscaling/v2/horizontalpodautoscalers",
            "error:code=410,method=GET,path=/api/v1/pods");
      }
    },
    WATCHES_ARE_EXPIRED(true, 50) {
      @Override
      void begin(ResilienceTest day) {
        day.faults(BREAK, "expire-watch");
      }
    },
    WATCHES_ARE_SILENT(true, 50) {
      @Override
      void begin(ResilienceTest day) {
        day.watchLimit = STALLED;
        day.faults(BREAK, "stall-watch");
      }
    },
    CONNECTIONS_ARE_RESET(false, 50) {
      @Override
      void begin(ResilienceTest day) {
        day.faults("reset");
      }
    },
    CONNECTIONS_ARE_RESET_NOW_AND_THEN(true, 50) {
      @Override
      void begin(ResilienceTest day) {
        day.faults("reset:probability=0.3,seed=7");
      }
    },
    ANSWERS_BREAK_OFF(true, 50) {
      @Override
      void begin(ResilienceTest day) {
        day.faults("truncate:method=GET|WATCH");
      }
    },
    TOO_MANY_REQUESTS(false, 50) {
      @Override
      void begin(ResilienceTest day) {
        day.faults(BREAK, "error:code=429,retry-after=1s");
      }
    },
    INTERNAL_ERRORS(false, 50) {
      @Override
      void begin(ResilienceTest day) {
        day.faults(BREAK, "error:code=500");
      }
    },
    UNAVAILABLE_NOW_AND_THEN(true, 50) {
      @Override
      void begin(ResilienceTest day) {
        day.faults(BREAK, "error:code=503,probability=0.5,seed=11");
      }
    },
    TOKEN_IS_REVOKED(false, 50) {
      @Override
      void begin(ResilienceTest day) {
        day.sandbox.tokens().revoke(day.token());
      }

      @Override
      void end(ResilienceTest day) throws IOException {
        day.admitWithNewToken();
      }
    },
    CERTIFICATE_IS_REPLACED(false, 50) {
      @Override
      void begin(ResilienceTest day) throws IOException {
        day.sandbox.renewCertificate();
        // Open connections keep the certificate that they began with.
        day.sandbox.stopServing();
        day.sandbox.serveAgain();
      }

      @Override
      void end(ResilienceTest day) throws IOException {
        super.end(day);
        day.admitWithNewToken();
      }
    },
    CLOCK_IS_SET_FORWARD(true, 50) {
      @Override
      void begin(ResilienceTest day) {
        day.timeline.setClock(LEAP);
      }

      @Override
      void end(ResilienceTest day) {
        day.timeline.setClock(LEAP.negated());
      }
    },
    CLOCK_IS_SET_BACK(true, 50) {
      @Override
      void begin(ResilienceTest day) {
        day.timeline.setClock(LEAP.negated());
      }

      @Override
      void end(ResilienceTest day) {
        day.timeline.setClock(LEAP);
      }
    },
    METRICS_ARE_AWAY(false, 50) {
      @Override
      void begin(ResilienceTest day) {
        day.faults("error:code=503,path=/apis/metrics.k8s.io/**");
      }
    },
    SCALES_CONFLICT(false, 50) {
      @Override
      void begin(ResilienceTest day) {
        day.faults("conflict:path=/apis/apps/v1/**/scale");
      }
    },
    STATUSES_CONFLICT(true, 50) {
      @Override
      void begin(ResilienceTest day) {
        day.faults("conflict:path=/apis/autoscaling/**/status");
      }
    };

    /** The next request breaks the connection, and with it the watches that are open. */
    private static final String BREAK = "reset:first=1";

    /** Whether upstream could see what to do, and do it. */
    final boolean lets;

    final Duration lasts;

    Hardship(boolean lets, int seconds) {
      this.lets = lets;
      this.lasts = Duration.ofSeconds(seconds);
    }

    abstract void begin(ResilienceTest day) throws IOException;

    void end(ResilienceTest day) throws IOException {
      day.sandbox.faults().clear();
    }
  }

  /** What the log warns of. */
  private static final class Lines extends Handler {
    private final ConcurrentLinkedQueue<String> warnings = new ConcurrentLinkedQueue<>();
    private final SimpleFormatter formatter = new SimpleFormatter();

    @Override
    public void publish(LogRecord each) {
      if (each.getLevel().intValue() >= Level.WARNING.intValue()) {
        warnings.add(formatter.formatMessage(each));
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void start() throws Exception {
    // Commands that other tests run in this process may have silenced the log.
    log.setLevel(Level.WARNING);
    log.addHandler(lines);
    sandbox =
        Sandbox.start(
            SandboxOptions.in(new OtherMachine(timeline))
                .withSimulator(SimulatorOptions.DEFAULT.withWarmUp(Duration.ZERO, 0))
                .withAudit(audit::add));
    steps = new SteppedCluster(timeline, sandbox);
    admitWithNewToken();
    Manifests.create(sandbox, ResourceTypes.DEPLOYMENTS, DEPLOYMENT);
    Manifests.create(sandbox, ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, AUTOSCALER);
    controller =
        Components.builder(
                ClusterConnection.open(kubeconfig, null, timeline),
                timeline,
                ControllerOptions.DEFAULTS)
            .create();
    controller.loop().onReconcile(this::note);
    controller.loop().start();
  }

  private void note(ReconcileResult result) {
    cycles.add(result);
    if (result.scaledTo() != null) {
      scaled.add(new Scaled(timeline.now(), result.scaledTo()));
    }
  }

  @AfterEach
  void stop() {
    controller.close();
    sandbox.close();
    timeline.close();
    log.removeHandler(lines);
    log.setLevel(null);
  }

  @ParameterizedTest
  @EnumSource
  void replicaCountsEqualThoseOfARunWithoutTheFault(Hardship hardship) throws Exception {
    run(Duration.ofSeconds(90));
    assertEquals(List.of(), counts());
    lines.warnings.clear();

    Instant rose = timeline.now();
    load("390m");
    suffer(hardship);
    if (!hardship.lets) {
      assertEquals(List.of(), counts(), "nothing is known for sure");
    }
    runUntil(() -> !scaled.isEmpty() && isWell(), recovery(Duration.between(rose, timeline.now())));
    assertDifferenceReported();
    runUntil(() -> scaled.size() == 2, POLICY.plus(SILENCE).plus(PERIOD.multipliedBy(2)));
    run(Duration.ofMinutes(2));
    assertEquals(UP, counts());
    assertFalse(scaled.get(1).at().isBefore(scaled.get(0).at().plus(POLICY)), "a policy cut short");

    Instant fell = timeline.now();
    Instant held = cycles.getLast().at().plus(WINDOW);
    load("100m");
    run(Duration.ofMinutes(1));
    suffer(hardship);
    runUntil(() -> scaled.size() == 3, WINDOW);
    Instant lowered = scaled.getLast().at();
    run(Duration.ofMinutes(1));
    assertAll(
        () -> assertEquals(UP, counts().subList(0, UP.size())),
        () -> assertTrue(fallsOnly(counts().subList(1, scaled.size())), () -> "" + counts()),
        () -> assertFalse(lowered.isBefore(held), "a window cut short"),
        () -> assertFalse(lowered.isAfter(fell.plus(WINDOW).plus(PERIOD).plus(LATE)), "too long"),
        () -> assertEquals(counts().getLast(), replicas()),
        () -> assertEquals(scaled.size(), scaleWrites(), "writes without an event"),
        () -> assertTrue(isWell()),
        () -> assertFalse(controller.loop().isDead()),
        () -> assertEquals(0, controller.loop().failures()));
  }

  private static boolean fallsOnly(List<Integer> counts) {
    return IntStream.range(1, counts.size()).allMatch(i -> counts.get(i) < counts.get(i - 1));
  }

  /** A controller that skips syncs may have to wait for its watches to reconnect. */
  private static Duration recovery(Duration suffered) {
    return suffered.compareTo(ControllerOptions.DEFAULTS.staleLimit()) > 0
        ? PERIOD.multipliedBy(2)
        : PERIOD;
  }

  private void suffer(Hardship hardship) throws Exception {
    int before = audit.size();
    Instant begun = timeline.now();
    hardship.begin(this);
    run(hardship.lasts);
    hardship.end(this);
    long minutes = Duration.between(begun, timeline.now()).toMinutes() + 1;
    int requests = audit.size() - before;
    assertTrue(
        requests < MAX_REQUESTS_A_MINUTE * minutes, () -> requests + " requests during the fault");
  }

  /** One line when something begins, or two where time outran the network; not one a period. */
  private void assertDifferenceReported() {
    Map<String, Long> warnings =
        lines.warnings.stream().collect(groupingBy(each -> each.split(":")[0], counting()));
    assertTrue(
        warnings.values().stream().allMatch(times -> times <= 2),
        () -> String.join("\n", lines.warnings));
  }

  private boolean isWell() {
    return cycles.getLast().error() == null
        && controller.loop().podsDownFor().isZero()
        && controller.loop().autoscalersDownFor().isZero();
  }

  private List<Integer> counts() {
    return scaled.stream().map(Scaled::replicas).toList();
  }

  private long scaleWrites() {
    return audit.stream()
        .filter(each -> each.requestUri().endsWith("/scale"))
        .filter(each -> each.attributes().verb().equals("update") && each.code() == 200)
        .count();
  }

  private void faults(String... texts) {
    for (String text : texts) {
      sandbox.faults().add(Fault.parse(text));
    }
  }

  private String token() {
    try {
      return Files.readString(kubeconfig).replaceAll("(?s).*token: (\\S+).*", "$1");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void admitWithNewToken() throws IOException {
    sandbox.writeKubeconfig(kubeconfig, sandbox.tokens().createAdminToken());
  }

  private void run(Duration duration) throws InterruptedException {
    Instant end = timeline.now().plus(duration);
    while (timeline.now().isBefore(end)) {
      step();
    }
  }

  private void runUntil(BooleanSupplier condition, Duration atMost) throws InterruptedException {
    Instant end = timeline.now().plus(atMost);
    while (!condition.getAsBoolean()) {
      assertFalse(
          timeline.now().isAfter(end),
          () -> "not within " + atMost + ": " + counts() + ", " + cycles.getLast().error());
      step();
    }
  }

  /**
   * A second passes. After each due task all work is finished, also what needs more of the virtual
   * time, and every watch is either current or waits for the virtual time.
   */
  private void step() throws InterruptedException {
    Instant end = timeline.now().plus(STEP);
    while (timeline.runNext(end)) {
      settle();
    }
    if (timeline.now().isBefore(end)) {
      timeline.advance(Duration.between(timeline.now(), end));
    }
    settle();
  }

  private void settle() throws InterruptedException {
    steps.awaitIdle(controller);
    for (Reflector<?> watch : controller.watches()) {
      boolean isSettled = steps.awaitReceivedOrAsleep(watch, watchLimit);
      assertTrue(isSettled || watchLimit.equals(STALLED), () -> "hangs: " + watch.resource());
    }
    steps.awaitIdle(controller);
  }

  private int replicas() {
    return object(ResourceTypes.DEPLOYMENTS).at("/spec/replicas").asInt();
  }

  private ObjectNode object(ResourceType type) {
    return sandbox.cluster().get(type, new ObjectKey("default", "web")).tree();
  }

  private void load(String cpu) {
    sandbox
        .cluster()
        .update(
            ResourceTypes.DEPLOYMENTS,
            new ObjectKey("default", "web"),
            "",
            tree -> {
              tree.withObject("/metadata/annotations").put("sandbox.hpa.dev/cpu", cpu);
              return tree;
            },
            false);
  }

  private static final String DEPLOYMENT =
      """
      kind: Deployment
      apiVersion: apps/v1
      metadata: {name: web, annotations: {sandbox.hpa.dev/cpu: "100m"}}
      spec:
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: app, image: web, resources: {requests: {cpu: 200m}, limits: {cpu: 500m}}}
      """;

  private static final String AUTOSCALER =
      """
      kind: HorizontalPodAutoscaler
      apiVersion: autoscaling/v2
      metadata: {name: web}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        maxReplicas: 10
        metrics:
        - type: Resource
          resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}
        behavior:
          scaleUp:
            policies: [{type: Pods, value: 2, periodSeconds: 60}]
      """;
}
