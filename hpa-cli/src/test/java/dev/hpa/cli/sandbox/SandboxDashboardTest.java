package dev.hpa.cli.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.Timeline;
import dev.hpa.cli.dashboard.PageAddress;
import dev.hpa.controller.Manifests;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Fault;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The dashboard that {@code hpa sandbox} serves. */
class SandboxDashboardTest {

  private static final int SPEED = 60;

  @Test
  void itShowsDecisionsWithOptionsAndIsNotSeenByFaultsAndTheAuditLog() throws Exception {
    List<AuditEvent> audit = new CopyOnWriteArrayList<>();
    try (Timeline time = Timeline.scaled(SPEED, Instant.now());
        Sandbox sandbox =
            Sandbox.start(
                SandboxOptions.in(time)
                    .withAuthorization(AuthorizationMode.RBAC)
                    .withFaults(List.of(Fault.parse("error:code=503,first=1")))
                    .withAudit(audit::add))) {
      Manifests.create(sandbox, ResourceTypes.DEPLOYMENTS, DEPLOYMENT);
      Manifests.create(sandbox, ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, AUTOSCALER);
      try (SandboxDashboard dashboard =
              SandboxDashboard.start(
                  sandbox, PageAddress.parse("--dashboard", "127.0.0.1:0"), time, SPEED);
          HttpClient http = HttpClient.newHttpClient()) {
        JsonNode row = rowWithMetric(http, dashboard.page());

        assertEquals(9, row.path("max").asInt(), row.toString());
        assertTrue(row.path("badges").toString().contains("scheduled"), row.toString());
        assertTrue(row.path("desired").asInt() > 2, row.toString());
        assertEquals(List.of(), audit);
        assertEquals(0, sandbox.faults().all().getFirst().matched());
      }
    }
  }

  /** Waits for an event with a measured value of the autoscaler. */
  private static JsonNode rowWithMetric(HttpClient http, URI page) throws Exception {
    HttpResponse<Stream<String>> events =
        http.send(
            HttpRequest.newBuilder(page.resolve("api/changes")).build(),
            HttpResponse.BodyHandlers.ofLines());
    try (var lines = events.body()) {
      for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
        String line = each.next();
        JsonNode rows =
            line.startsWith("data: ")
                ? Json.tree(line.substring("data: ".length())).path("rows")
                : Json.tree("[]");
        for (JsonNode row : rows) {
          if (row.at("/metrics/0").has("value")) {
            return row;
          }
        }
      }
    }
    throw new AssertionError("the stream has ended");
  }

  private static final String DEPLOYMENT =
      """
      kind: Deployment
      apiVersion: apps/v1
      metadata: {name: web, annotations: {sandbox.hpa.dev/cpu: 600m}}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: app, image: web, resources: {requests: {cpu: 200m}}}]}
      """;

  private static final String AUTOSCALER =
      """
      kind: HorizontalPodAutoscaler
      apiVersion: autoscaling/v2
      metadata:
        name: web
        annotations: {hpa.dev/schedule.always: "00:00-24:00 UTC max=9"}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        minReplicas: 1
        maxReplicas: 4
        metrics:
        - type: Resource
          resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}
      """;
}
