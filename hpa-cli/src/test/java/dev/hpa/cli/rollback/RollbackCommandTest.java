package dev.hpa.cli.rollback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.cli.Program;
import dev.hpa.controller.Manifests;
import dev.hpa.core.OptionConditions;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.access.StaticUser;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HPAs whose status has the conditions that this controller has left. */
class RollbackCommandTest {

  private static final String TOKEN = "token-of-the-guest";

  private static final String AUTOSCALER =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: %s, namespace: %s, annotations: {team: shop%s}}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        minReplicas: 2
        maxReplicas: 10
      """;

  private static final String ROLE =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: guest}
      rules:
      - {apiGroups: [autoscaling], resources: [horizontalpodautoscalers], verbs: [get, list, patch]}
      """;

  private static final String BINDING =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: {name: guest}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: guest}
      subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: guest}]
      """;

  private final VirtualTimeline timeline = new VirtualTimeline(Instant.now());
  private final Path kubeconfig;
  private final Path restricted;
  private Sandbox sandbox;

  @SuppressWarnings("NullAway.Init")
  RollbackCommandTest(@TempDir Path folder) {
    this.kubeconfig = folder.resolve("admin");
    this.restricted = folder.resolve("guest");
  }

  @BeforeEach
  void start() throws Exception {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(timeline)
                .withAuthorization(AuthorizationMode.RBAC)
                .withUsers(List.of(StaticUser.parse("guest=" + TOKEN))));
    sandbox.writeKubeconfig(kubeconfig);
    sandbox.writeKubeconfig(restricted, TOKEN);
    for (String namespace : List.of("shop", "bank")) {
      Manifests.create(
          sandbox,
          ResourceTypes.NAMESPACES,
          "",
          "{apiVersion: v1, kind: Namespace, metadata: {name: %s, annotations: {%s}}}"
              .formatted(namespace, namespace.equals("bank") ? "hpa.dev/mode: Paused" : ""));
    }
    autoscaler(
        "shop",
        "web",
        ", hpa.dev/mode: DryRun, hpa.dev/modus: x, hpa.dev/schedule.day: 08:00-20:00 max=5");
    autoscaler("bank", "ledger", ", hpa.dev/sync-period: 5s");
    autoscaler("bank", "plain", "");
    for (String name : List.of("shop/web", "bank/ledger")) {
      setConditions(name);
    }
  }

  private void autoscaler(String namespace, String name, String annotations) throws Exception {
    Manifests.create(
        sandbox,
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        namespace,
        AUTOSCALER.formatted(name, namespace, annotations));
  }

  /** All conditions of options, between those of kube-controller-manager. */
  private void setConditions(String name) {
    sandbox
        .cluster()
        .updateStatus(
            ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
            key(name),
            "",
            tree -> {
              ObjectNode status = tree.withObject("/status");
              status.put("currentReplicas", 2).put("desiredReplicas", 2);
              Stream.of(
                      Stream.of("AbleToScale", "ScalingActive"),
                      OptionConditions.TYPES.stream(),
                      Stream.of("ScalingLimited", "ScaledToZero", "OfOthers"))
                  .flatMap(each -> each)
                  .forEach(
                      type ->
                          status
                              .withArray("conditions")
                              .addObject()
                              .put("type", type)
                              .put("status", "True")
                              .put("lastTransitionTime", "2026-01-01T00:00:00Z")
                              .put("reason", "Because")
                              .put("message", "until 17:31"));
              return tree;
            },
            false);
  }

  private static ObjectKey key(String name) {
    int slash = name.indexOf('/');
    return new ObjectKey(name.substring(0, slash), name.substring(slash + 1));
  }

  private ObjectNode tree(String name) {
    return sandbox.cluster().get(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, key(name)).tree();
  }

  private String conditions(String name) {
    return tree(name)
        .at("/status/conditions")
        .valueStream()
        .map(each -> each.path("type").asText())
        .collect(Collectors.joining(" "));
  }

  private String annotations(String name) {
    TreeSet<String> names = new TreeSet<>();
    tree(name).at("/metadata/annotations").fieldNames().forEachRemaining(names::add);
    return String.join(" ", names);
  }

  private static Program rollback(Path config, String... arguments) {
    return Program.run(
        "",
        Stream.concat(
                Stream.of("rollback", "--kubeconfig", config.toString()), Stream.of(arguments))
            .toArray(String[]::new));
  }

  @AfterEach
  void stop() {
    sandbox.close();
    timeline.close();
  }

  @Test
  void listsWhatKubeControllerManagerDoesInsteadAndWritesNothing() {
    String before = tree("shop/web").toString();
    Program run = rollback(kubeconfig, "-A");
    assertEquals(0, run.status(), run.out() + run.err());
    String text = run.out().replaceAll(" {2,}", " ");
    for (String line :
        List.of(
            "shop/web annotation hpa.dev/mode=DryRun scales the target at its next sync\n",
            "shop/web annotation hpa.dev/schedule.day=08:00-20:00 max=5 has minReplicas 2 and"
                + " maxReplicas 10 at all times\n",
            "shop/web annotation hpa.dev/modus=x ignores it too\n",
            "bank/ledger annotation hpa.dev/sync-period=5s uses the default:"
                + " --horizontal-pod-autoscaler-sync-period\n",
            "shop/web condition ScheduleActive=True Because keeps it as it is\n",
            "2 of 3 HPAs have options or their conditions\n")) {
      assertTrue(text.contains(line), run.out());
    }
    assertEquals(before, tree("shop/web").toString());
  }

  @Test
  void optionsOfNamespacesAndFlagsCount() {
    Program run =
        rollback(kubeconfig, "-n", "bank", "--namespace-options", "--default-option=min-ready=50%");
    String text = run.out().replaceAll(" {2,}", " ");
    assertTrue(text.contains("bank/plain namespace hpa.dev/mode=Paused scales the"), run.out());
    assertTrue(text.contains("bank/plain flag hpa.dev/min-ready=50% uses the"), run.out());
    assertTrue(text.contains("2 of 2 HPAs"), run.out());
  }

  @Test
  void removesOnlyTheConditionsOfOptions() {
    Program run = rollback(kubeconfig, "-A", "--remove=conditions");
    assertEquals(0, run.status(), run.out() + run.err());
    for (String name : List.of("shop/web", "bank/ledger")) {
      assertEquals(
          "AbleToScale ScalingActive ScalingLimited ScaledToZero OfOthers", conditions(name));
    }
    assertTrue(annotations("shop/web").contains("hpa.dev/mode"), annotations("shop/web"));
    assertTrue(run.out().contains("(removed)"), run.out());
    String again = rollback(kubeconfig, "-A").out();
    assertTrue(!again.contains("condition "), again);
  }

  @Test
  void removesTheAnnotationsOfOneAutoscaler() throws Exception {
    Program run = rollback(kubeconfig, "shop/web", "--remove=annotations,conditions", "-o", "json");
    assertEquals(0, run.status(), run.out() + run.err());
    assertEquals("team", annotations("shop/web"));
    assertEquals("hpa.dev/sync-period team", annotations("bank/ledger"));
    JsonNode found = Json.tree(run.out()).at("/found/0");
    assertEquals("shop/web", found.path("autoscaler").asText());
    assertEquals("[\"annotations\",\"conditions\"]", found.path("removed").toString());
    assertEquals("DryRun", found.at("/options/0/value").asText());
    assertEquals("until 17:31", found.at("/conditions/0/message").asText());
    assertEquals(OptionConditions.TYPES.size(), found.path("conditions").size());
    assertTrue(rollback(kubeconfig, "shop/web", "-o", "yaml").out().contains("found: []"), "empty");
  }

  @Test
  void namesWhatMayNotBeRemoved() throws Exception {
    Manifests.create(sandbox, ResourceTypes.CLUSTER_ROLES, "", ROLE);
    Manifests.create(sandbox, ResourceTypes.CLUSTER_ROLE_BINDINGS, "", BINDING);
    Program run = rollback(restricted, "-A", "--remove=annotations,conditions");
    assertEquals(1, run.status());
    assertTrue(
        run.err()
            .startsWith(
                "hpa: bank/ledger: its conditions are not removed:"
                    + " horizontalpodautoscalers.autoscaling \"ledger\" is forbidden"),
        run.err());
    assertEquals(2, run.err().lines().count(), run.err());
    assertEquals("team", annotations("shop/web"), "the others are removed");
  }

  @Test
  void mistakesAreNamed() {
    Program scope = rollback(kubeconfig, "--remove=conditions");
    assertEquals(2, scope.status());
    assertTrue(scope.err().contains("--remove: no HPA is given; give"), scope.err());
    Program word = rollback(kubeconfig, "-A", "--remove=all");
    assertEquals(2, word.status());
    assertTrue(word.err().contains("--remove: \"all\" is unknown; give"), word.err());
    Program missing = rollback(kubeconfig, "shop/none");
    assertEquals(1, missing.status());
    assertTrue(
        missing.err().contains("hpa: no HPA \"none\" in namespace \"shop\"; "), missing.err());
  }
}
