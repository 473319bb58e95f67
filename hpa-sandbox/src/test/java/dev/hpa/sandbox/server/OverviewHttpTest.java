package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.SandboxOptions;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.junit.SandboxExtension;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The path /, for browsers and other clients, and the initial objects of a cluster. */
class OverviewHttpTest {

  private static final String OVERVIEW = "/sandbox/overview";
  private static final String BROWSER =
      "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

  private ServedSandbox served;

  @BeforeEach
  void start() {
    served = new ServedSandbox();
  }

  @AfterEach
  void stop() {
    served.close();
  }

  private SandboxClient viewer() {
    return served.client.as(served.sandbox.page().getFragment());
  }

  @ParameterizedTest
  @EnumSource(AuthorizationMode.class)
  void pageIsPublicAndDataIsNot(AuthorizationMode mode) {
    try (ServedSandbox other = new ServedSandbox(options -> options.withAuthorization(mode))) {
      SandboxClient stranger = other.client.as("");
      Reply page = stranger.get("/", BROWSER);
      assertEquals(200, page.code());
      assertEquals("text/html; charset=utf-8", page.header("content-type"));
      assertTrue(page.header("content-security-policy").startsWith("default-src 'none'; "));
      assertFalse(page.text().contains("{{"));
      SandboxClient viewer = other.client.as(other.sandbox.page().getFragment());
      assertEquals(200, viewer.get(OVERVIEW).code());
      for (String path : List.of("/", "/api/v1/pods", "/sandbox/tokens", "/sandbox/faults")) {
        assertEquals(403, viewer.get(path).code(), path);
      }
      assertEquals(403, viewer.delete(OVERVIEW).code());
      assertTrue(stranger.get(OVERVIEW).code() >= 401);
    }
  }

  @Test
  void otherClientsGetTheListOfPaths() {
    JsonNode paths = served.client.get("/").json().path("paths");
    assertEquals("/api", paths.path(0).asText());
    assertTrue(
        paths.toString().contains("\"/apis/apps/v1\",")
            && paths.toString().contains("\"/version\""));
    assertEquals(401, served.client.as("unknown").get("/").code());
  }

  @Test
  void showsWorkloadsAutoscalersAndRequests() {
    served.create(
        ServedSandbox.DEPLOYMENTS,
        ServedSandbox.deployment("web", 2)
            .replaceFirst(
                "'name':'web'", "'name':'web','annotations':{'sandbox.hpa.dev/cpu':'500m'}"));
    served.create(ServedSandbox.HPAS, ServedSandbox.hpa("web", 7));
    SandboxClient viewer = viewer();
    served.pass(Duration.ofMinutes(1));
    JsonNode seen = viewer.get(OVERVIEW).json();
    assertEquals(
        Json.tree(
            SandboxClient.quoted(
                "{'kind':'Deployment','namespace':'shop','name':'web','ready':2,'desired':2,'load':'500m','asked':500,'used':500,'unmet':0}")),
        seen.at("/workloads/0"));
    JsonNode scaler = seen.at("/autoscalers/0");
    assertEquals("Deployment/web", scaler.path("target").asText());
    assertEquals(7, scaler.path("max").asInt());
    assertEquals(
        "[2,0,500,500]",
        seen.path("samples").path(12).path("of").path(scaler.path("id").asText()).toString());
    JsonNode request = seen.at("/requests/0");
    assertEquals("create", request.path("verb").asText());
    assertEquals(ServedSandbox.HPAS, request.path("path").asText());
    assertEquals(201, request.path("code").asInt());
  }

  @Test
  void historyIsIncrementalAndBounded() {
    SandboxClient viewer = viewer();
    served.pass(Duration.ofHours(1));
    JsonNode all = viewer.get(OVERVIEW).json().path("samples");
    assertEquals(360, all.size());
    long last = all.path(359).path("n").asLong();
    assertEquals(0, viewer.get(OVERVIEW + "?after=" + last).json().path("samples").size());
    served.pass(Duration.ofSeconds(5));
    JsonNode next = viewer.get(OVERVIEW + "?after=" + last).json().path("samples");
    assertEquals(last + 1, next.path(0).path("n").asLong());
  }

  @Test
  void requestLogIsBounded() {
    for (int i = 0; i < 120; i++) {
      served.client.get("/version");
    }
    assertEquals(100, viewer().get(OVERVIEW).json().path("requests").size());
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
    try (VirtualTimeline time = new VirtualTimeline(SandboxExtension.START);
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
                        SandboxOptions.in(new VirtualTimeline(SandboxExtension.START))
                            .withManifests(manifests(object)))
                    .close());
    assertEquals(message, refusal.getMessage());
  }
}
