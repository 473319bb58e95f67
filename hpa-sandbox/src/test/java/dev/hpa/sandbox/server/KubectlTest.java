package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.access.StaticUser;
import dev.hpa.sandbox.access.User;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The autoscaling walkthrough with a real kubectl, if one is installed. */
@EnabledIf(
    value = "dev.hpa.sandbox.server.Kubectl#isRecorded",
    disabledReason = Kubectl.NONE_RECORDED)
class KubectlTest {

  private static final String MANIFEST =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: php-apache
      spec:
        selector:
          matchLabels:
            run: php-apache
        template:
          metadata:
            labels:
              run: php-apache
          spec:
            containers:
            - name: php-apache
              image: hpa-example
              ports:
              - containerPort: 80
              resources:
                limits:
                  cpu: 500m
                requests:
                  cpu: 200m
      ---
      apiVersion: v1
      kind: Service
      metadata:
        name: php-apache
        labels:
          run: php-apache
      spec:
        ports:
        - port: 80
        selector:
          run: php-apache
      ---
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata:
        name: php-apache
      spec:
        scaleTargetRef:
          apiVersion: apps/v1
          kind: Deployment
          name: php-apache
        minReplicas: 1
        maxReplicas: 10
        metrics:
        - type: Resource
          resource:
            name: cpu
            target:
              type: Utilization
              averageUtilization: 50
      """;

  private final Timeline time = Timeline.real();
  private Sandbox sandbox;

  @TempDir Path folder;

  private final String program = Objects.requireNonNull(Kubectl.recorded()).program().toString();

  /** The output of a command, stdout and stderr, without the last newline. */
  private record Output(int status, String text) {}

  private Output kubectl(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program, "--cache-dir", folder + "/cache"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("KUBECONFIG", folder + "/kubeconfig");
    builder.environment().put("EDITOR", "sed -i s/maxReplicas:.*/maxReplicas:\\ 9/");
    Process process = builder.start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "kubectl does not end");
    return new Output(process.exitValue(), text.strip());
  }

  private void assertPrints(String expected, String... arguments)
      throws IOException, InterruptedException {
    Output output = kubectl(arguments);
    assertEquals(expected, output.text(), String.join(" ", arguments));
    assertEquals(0, output.status(), String.join(" ", arguments));
  }

  private void assertRefused(String expected, String... arguments)
      throws IOException, InterruptedException {
    Output output = kubectl(arguments);
    assertTrue(output.text().contains(expected), output.text());
    assertEquals(1, output.status(), output.text());
  }

  private String manifest(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @BeforeEach
  void start() throws IOException {
    sandbox =
        Sandbox.start(
            SandboxOptions.in(time)
                .withAuthorization(AuthorizationMode.RBAC)
                .withUsers(List.of(StaticUser.parse("jane=secret,group=dev"))));
    sandbox.writeKubeconfig(folder.resolve("kubeconfig"));
  }

  @AfterEach
  void stop() {
    sandbox.close();
    time.close();
  }

  @Test
  void walkthrough() throws Exception {
    apply();
    watchItRoll();
    change();
    refuse();
    delete();
  }

  @Test
  void rolesAndTokens() throws Exception {
    assertPrints(
        "role.rbac.authorization.k8s.io/reader created",
        "create",
        "role",
        "reader",
        "--verb=list",
        "--resource=pods");
    assertPrints(
        "rolebinding.rbac.authorization.k8s.io/reader created",
        "create",
        "rolebinding",
        "reader",
        "--role=reader",
        "--group=dev");
    String token = sandbox.tokens().create(User.ofServiceAccount("default", "robot", "1"));
    Files.writeString(folder.resolve("kubeconfig"), sandbox.kubeconfig("secret"));
    assertPrints("yes", "auth", "can-i", "list", "pods");
    assertRefused("no", "auth", "can-i", "update", "deployments/scale");
    assertRefused("User \"jane\" cannot list resource \"secrets\"", "get", "secrets");
    Files.writeString(folder.resolve("kubeconfig"), sandbox.kubeconfig(token));
    String robot = kubectl("auth", "whoami").text();
    assertTrue(robot.contains("system:serviceaccount:default:robot"), robot);
  }

  @Test
  void customResources() throws Exception {
    String definition =
        manifest(
            "crd.json",
            CustomResourceHttpTest.WIDGETS
                .replaceFirst(
                    "\\{",
                    "{'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition',")
                .replace('\'', '"'));
    assertPrints(
        "customresourcedefinition.apiextensions.k8s.io/widgets.example.com created",
        "apply",
        "-f",
        definition);
    assertPrints(
        "customresourcedefinition.apiextensions.k8s.io/widgets.example.com condition met",
        "wait",
        "--for=condition=Established",
        "crd/widgets.example.com");
    String widget =
        manifest(
            "widget.yaml",
            """
            apiVersion: example.com/v1
            kind: Widget
            metadata:
              name: w
            spec:
              replicas: 1
            """);
    assertPrints("widget.example.com/w created", "apply", "-f", widget);
    assertPrints("widget.example.com/w unchanged", "apply", "-f", widget);
    assertPrints("widget.example.com/w scaled", "scale", "wd/w", "--replicas=4");
    assertPrints("4", "get", "wd", "w", "-o", "jsonpath={.spec.replicas}");
    assertTrue(kubectl("get", "all").text().contains("widget.example.com/w"));
  }

  private void apply() throws Exception {
    String file = manifest("web.yaml", MANIFEST);
    assertPrints(
        """
        deployment.apps/php-apache created
        service/php-apache created
        horizontalpodautoscaler.autoscaling/php-apache created\
        """,
        "apply",
        "-f",
        file);
    assertPrints(
        """
        deployment.apps/php-apache unchanged
        service/php-apache unchanged
        horizontalpodautoscaler.autoscaling/php-apache unchanged\
        """,
        "apply",
        "-f",
        file);
    assertPrints(
        """
        deployment.apps/php-apache unchanged
        service/php-apache unchanged
        horizontalpodautoscaler.autoscaling/php-apache configured\
        """,
        "apply",
        "-f",
        manifest("web2.yaml", MANIFEST.replace("maxReplicas: 10", "maxReplicas: 12")));
  }

  private void watchItRoll() throws Exception {
    assertTrue(
        kubectl("rollout", "status", "deployment/php-apache", "--timeout=60s")
            .text()
            .endsWith("deployment \"php-apache\" successfully rolled out"));
    assertPrints(
        "deployment.apps/php-apache condition met",
        "wait",
        "--for=condition=Available",
        "deployment/php-apache",
        "--timeout=60s");
    String table = kubectl("get", "hpa").text();
    assertTrue(
        table.matches(
            "NAME +REFERENCE +TARGETS +MINPODS +MAXPODS +REPLICAS +AGE\n"
                + "php-apache +Deployment/php-apache +cpu: <unknown>/50% +1 +12 +0 +\\d+s"),
        table);
    String description = kubectl("describe", "hpa", "php-apache").text();
    assertTrue(
        description.contains(
            "resource cpu on pods  (as a percentage of request):  <unknown> / 50%"));
  }

  private void change() throws Exception {
    assertPrints("deployment.apps/other created", "create", "deployment", "other", "--image=nginx");
    assertTrue(
        kubectl("autoscale", "deployment", "other", "--min=1", "--max=4", "--cpu-percent=60")
            .text()
            .endsWith("horizontalpodautoscaler.autoscaling/other autoscaled"));
    assertPrints(
        "60",
        "get",
        "hpa",
        "other",
        "-o",
        "jsonpath={.spec.metrics[0].resource.target.averageUtilization}");
    assertPrints("deployment.apps/other scaled", "scale", "deployment/other", "--replicas=3");
    assertPrints("deployment.apps/other annotated", "annotate", "deployment/other", "a=b");
    assertPrints("horizontalpodautoscaler.autoscaling/php-apache edited", "edit", "hpa/php-apache");
    assertPrints(
        "horizontalpodautoscaler.autoscaling/php-apache patched",
        "patch",
        "hpa",
        "php-apache",
        "-p",
        "{\"spec\":{\"minReplicas\":2}}");
    assertPrints("9", "get", "hpa", "php-apache", "-o", "jsonpath={.spec.maxReplicas}");
    assertPrints("yes", "auth", "can-i", "delete", "pods");
  }

  private void refuse() throws Exception {
    assertRefused(
        "strict decoding error: unknown field \"spec.maxReplikas\"",
        "create",
        "-f",
        manifest(
            "unknown.yaml",
            """
            apiVersion: autoscaling/v2
            kind: HorizontalPodAutoscaler
            metadata:
              name: x
            spec:
              maxReplikas: 3
            """));
    assertRefused(
        "no matches for kind \"Deplyment\" in version \"apps/v1\"",
        "create",
        "-f",
        manifest("kind.yaml", MANIFEST.replaceFirst("Deployment", "Deplyment")));
    assertRefused(
        "(NotFound): horizontalpodautoscalers.autoscaling \"nope\" not found",
        "get",
        "hpa",
        "nope");
    String pod = kubectl("get", "pods", "-o", "jsonpath={.items[0].metadata.name}").text();
    assertRefused("the sandbox does not serve pods/log", "logs", pod);
  }

  private void delete() throws Exception {
    assertTrue(
        kubectl("delete", "-f", folder + "/web.yaml")
            .text()
            .startsWith("deployment.apps \"php-apache\" deleted"));
    assertRefused("not found", "get", "deployment", "php-apache");
    assertPrints("namespace/n created", "create", "namespace", "n");
    assertTrue(kubectl("delete", "namespace", "n").text().startsWith("namespace \"n\" deleted"));
  }
}
