package dev.hpa.benchmarks.setup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.StaticUser;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.metrics.Metric;
import dev.hpa.sandbox.metrics.MetricSeries;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;

/**
 * Separate process with a sandbox that holds a {@link Population}. When all pods are ready, it
 * writes {@link FilledState} as one line of JSON. It then executes each {@link SandboxCommand} from
 * standard input, responds with one line, and exits at end of input.
 */
final class FilledSandbox {

  /** The sandbox does not enforce the capacity of nodes, so a few are enough. */
  private static final int NODES = 100;

  /** Shorter than the default sync period, so that no two reconciles read the same sample. */
  private static final Duration SCRAPE_INTERVAL = Duration.ofSeconds(10);

  /** Its start and stop messages would clutter the output of the benchmark. */
  private static final Logger SERVER = Logger.getLogger("org.eclipse.jetty");

  private final Sandbox sandbox;
  private final Cluster cluster;
  private final Population population;
  private final CountDownLatch unready;

  private FilledSandbox(Sandbox sandbox, Population population) {
    this.sandbox = sandbox;
    this.cluster = sandbox.cluster();
    this.population = population;
    this.unready = new CountDownLatch(population.autoscalers());
  }

  /** Commands on standard input. */
  enum SandboxCommand {
    /** Returns the {@link Observation} since the previous command of this type. */
    OBSERVE,
    /** Replaces all pods by changing the template of every Deployment. */
    ROLL,
    /** Delays the responses to queries of External metrics. */
    OVERLOAD,
    /** Ends the delay. The argument is the age in ms at which a status becomes overdue. */
    END_OVERLOAD,
    /** Returns the {@link Backlog}. */
    BACKLOG,
    /** Delays the responses to queries of all metrics by {@link Population#SLOW_SECONDS}. */
    SLOW
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    SERVER.setLevel(Level.WARNING);
    SandboxSetup setup = Json.read(args[0], SandboxSetup.class);
    Population population = setup.population();
    List<StaticUser> users = users(setup.replicas());
    try (Timeline timeline = Timeline.real();
        AuditFile audit = AuditFile.open(setup.auditFile());
        Sandbox sandbox =
            Sandbox.start(
                SandboxOptions.in(timeline)
                    .withKubernetesVersion(setup.version())
                    .withSimulator(simulator(population.pace()))
                    .withUsers(users)
                    .withAudit(audit))) {
      FilledSandbox filled = new FilledSandbox(sandbox, population);
      filled.fill();
      filled.awaitMetrics();
      System.out.println(
          Json.text(
              new FilledState(
                  sandbox.kubeconfig(),
                  users.stream().map(each -> sandbox.kubeconfig(each.token())).toList())));
      filled.executeCommands();
    }
  }

  private static List<StaticUser> users(int replicas) {
    return IntStream.rangeClosed(1, replicas)
        .mapToObj(
            number ->
                new StaticUser(
                    new User(SandboxSetup.user(number), "", List.of(User.MASTERS)),
                    UUID.randomUUID().toString()))
        .toList();
  }

  private static SimulatorOptions simulator(Population.Pace pace) {
    SimulatorOptions lifelike =
        SimulatorOptions.DEFAULT
            .withWarmUp(Duration.ZERO, 0)
            .withScrapeInterval(SCRAPE_INTERVAL)
            .withWriteEvents(false)
            .withNodes(NODES);
    return switch (pace) {
      case LIFELIKE -> lifelike;
      case AT_ONCE ->
          lifelike.withPodTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    };
  }

  private void fill() throws InterruptedException {
    cluster.objects(ResourceTypes.DEPLOYMENTS).onChange(this::noteReady);
    for (int i = 0; i < population.namespaces(); i++) {
      String namespace = Population.namespace(i);
      cluster.create(ResourceTypes.NAMESPACES, "", namespace(namespace), false);
      if (population.hungEvery() > 0) {
        Metric hung = new Metric.External(namespace, Population.HUNG_METRIC);
        sandbox.metrics().set(MetricSeries.of(hung), "1");
      }
    }
    for (int i = 0; i < population.autoscalers(); i++) {
      String namespace = namespaceOf(i);
      cluster.create(ResourceTypes.DEPLOYMENTS, namespace, population.deployment(i), false);
      cluster.create(
          ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, namespace, population.autoscaler(i), false);
      for (String name : population.externalNames()) {
        Metric metric = new Metric.External(namespace, name);
        MetricSeries series = new MetricSeries(metric, Population.externalLabels(i));
        sandbox.metrics().set(series, population.externalValue(i));
      }
    }
    if (population.hungEvery() > 0) {
      delayMetrics("external.metrics.k8s.io", Population.HANGS_SECONDS);
    }
    unready.await();
  }

  private void delayMetrics(String group, int seconds) {
    String slow = "latency:delay=%ds,path=/apis/%s/*/namespaces/**";
    sandbox.faults().add(Fault.parse(slow.formatted(seconds, group)));
  }

  private String namespaceOf(int number) {
    return Population.namespace(number % population.namespaces());
  }

  private static ObjectNode namespace(String name) {
    ObjectNode namespace = JsonNodeFactory.instance.objectNode();
    namespace.put("kind", "Namespace").put("apiVersion", "v1");
    namespace.putObject("metadata").put("name", name);
    return namespace;
  }

  private void noteReady(Change change) {
    StoredObject before = change.before();
    if (isReady(change.last()) && before != null && !isReady(before)) {
      unready.countDown();
    }
  }

  private static boolean isReady(StoredObject deployment) {
    JsonNode tree = deployment.tree();
    return tree.at("/status/readyReplicas").asInt() == tree.at("/spec/replicas").asInt();
  }

  /** Waits until every pod has a usage, which takes two scrapes. */
  private void awaitMetrics() {
    for (StoredObject pod : cluster.objects(ResourceTypes.PODS).in("")) {
      while (sandbox.simulator().metrics().use(pod.key()) == null) {
        LockSupport.parkNanos(100_000_000);
      }
    }
  }

  private void executeCommands() throws IOException {
    Observer observer = Observer.of(sandbox, population);
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    int rollouts = 0;
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      String[] words = line.split(" ", -1);
      switch (SandboxCommand.valueOf(words[0])) {
        case OBSERVE -> System.out.println(Json.text(observer.observe()));
        case ROLL -> {
          rollouts++;
          roll(rollouts);
          System.out.println();
        }
        case OVERLOAD -> {
          delayMetrics("external.metrics.k8s.io", Population.OVERLOAD_SECONDS);
          System.out.println();
        }
        case END_OVERLOAD -> {
          sandbox.faults().clear();
          observer.limitAge(Integer.parseInt(words[1]));
          System.out.println();
        }
        case BACKLOG -> System.out.println(Json.text(observer.backlog()));
        case SLOW -> {
          delayMetrics("external.metrics.k8s.io", Population.SLOW_SECONDS);
          delayMetrics("metrics.k8s.io", Population.SLOW_SECONDS);
          System.out.println();
        }
      }
    }
  }

  private void roll(int number) {
    for (int i = 0; i < population.autoscalers(); i++) {
      ObjectKey key = new ObjectKey(namespaceOf(i), Population.name(i));
      cluster.update(
          ResourceTypes.DEPLOYMENTS,
          key,
          "",
          tree -> {
            tree.withObject("/spec/template/metadata/annotations")
                .put("rolled", Integer.toString(number));
            return tree;
          },
          false);
    }
  }
}
