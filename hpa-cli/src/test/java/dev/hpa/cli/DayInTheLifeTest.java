package dev.hpa.cli;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.access.RequestAttributes;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two replicas of the controller as separate processes, with the permissions of the manifests, in a
 * cluster with faults of every kind. The test reads their requests from the audit log, in which
 * separate service accounts distinguish them.
 *
 * <p>Runs in real time, because processes cannot use a virtual clock; excluding the tag {@code
 * processes} skips it.
 */
@Tag("processes")
class DayInTheLifeTest {

  private static final Path MANIFESTS =
      Path.of(System.getProperty("hpa.root")).resolve("deploy/kustomize/base");
  private static final String NAMESPACE = "hpa-system";
  private static final Duration LEASE = Duration.ofSeconds(4);

  private static final int LOOKS = 4;
  private static final int OF_SIGTERM = 143;

  private final List<AuditEvent> audit = new CopyOnWriteArrayList<>();
  private final Map<String, Process> replicas = new HashMap<>();
  private final Map<String, String> tokens = new HashMap<>();
  private final Timeline timeline = Timeline.real();
  private final Path folder;
  private Sandbox sandbox;

  @SuppressWarnings("NullAway.Init")
  DayInTheLifeTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void cluster() throws Exception {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withAuthorization(AuthorizationMode.RBAC)
                .withAudit(audit::add)
                .withSimulator(
                    SimulatorOptions.DEFAULT
                        .withPodTimes(
                            Duration.ofMillis(100),
                            Duration.ofMillis(200),
                            Duration.ofMillis(300),
                            Duration.ofMillis(200))
                        .withWarmUp(Duration.ZERO, 0)
                        .withScrapeInterval(Duration.ofSeconds(1))));
    for (String file : List.of("namespace", "cluster-roles", "roles")) {
      applyFile(MANIFESTS.resolve(file + ".yaml"));
    }
    apply(ResourceTypes.DEPLOYMENTS, DEPLOYMENT);
    apply(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, AUTOSCALER);
  }

  @AfterEach
  void end() {
    replicas.values().forEach(Process::destroyForcibly);
    sandbox.close();
    timeline.close();
  }

  @Test
  void leaderWritesReplicasThatMatchTheLoad() throws Exception {
    startReplica("a");
    await("a leads", () -> !writesOfLease("a").isEmpty());
    startReplica("b");

    load("390m");
    await("a scales", () -> scaleWrites().size() == 1);
    process("a").destroyForcibly().waitFor();
    Instant lastRenewal = writesOfLease("a").getLast().received();
    await("b leads", () -> !writesOfLease("b").isEmpty());
    // Of two renewals within a second, the first one counts, as in client-go.
    Instant expired = lastRenewal.plus(LEASE).minusSeconds(1);
    assertFalse(
        writesOfLease("b").getFirst().answered().isBefore(expired), "taken before it had expired");
    // "a" may measure half of the change, and "b" the rest.
    settle(4, "a", "b");
    startReplica("c");

    sandbox.stopServing();
    sandbox.serveAgain();
    scale("780m", 8, "b");

    rotateToken("b");
    scale("390m", 4, "b");

    sandbox.faults().add(Fault.parse("error:code=503,path=/apis/metrics.k8s.io/**,first=3"));
    scale("580m", 6, "b");
    assertEquals(3, sandbox.faults().all().getFirst().injected());

    int before = scaleWrites().size();
    roll();
    settle(6, "b");
    assertEquals(before, scaleWrites().size(), "a rollout changes nothing about the load");

    Instant asked = timeline.now();
    process("b").destroy();
    await("c leads", () -> !writesOfLease("c").isEmpty());
    assertEquals(OF_SIGTERM, process("b").waitFor());
    assertTrue(writesOfLease("b").getLast().answered().isAfter(asked), "released");
    scale("190m", 2, "c");

    assertWrittenByHolders();
    assertEquals(List.of(), forbidden());
  }

  /** Changes the load, and waits until the leader has written the matching scale. */
  private void scale(String cpu, int replicas, String leader) {
    load(cpu);
    settle(replicas, leader);
  }

  /**
   * Waits until the replicas are ready and the leader has looked several times without a write. How
   * many writes lead there depends on when the load is measured while it changes.
   */
  private void settle(int replicas, String... leaders) {
    await(
        replicas + " are ready and nothing is written any more",
        () ->
            replicas() == replicas
                && deployment().at("/status/readyReplicas").asInt() == replicas
                && looksSinceLastWrite() >= LOOKS);
    String writer = who(scaleWrites().getLast());
    assertTrue(List.of(leaders).contains(writer), () -> writer + " wrote last");
  }

  private long looksSinceLastWrite() {
    Instant written = scaleWrites().getLast().answered();
    return scaleReads().stream().filter(each -> each.received().isAfter(written)).count();
  }

  /** Checks that only the holder of the lease wrote, and nothing after its release. */
  private void assertWrittenByHolders() {
    for (AuditEvent write : scaleWrites()) {
      AuditEvent lease =
          audit.stream()
              .filter(each -> isWrite(each, "leases"))
              .filter(each -> each.answered().isBefore(write.received()))
              .reduce((earlier, later) -> later)
              .orElseThrow();
      assertEquals(who(lease), who(write));
      assertTrue(
          writesOfLease(who(write)).getLast().answered().isAfter(write.received())
              || who(write).equals("a"),
          "written before the lease was released");
    }
  }

  private List<String> forbidden() {
    return audit.stream()
        .filter(each -> each.result() != null && !each.result().allowed())
        .map(each -> each.user().name() + " " + each.attributes().verb() + " " + each.requestUri())
        .toList();
  }

  private List<AuditEvent> scaleWrites() {
    return all(each -> isWrite(each, "deployments/scale"));
  }

  private List<AuditEvent> scaleReads() {
    return all(
        each -> each.requestUri().endsWith("/scale") && each.attributes().verb().equals("get"));
  }

  private List<AuditEvent> writesOfLease(String replica) {
    return all(each -> isWrite(each, "leases") && who(each).equals(replica));
  }

  private static boolean isWrite(AuditEvent event, String resource) {
    String verb = event.attributes().verb();
    return event.attributes() instanceof RequestAttributes.OnResource on
        && on.qualified().equals(resource)
        && (verb.equals("create") || verb.equals("update"))
        && event.code() / 100 == 2;
  }

  private List<AuditEvent> all(Predicate<AuditEvent> filter) {
    return audit.stream().filter(filter).toList();
  }

  private static String who(AuditEvent event) {
    return event.user().name().replaceAll(".*:", "");
  }

  private void startReplica(String name) throws Exception {
    apply(ResourceTypes.SERVICE_ACCOUNTS, NAMESPACE, named("ServiceAccount", "v1", name));
    for (String role :
        List.of(
            "hpa-controller",
            "hpa-controller-writer",
            "hpa-controller-reviewer",
            "hpa-controller-scale-workloads")) {
      apply(ResourceTypes.CLUSTER_ROLE_BINDINGS, "", binding("ClusterRole", role, name));
    }
    apply(ResourceTypes.ROLE_BINDINGS, NAMESPACE, binding("Role", "hpa-controller-lease", name));
    admit(name);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "run",
                "--kubeconfig",
                kubeconfig(name).toString(),
                "--leader-elect-resource-name=hpa-controller",
                "--leader-elect-resource-namespace=" + NAMESPACE,
                "--leader-elect-lease-duration=4s",
                "--leader-elect-renew-deadline=3s",
                "--leader-elect-retry-period=500ms",
                "--horizontal-pod-autoscaler-sync-period=1s",
                "--horizontal-pod-autoscaler-cpu-initialization-period=1s",
                "--secure-port=0"));
    replicas.put(
        name,
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output(name).toFile())
            .start());
  }

  private Process process(String name) {
    return requireNonNull(replicas.get(name));
  }

  private void admit(String name) throws IOException {
    ObjectKey account = new ObjectKey(NAMESPACE, name);
    String uid = sandbox.cluster().get(ResourceTypes.SERVICE_ACCOUNTS, account).uid();
    String token = sandbox.tokens().create(User.ofServiceAccount(NAMESPACE, name, uid));
    tokens.put(name, token);
    sandbox.writeKubeconfig(kubeconfig(name), token);
  }

  private void rotateToken(String name) throws IOException {
    String old = requireNonNull(tokens.get(name));
    admit(name);
    sandbox.tokens().revoke(old);
  }

  private Path kubeconfig(String name) {
    return folder.resolve(name + ".kubeconfig");
  }

  private Path output(String name) {
    return folder.resolve(name + ".log");
  }

  private void roll() {
    edit(tree -> tree.withObject("/spec/template/metadata/annotations").put("rolled", "once"));
    await(
        "the rollout",
        () ->
            deployment().at("/status/updatedReplicas").asInt() == replicas()
                && deployment().at("/status/replicas").asInt() == replicas()
                && deployment().at("/status/observedGeneration").asInt()
                    == deployment().at("/metadata/generation").asInt());
  }

  private void load(String cpu) {
    edit(tree -> tree.withObject("/metadata/annotations").put("sandbox.hpa.dev/cpu", cpu));
  }

  private void edit(Consumer<ObjectNode> change) {
    sandbox
        .cluster()
        .update(
            ResourceTypes.DEPLOYMENTS,
            new ObjectKey("default", "web"),
            "",
            tree -> {
              change.accept(tree);
              return tree;
            },
            false);
  }

  private int replicas() {
    return deployment().at("/spec/replicas").asInt();
  }

  private ObjectNode deployment() {
    return sandbox.cluster().get(ResourceTypes.DEPLOYMENTS, new ObjectKey("default", "web")).tree();
  }

  private void await(String what, BooleanSupplier condition) {
    Instant end = timeline.now().plusSeconds(40);
    while (!condition.getAsBoolean()) {
      assertTrue(timeline.now().isBefore(end), () -> "not seen: " + what + "\n" + outputs());
      try {
        timeline.sleep(Duration.ofMillis(20));
      } catch (InterruptedException impatient) {
        throw new IllegalStateException(impatient);
      }
    }
  }

  private String outputs() {
    StringBuilder all = new StringBuilder();
    for (String name : replicas.keySet()) {
      try {
        all.append(name).append(":\n").append(Files.readString(output(name)));
      } catch (IOException failure) {
        all.append(failure).append('\n');
      }
    }
    return all.toString();
  }

  private void applyFile(Path file) throws IOException {
    YAMLMapper yaml = new YAMLMapper();
    try (MappingIterator<ObjectNode> documents =
        yaml.readerFor(ObjectNode.class).readValues(file.toFile())) {
      while (documents.hasNext()) {
        ObjectNode each = documents.next();
        ResourceType type =
            switch (each.path("kind").asText()) {
              case "Namespace" -> ResourceTypes.NAMESPACES;
              case "ClusterRole" -> ResourceTypes.CLUSTER_ROLES;
              default -> ResourceTypes.ROLES;
            };
        String namespace = each.at("/metadata/namespace").asText("");
        sandbox.cluster().create(type, namespace, each, false);
      }
    }
  }

  private void apply(ResourceType type, String manifest) throws IOException {
    apply(type, "default", manifest);
  }

  private void apply(ResourceType type, String namespace, String manifest) throws IOException {
    ObjectNode tree = new YAMLMapper().readValue(manifest, ObjectNode.class);
    sandbox.cluster().create(type, namespace, tree, false);
  }

  private static String named(String kind, String version, String name) {
    return "{kind: %s, apiVersion: %s, metadata: {name: %s}}".formatted(kind, version, name);
  }

  private static String binding(String kind, String role, String account) {
    return """
    kind: %1$sBinding
    apiVersion: rbac.authorization.k8s.io/v1
    metadata: {name: %2$s-%3$s}
    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: %1$s, name: %2$s}
    subjects: [{kind: ServiceAccount, name: %3$s, namespace: %4$s}]
    """
        .formatted(kind, role, account, NAMESPACE);
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
            - {name: app, image: web, resources: {requests: {cpu: 200m}, limits: {cpu: 1000m}}}
      """;

  /** Windows of a few seconds: during a rollout the measured loads do not add up. */
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
          scaleUp: {stabilizationWindowSeconds: 4}
          scaleDown: {stabilizationWindowSeconds: 4}
      """;
}
