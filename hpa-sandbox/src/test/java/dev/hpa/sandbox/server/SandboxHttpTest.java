package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.faults.Fault;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The path /, what observers may do, and initial objects. */
class SandboxHttpTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private ServedSandbox served;

  @BeforeEach
  void start() {
    served = new ServedSandbox();
  }

  @AfterEach
  void stop() {
    served.close();
  }

  @ParameterizedTest
  @EnumSource(AuthorizationMode.class)
  void theObserverReadsEverythingAndWritesNothing(AuthorizationMode mode) {
    List<AuditEvent> audit = new CopyOnWriteArrayList<>();
    try (ServedSandbox other =
        new ServedSandbox(
            options ->
                options
                    .withAuthorization(mode)
                    .withAudit(audit::add)
                    .withFaults(List.of(Fault.parse("error:code=503,path=/api/v1/pods"))))) {
      audit.clear();
      SandboxClient observer = other.client.as(other.sandbox.tokens().createObserverToken());
      for (String path : List.of("/", "/api/v1/pods", ServedSandbox.HPAS, "/sandbox/faults")) {
        assertEquals(200, observer.get(path).code(), path);
      }
      assertEquals(403, observer.delete("/sandbox/faults").code());
      assertEquals(403, observer.post(ServedSandbox.HPAS, ServedSandbox.hpa("web", 7)).code());
      assertEquals(List.of(), audit);
      assertEquals(503, other.client.get("/api/v1/pods").code());
      assertEquals(1, audit.size());
    }
  }

  @Test
  void theRootListsThePaths() {
    JsonNode paths = served.client.get("/").json().path("paths");
    assertEquals("/api", paths.path(0).asText());
    assertTrue(
        paths.toString().contains("\"/apis/apps/v1\",")
            && paths.toString().contains("\"/version\""));
    assertEquals(401, served.client.as("unknown").get("/").code());
  }

  private static List<Manifest> manifests(String... objects) {
    return Arrays.stream(objects)
        .map(text -> new Manifest("given", (ObjectNode) Json.tree(SandboxClient.quoted(text))))
        .toList();
  }

  private static final String WIDGET =
      "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'w','namespace':'zoo'}}";
  private static final String ZOO =
      "{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'zoo'}}";

  @Test
  void createsInitialObjectsInAnyOrder() throws IOException {
    String definition =
        CustomResourceHttpTest.WIDGETS.replaceFirst(
            "\\{", "{'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition',");
    try (VirtualTimeline time = new VirtualTimeline(START);
        Sandbox sandbox =
            Sandbox.start(
                SandboxOptions.in(time)
                    .withManifests(
                        manifests(
                            WIDGET,
                            "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'m'}}",
                            ZOO,
                            definition)));
        SandboxClient client = new SandboxClient(sandbox)) {
      assertEquals(200, client.get("/apis/example.com/v1/namespaces/zoo/widgets/w").code());
      assertEquals(200, client.get("/api/v1/namespaces/default/configmaps/m").code());
    }
  }

  @Test
  void rejectsInvalidManifestsWithTheirSource() {
    assertRefusal(WIDGET, "given: no matches for kind \"Widget\" in version \"example.com/v1\"");
    assertRefusal("{'kind':'Pod'}", "given: kind or apiVersion is missing");
    assertRefusal(
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'namespace':'shop'}}",
        "given: metadata.name is missing");
    assertRefusal(
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a','namespace':'zoo'}}",
        "given: namespaces \"zoo\" not found");
  }

  private static void assertRefusal(String object, String message) {
    IOException refusal =
        assertThrows(
            ManifestRejectedException.class,
            () ->
                Sandbox.start(
                        SandboxOptions.in(new VirtualTimeline(START))
                            .withManifests(manifests(object)))
                    .close());
    assertEquals(message, refusal.getMessage());
  }
}
