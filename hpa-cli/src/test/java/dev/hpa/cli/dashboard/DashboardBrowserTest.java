package dev.hpa.cli.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.Manifests;
import dev.hpa.controller.reconcile.ControllerMode;
import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.controller.wiring.Components;
import dev.hpa.dashboard.DashboardOptions;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.client.WriteFence;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in Chromium, with the dashboard that {@code hpa dashboard} serves of a sandbox. */
@Tag("security")
class DashboardBrowserTest {

  /** A script in every string that the cluster stores; it would change the title. */
  private static final String SCRIPT =
      "<img src=x onerror=document.title='owned'><script>document.title='owned'</script>";

  /** Pods that are ready and measured without a wait. */
  private static final SimulatorOptions AT_ONCE =
      SimulatorOptions.DEFAULT
          .withPodTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO)
          .withWarmUp(Duration.ZERO, 0)
          .withScrapeInterval(Duration.ofSeconds(1));

  @TempDir private static Path profile;
  private static @Nullable Chromium browser;
  @TempDir private Path folder;
  private final Timeline timeline = Timeline.real();
  private final List<AuditEvent> audit = new CopyOnWriteArrayList<>();
  private Sandbox sandbox;
  private Chromium chromium;
  private @Nullable Components controller;
  private @Nullable LocalDashboard dashboard;

  private Components controller() {
    return Objects.requireNonNull(controller);
  }

  private LocalDashboard dashboard() {
    return Objects.requireNonNull(dashboard);
  }

  /** One for all tests, as its start takes longer than most of them. */
  @BeforeAll
  static void startBrowser() throws Exception {
    assumeTrue(Chromium.program().isPresent(), "Chromium is not installed");
    browser = new Chromium(profile);
  }

  @AfterAll
  static void endBrowser() throws Exception {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void start() throws Exception {
    sandbox =
        Sandbox.start(SandboxOptions.in(timeline).withSimulator(AT_ONCE).withAudit(audit::add));
    sandbox.writeKubeconfig(folder.resolve("kubeconfig"));
    chromium = Objects.requireNonNull(browser);
    chromium.reset();
    chromium.size(1300, 700, false);
  }

  @AfterEach
  void end() throws Exception {
    stopDashboard();
    sandbox.close();
    timeline.close();
  }

  private void startDashboard(int port, boolean syncs) throws Exception {
    ClusterConnection connection =
        ClusterConnection.open(folder.resolve("kubeconfig"), null, timeline);
    ControllerOptions options =
        ControllerOptions.DEFAULTS
            .withMode(ControllerMode.SHADOW_WITH_OPTIONS)
            .withSyncPeriod(Duration.ofMillis(250));
    controller =
        Components.builder(connection, timeline, options).fence(WriteFence.CLOSED).create();
    dashboard =
        LocalDashboard.start(
            controller,
            DashboardOptions.of(connection.server(), options),
            new ApiEvents(new HttpKubernetesApi(connection)),
            Duration.ofHours(1),
            PageAddress.parse("--address", "127.0.0.1:" + port),
            timeline,
            timeline);
    if (syncs) {
      controller.loop().start();
    }
  }

  private void stopDashboard() {
    if (dashboard != null) {
      dashboard().close();
      controller().close();
      dashboard = null;
    }
  }

  private void workload(String name, String metric) throws Exception {
    Manifests.create(
        sandbox,
        ResourceTypes.DEPLOYMENTS,
        """
        kind: Deployment
        apiVersion: apps/v1
        metadata: {name: %1$s, annotations: {sandbox.hpa.dev/cpu: 300m}}
        spec:
          replicas: 2
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s}}
            spec: {containers: [{name: app, image: web, resources: {requests: {cpu: 200m}}}]}
        """
            .formatted(name));
    Manifests.create(
        sandbox,
        ResourceTypes.HORIZONTAL_POD_AUTOSCALERS,
        """
        kind: HorizontalPodAutoscaler
        apiVersion: autoscaling/v2
        metadata:
          name: %s
          annotations: {"hpa.dev/mode": "%s"}
          labels: {x: y}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: %1$s}
          minReplicas: 1
          maxReplicas: 9
          metrics: [%s]
        """
            .formatted(name, SCRIPT, metric));
  }

  private int rows() throws Exception {
    return chromium.eval("document.querySelectorAll('.space .row').length").asInt();
  }

  private String text(String selector) throws Exception {
    return chromium.eval("document.querySelector(\"" + selector + "\").innerText").asText();
  }

  private void assertNothingIsWritten() {
    List<String> writes =
        audit.stream()
            .filter(each -> !List.of("get", "list", "watch").contains(each.attributes().verb()))
            .map(AuditEvent::toString)
            .filter(each -> !each.contains("selfsubject"))
            .toList();
    assertEquals(List.of(), writes);
  }

  @Test
  void tenThousandRowsAreFilteredAndSortedAndOnlyTheVisibleOnesExist() throws Exception {
    startDashboard(0, false);
    for (int i = 0; i < 10_000; i++) {
      controller().autoscalers().put(HpaVersion.V2.decode(autoscaler(i)));
    }
    chromium.open(dashboard().page());
    chromium.await("document.querySelector('#count').textContent === '10000 HPAs'");
    assertTrue(rows() < 60, "rows: " + rows());
    assertEquals("10001", chromium.eval("document.querySelector('#table').ariaRowCount").asText());
    chromium.eval("document.querySelector('.scroll').scrollTop = 1e9");
    chromium.await("document.querySelector('[data-key=\"ns-99/web-9999\"]')");
    assertTrue(rows() < 60, "rows: " + rows());
    chromium.eval(
        "(() => { const s = document.querySelector('#search'); s.value = 'ns-7/ web-73';"
            + " s.dispatchEvent(new Event('input')); })()");
    chromium.await("document.querySelector('#count').textContent === '10 of 10000 HPAs'");
    chromium.eval("document.querySelector('[data-badge=\"limited\"]').click()");
    chromium.await("document.querySelector('#count').textContent.startsWith('0 of')");
    assertEquals("No HPA matches \"ns-7/ web-73\".", text("#empty p"));
    chromium.eval("document.querySelector('#empty button').click()");
    chromium.await("document.querySelector('#count').textContent === '10000 HPAs'");
    assertTrue(chromium.eval("document.querySelector('#empty').hidden").asBoolean());
    chromium.eval(
        "(() => { const s = document.querySelector('#search'); s.value = '';"
            + " s.dispatchEvent(new Event('input')); })()");
    chromium.eval("document.querySelector('.head .c-replicas button').click()");
    chromium.eval("document.querySelector('.scroll').scrollTop = 0");
    chromium.await("document.querySelector('.space .row b').textContent === 'web-9999'");
    assertEquals(
        "descending",
        chromium.eval("document.querySelector('.head .c-replicas').ariaSort").asText());
    chromium.eval("document.querySelectorAll('#namespaces li')[1].click()");
    chromium.await("document.querySelector('#count').textContent === '100 of 10000 HPAs'");
    assertEquals(List.of(), chromium.problems());
  }

  private static JsonNode autoscaler(int i) {
    return Json.tree(
        """
        {"kind": "HorizontalPodAutoscaler", "apiVersion": "autoscaling/v2",
         "metadata": {"namespace": "ns-%d", "name": "web-%d"},
         "spec": {"scaleTargetRef": {"kind": "Deployment", "name": "web", "apiVersion": "apps/v1"},
           "minReplicas": 1, "maxReplicas": 20000, "metrics": [{"type": "Resource", "resource":
             {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 60}}}]},
         "status": {"currentReplicas": %2$d, "desiredReplicas": %2$d}}
        """
            .formatted(i / 100, i));
  }

  @Test
  void aRowOpensItsTimelineAndASyncItsTrace() throws Exception {
    workload(
        "web",
        "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization:"
            + " 60}}}");
    startDashboard(0, true);
    chromium.open(dashboard().page());
    chromium.await("document.querySelector('[data-key=\"default/web\"] .bar.above')");
    chromium.await("document.querySelector('#count').textContent === '1 HPA'");
    chromium.eval("document.querySelector('#search').focus()");
    chromium.press("ArrowDown");
    chromium.await("document.activeElement.dataset.key === 'default/web'");
    chromium.press("Enter");
    chromium.await("document.querySelector('.chart canvas')");
    chromium.await("document.querySelectorAll('.steps li').length >= 2");
    assertTrue(chromium.eval("location.href").asText().endsWith("#/default/web"));
    chromium.await("Number(document.querySelector('input[type=range]').max) >= 1");
    chromium.eval(
        "(() => { const s = document.querySelector('input[type=range]'); s.value = '0';"
            + " s.dispatchEvent(new Event('input')); })()");
    chromium.await("location.hash.split('/').length === 4");
    String headline = chromium.eval("document.querySelector('.headline').title").asText();
    assertTrue(headline.startsWith("default/web at "), headline);
    assertTrue(headline.contains(text(".headline").split(":")[0].substring(1)), text(".headline"));
    String link = chromium.eval("location.href").asText();
    String at = link.substring(link.lastIndexOf('/') + 1);
    assertEquals("2", text("#total b"));
    chromium.open(dashboard().page());
    chromium.await("document.querySelector('[data-key=\"default/web\"]')");
    chromium.open(URI.create(link));
    chromium.await("document.querySelector('.source')?.textContent.startsWith('Recorded at ')");
    assertEquals(headline, chromium.eval("document.querySelector('.headline').title").asText());
    chromium.eval("location.hash = '#/default/web/1'");
    chromium.await(
        "document.querySelector('.trace .problem')?.textContent.startsWith('The history has no"
            + " sync of ')");
    chromium.eval("location.hash = '#/default/web/" + at + "'");
    chromium.await("document.querySelector('.source')?.textContent.startsWith('Recorded at ')");
    chromium.await("document.querySelector('.facts .bar.above')");
    chromium.eval("document.querySelector('#explain-now').click()");
    chromium.await("document.querySelector('#counted table caption')");
    assertTrue(text("#counted table").contains("web-"), text("#counted table"));
    assertTrue(
        chromium
            .eval("document.querySelector('pre[aria-label=YAML]').textContent")
            .asText()
            .contains("averageUtilization: 60"));
    chromium.press("Escape");
    chromium.await("!document.querySelector('#fleet').hidden");
    assertEquals(List.of(), chromium.problems());
    assertNothingIsWritten();
  }

  @Test
  void thePodThatTheAverageHidesIsNamed() throws Exception {
    workload(
        "web",
        "{type: Pods, pods: {metric: {name: hits}, target: {type: AverageValue, averageValue:"
            + " 60}}}");
    for (String value : List.of("10", "20", "90")) {
      Manifests.create(
          sandbox,
          ResourceTypes.PODS,
          """
          kind: Pod
          apiVersion: v1
          metadata:
            name: pod-%1$s
            labels: {app: web}
            annotations: {sandbox.hpa.dev/metric.hits: "%1$s"}
          spec: {containers: [{name: app, image: web}]}
          """
              .formatted(value));
    }
    startDashboard(0, true);
    chromium.open(dashboard().page().resolve("#/default/web"));
    chromium.await("document.querySelector('.facts .bars').innerText.includes('40 of 60')");
    chromium.eval("document.querySelector('#pods').open = true");
    chromium.await("document.querySelector('#pods table')");
    List<String> cells =
        chromium
            .eval("[...document.querySelectorAll('#pods td')].map(cell => cell.textContent)")
            .valueStream()
            .map(JsonNode::asText)
            .toList();
    assertEquals(
        List.of("hits per pod", "10", "20", "90", "pod-90 90, pod-20 20, pod-10 10"), cells);
    assertEquals(List.of(), chromium.problems());
    assertNothingIsWritten();
  }

  @Test
  void changedSettingsAreReplayedAtOnce() throws Exception {
    workload(
        "web",
        "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization:"
            + " 60}}}");
    startDashboard(0, true);
    chromium.open(dashboard().page().resolve("#/default/web"));
    chromium.await("Number(document.querySelector('.pick input').max) >= 12");
    chromium.await("document.querySelector('.facts .bar.above')");
    chromium.eval("document.querySelector('#what-if').open = true");
    chromium.await("document.querySelector('#what-if pre').textContent.startsWith('Nothing')");
    assertEquals(
        "0 (default), 300 (default)",
        chromium
            .eval(
                "['up', 'down'].map(n => document.querySelector(`#what-if [name=${n}]`).placeholder)"
                    + ".join(', ')")
            .asText());
    chromium.eval(
        "(() => { const f = document.querySelector('#what-if [name=min]'); f.value = '7';"
            + " f.dispatchEvent(new Event('input', {bubbles: true})); })()");
    chromium.await("document.querySelector('#what-if pre').textContent.includes('minReplicas: 7')");
    String patch = chromium.eval("document.querySelector('#what-if pre').textContent").asText();
    assertTrue(patch.startsWith("kubectl patch hpa -n default web --type merge "), patch);
    assertTrue(text("#what-if table").contains("Pod-hours"), text("#what-if table"));
    String difference = text("#what-if tr:nth-child(2) td:last-child");
    assertTrue(difference.matches("\\+[0-9.]+ %"), difference);
    chromium.eval(
        "(() => { const f = document.querySelector('#what-if [name=max]'); f.value = '3';"
            + " f.dispatchEvent(new Event('input', {bubbles: true})); })()");
    chromium.await(
        "document.querySelector('#what-if .problem').textContent.includes('maxReplicas')");
    chromium.eval(
        "[...document.querySelectorAll('.presets button')].find(b => b.textContent === 'Targets + 10"
            + " %').click()");
    chromium.await(
        "document.querySelector('#what-if pre').textContent.includes('averageUtilization: 66')");
    assertFalse(
        chromium
            .eval("document.querySelector('#what-if pre').textContent")
            .asText()
            .contains("minReplicas"),
        "a preset changes one thing of the current settings");
    assertEquals(List.of(), chromium.problems());
    assertNothingIsWritten();
  }

  @Test
  void nothingIsWiderThanAPhone() throws Exception {
    String metric =
        "{type: Pods, pods: {metric: {name: bytes_in_flight_of_uploads_%s}, target: {type: AverageValue,"
            + " averageValue: 64Mi}}}";
    workload(
        "web", metric.formatted("a") + "," + metric.formatted("b") + "," + metric.formatted("c"));
    startDashboard(0, true);
    chromium.open(dashboard().page());
    chromium.await("document.querySelector('[data-key=\"default/web\"] .badge.b-failing')");
    assertEquals(
        List.of("3", "true"),
        chromium
            .eval(
                "(() => { const row = document.querySelector('[data-key=\"default/web\"]');"
                    + " const bars = [...row.querySelectorAll('.bar')];"
                    + " return [String(bars.length), String(bars.every(bar =>"
                    + " bar.getBoundingClientRect().bottom <= row.getBoundingClientRect().bottom))];"
                    + " })()")
            .valueStream()
            .map(JsonNode::asText)
            .toList(),
        "three metrics fit their row");
    assertEquals(List.of(), chromium.tooWide());
    chromium.eval(
        "(() => { const s = document.querySelector('#search'); s.value = 'zzz';"
            + " s.dispatchEvent(new Event('input')); })()");
    assertEquals("No HPA matches \"zzz\".", text("#empty p"));
    assertFalse(chromium.eval("document.querySelector('#table').checkVisibility()").asBoolean());
    assertEquals(List.of(), chromium.tooWide());
    chromium.eval("location.hash = '#/default/web'");
    chromium.await("document.querySelector('#detail .headline')");
    assertEquals(
        "Stays at 2: bytes_in_flight_of_uploads_a per pod has no value", text(".headline"));
    assertTrue(text(".reasons").startsWith("unable to get metric"), text(".reasons"));
    chromium.eval("document.querySelectorAll('#detail details').forEach(each => each.open = true)");
    chromium.await("document.querySelector('#what-if table, #what-if .problem:not(:empty)')");
    assertEquals(List.of(), chromium.tooWide());
    assertEquals(List.of(), chromium.problems());
  }

  @Test
  void theNumberOfHpasIsUnknownUntilTheFirstData() throws Exception {
    startDashboard(0, false);
    chromium.open(dashboard().page());
    chromium.await("document.querySelector('#count').textContent === '0 HPAs'");
    assertEquals(
        "loading …",
        chromium
            .eval(
                "import('./fleet.js').then(f => { new f.Fleet(() => {}).show();"
                    + " return document.querySelector('#count').textContent; })")
            .asText());
  }

  @Test
  void numbersAreQuantitiesAndReasonsAreShort() throws Exception {
    startDashboard(0, false);
    chromium.open(dashboard().page());
    JsonNode seen =
        chromium.eval(
            """
        Promise.all([import('./format.js'), import('./fleet.js')]).then(([f, t]) => {
          const words = reason => t.shortened(reason).map(part => part.textContent ?? part).join('');
          return [f.amount(524288000, 'binary'), f.amount(1000, 'binary'), f.amount(40270000),
            f.amount(9999), f.amount(57.5, 'percent'), f.amount(null), f.amount(0.05),
            words('cpu resource utilization (percentage of request) above target'),
            words('external metric queue(nil) above target'),
            words('All metrics below target'), words('another')];
        })
        """);
    assertEquals(
        List.of(
            "500Mi",
            "1,000",
            "40.27M",
            "9,999",
            "57.5 %",
            "unknown",
            "0.05",
            "↑ cpu above target",
            "↑ queue above target",
            "↓ all below target",
            "another"),
        seen.valueStream().map(JsonNode::asText).toList());
  }

  @Test
  void stringsOfTheClusterAreText() throws Exception {
    workload(
        "web",
        "{type: External, external: {metric: {name: \"<img src=x onerror=alert(1)>\"}, target:"
            + " {type: Value,"
            + " value: 5}}}");
    Manifests.create(
        sandbox,
        ResourceTypes.EVENTS,
        """
        kind: Event
        apiVersion: v1
        metadata: {name: e}
        involvedObject: {kind: HorizontalPodAutoscaler, name: web, namespace: default}
        type: Warning
        reason: Bad
        lastTimestamp: "2026-01-01T00:00:00Z"
        message: "%s"
        """
            .formatted(SCRIPT));
    startDashboard(0, true);
    chromium.open(dashboard().page());
    chromium.await("document.querySelector('.b-failing:not(.none)')");
    chromium.await(
        "document.querySelector('[data-key=\"default/web\"]').innerText.includes('<img')");
    chromium.eval("location.hash = '#/default/web'");
    chromium.await("document.querySelector('#detail').innerText.includes(\"<img src=x\")");
    chromium.eval("document.querySelector('#explain-now').click()");
    chromium.await("document.querySelector('.steps').innerText.includes('<img')");
    for (String section : List.of("Options", "Events")) {
      chromium.await(
          "[...document.querySelectorAll('#detail section')].some(s => s.innerText.startsWith('"
              + section
              + "') && s.innerText.includes('<script>'))");
    }
    chromium.eval("location.hash = '#/default/' + encodeURIComponent(\"<img src=x>\")");
    chromium.await("document.querySelector('.problem').textContent.includes('not found')");
    assertFalse(chromium.eval("document.querySelector('.pick').checkVisibility()").asBoolean());
    assertEquals(0, chromium.eval("document.querySelectorAll('img, main script').length").asInt());
    assertFalse(chromium.eval("document.title").asText().equals("owned"));
    assertEquals(List.of(), chromium.problems());
  }

  @Test
  void thePageConnectsAgainAfterTheServerRestarts() throws Exception {
    startDashboard(0, true);
    int port = dashboard().page().getPort();
    chromium.open(dashboard().page());
    chromium.await("document.querySelector('#connection').textContent === 'live'");
    stopDashboard();
    chromium.await("document.querySelector('#connection').textContent === 'disconnected'");
    workload(
        "late",
        "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization:"
            + " 60}}}");
    startDashboard(port, true);
    chromium.await("document.querySelector('#connection').textContent === 'live'");
    chromium.await("document.querySelector('[data-key=\"default/late\"]')");
    assertEquals(List.of(), chromium.problems());
  }
}
