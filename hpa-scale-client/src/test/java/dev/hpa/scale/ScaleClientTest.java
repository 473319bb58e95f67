package dev.hpa.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Scale;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.ScaleException.Reason;
import dev.hpa.spi.TargetScale;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScaleClientTest {

  private static final String SCALE = "/apis/apps/v1/namespaces/shop/deployments/web/scale";

  /** Responses by method and path; any other request is not found. */
  private static final class FakeApi implements KubernetesApi {
    final Map<String, String> responses = new HashMap<>();
    final Map<String, KubernetesApiException> failures = new HashMap<>();
    final List<String> requests = new ArrayList<>();
    String lastBody = "";

    @Override
    public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
      String line = request.method() + " " + request.target();
      requests.add(line);
      if (request.body() != null) {
        lastBody = new String(request.body(), StandardCharsets.UTF_8);
      }
      KubernetesApiException failure = failures.get(line);
      if (failure != null) {
        throw failure;
      }
      String response = responses.get(line);
      if (response == null) {
        throw new KubernetesApiException(404, "NotFound", request.subject() + " not found", null);
      }
      try {
        return reader.read(new ByteArrayInputStream(response.getBytes(StandardCharsets.UTF_8)));
      } catch (IOException unreadable) {
        throw new KubernetesApiException(
            0, "", String.valueOf(unreadable.getMessage()), unreadable);
      }
    }

    int timesAsked(String line) {
      return (int) requests.stream().filter(line::equals).count();
    }
  }

  private final FakeApi api = new FakeApi();
  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2024-05-01T10:00:00Z"));
  private final ScaleClient client =
      new DiscoveryScaleClientFactory()
          .create(new ProviderContext(api, timeline, new CachedRestMapper(api, timeline::now)));

  @BeforeEach
  void serveBuiltInKinds() {
    api.responses.put("GET /api", "{\"versions\":[\"v1\"]}");
    api.responses.put(
        "GET /apis",
        """
        {"kind":"APIGroupList","groups":[
          {"name":"apps","versions":[{"groupVersion":"apps/v1","version":"v1"}],
           "preferredVersion":{"groupVersion":"apps/v1","version":"v1"}},
          {"name":"shop.example","versions":[
             {"groupVersion":"shop.example/v1alpha1","version":"v1alpha1"},
             {"groupVersion":"shop.example/v1","version":"v1"}],
           "preferredVersion":{"groupVersion":"shop.example/v1","version":"v1"}}]}\
        """);
    api.responses.put(
        "GET /apis/apps/v1",
        resources("deployments:Deployment", "deployments/scale:Scale", "statefulsets:StatefulSet"));
    api.responses.put("GET /apis/shop.example/v1alpha1", resources("carts:Cart"));
    api.responses.put("GET /apis/shop.example/v1", resources("carts:Cart"));
    api.responses.put(
        "GET /api/v1",
        resources(
            "pods:Pod",
            "replicationcontrollers:ReplicationController",
            "replicationcontrollers/scale:Scale"));
    api.responses.put("GET " + SCALE, scale("app=web"));
  }

  private static String resources(String... resources) {
    List<String> items = new ArrayList<>();
    for (String each : resources) {
      int colon = each.indexOf(':');
      items.add(
          "{\"name\":\""
              + each.substring(0, colon)
              + "\",\"kind\":\""
              + each.substring(colon + 1)
              + (each.endsWith(":Scale") ? "\",\"group\":\"autoscaling\",\"version\":\"v1" : "")
              + "\"}");
    }
    return "{\"resources\":[" + String.join(",", items) + "]}";
  }

  private static String scale(String selector) {
    return "{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{\"name\":\"web\","
        + "\"namespace\":\"shop\",\"uid\":\"d-1\",\"resourceVersion\":\"80\"},"
        + "\"spec\":{\"replicas\":2},\"status\":{\"replicas\":1,\"selector\":\""
        + selector
        + "\"}}";
  }

  private static CrossVersionObjectReference reference(String apiVersion, String kind) {
    return new CrossVersionObjectReference(kind, "web", apiVersion);
  }

  private TargetScale read(@Nullable String apiVersion, String kind) throws ScaleException {
    return client.read("shop", new CrossVersionObjectReference(kind, "web", apiVersion));
  }

  private void assertFails(Reason reason, String text, String apiVersion, String kind) {
    ScaleException failure =
        assertThrows(ScaleException.class, () -> client.read("shop", reference(apiVersion, kind)));
    assertEquals(text, failure.text());
    assertEquals(reason, failure.reason());
  }

  @Test
  void aScaleIsRead() throws ScaleException {
    TargetScale read = read("apps/v1", "Deployment");
    assertEquals("apps", read.group());
    assertEquals("deployments", read.resource());
    assertEquals(new Scale("shop", "web", "d-1", "80", 2, 1, "app=web"), read.scale());
  }

  @Test
  void theVersionOfAReferenceIsIgnored() throws ScaleException {
    assertEquals(read("apps/v1", "Deployment"), read("apps/v1beta1", "Deployment"));
  }

  @Test
  void aKindMayBeLowerCaseOnly() throws ScaleException {
    assertEquals(read("apps/v1", "Deployment"), read("apps/v1", "deployment"));
    assertFails(
        Reason.MAPPING,
        "no matches for kind \"DEPLOYMENT\" in group \"apps\"",
        "apps/v1",
        "DEPLOYMENT");
  }

  @Test
  void unknownKindsAndGroupsAreReported() {
    assertFails(Reason.MAPPING, "no matches for kind \"Foo\" in group \"apps\"", "apps/v1", "Foo");
    assertFails(
        Reason.MAPPING,
        "no matches for kind \"Foo\" in group \"example.com\"",
        "example.com/v1",
        "Foo");
    // A subresource is not a kind.
    assertFails(
        Reason.MAPPING, "no matches for kind \"Scale\" in group \"apps\"", "apps/v1", "Scale");
  }

  @Test
  void anApiVersionWithTwoSlashesIsMalformed() {
    assertFails(
        Reason.INVALID_REFERENCE, "unexpected GroupVersion string: a/b/c", "a/b/c", "Deployment");
    assertTrue(api.requests.isEmpty());
  }

  @Test
  void theCoreGroupHasItsOwnPath() throws ScaleException {
    String path = "/api/v1/namespaces/shop/replicationcontrollers/web/scale";
    api.responses.put("GET " + path, scale("app=web"));
    TargetScale scale = read("v1", "ReplicationController");
    assertEquals("", scale.group());
    api.responses.put("PUT " + path, scale("app=web"));
    client.write(scale);
    assertEquals("PUT " + path, api.requests.getLast());
    assertEquals(scale, read(null, "ReplicationController"));
  }

  @Test
  void aKindWithTwoVersionsIsReadInThePreferredVersion() throws ScaleException {
    String path = "GET /apis/shop.example/v1/namespaces/shop/carts/web/scale";
    assertFails(Reason.READ, "carts web not found", "shop.example/v1alpha1", "Cart");
    assertEquals(2, api.timesAsked(path));
    api.responses.put(path, scale("app=web"));
    assertEquals("carts", read("shop.example/v1", "Cart").resource());
    assertEquals(3, api.timesAsked(path));
  }

  @Test
  void discoveryIsCachedFor30s() throws ScaleException {
    read("apps/v1", "Deployment");
    timeline.advance(Duration.ofMillis(29_999));
    read("apps/v1", "Deployment");
    assertFails(Reason.MAPPING, "no matches for kind \"New\" in group \"apps\"", "apps/v1", "New");
    assertEquals(1, api.timesAsked("GET /apis/apps/v1"));

    api.responses.put("GET /apis/apps/v1", resources("news:New"));
    timeline.advance(Duration.ofMillis(1));
    assertFails(Reason.READ, "news web not found", "apps/v1", "New");
    assertEquals(2, api.timesAsked("GET /apis/apps/v1"));
  }

  @Test
  void aFailedDiscoveryIsNotCached() throws ScaleException {
    api.failures.put(
        "GET /apis", new KubernetesApiException(503, "ServiceUnavailable", "not now", null));
    assertFails(Reason.MAPPING, "not now", "apps/v1", "Deployment");
    api.failures.clear();
    assertEquals("deployments", read("apps/v1", "Deployment").resource());
  }

  @Test
  void aWriteSendsTheGivenScale() throws ScaleException {
    api.responses.put("PUT " + SCALE, scale("app=web"));
    TargetScale read = read("apps/v1", "Deployment");
    client.write(read.withScale(read.scale().withSpecReplicas(4)));
    assertEquals(
        "{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{\"name\":\"web\","
            + "\"namespace\":\"shop\",\"uid\":\"d-1\",\"resourceVersion\":\"80\"},"
            + "\"spec\":{\"replicas\":4},\"status\":{\"replicas\":1,\"selector\":\"app=web\"}}",
        api.lastBody.strip());
    client.write(read.withScale(read.scale().withSpecReplicas(0)));
    assertTrue(api.lastBody.contains("\"spec\":{},"), api.lastBody);
  }

  /** It was an object for each of them, 300 MB. */
  @Test
  @Tag("security")
  void ofAListOfMillionsOfResourcesOneIsKept() throws ScaleException {
    TargetScale read = read("apps/v1", "Deployment");
    String scale = resources("deployments/scale:Scale");
    api.responses.put("GET /apis/apps/v1", scale.replace("[", "[" + "{},".repeat(6_000_000)));
    api.responses.put("PUT " + SCALE, scale("app=web"));
    client.write(read);
    assertEquals("PUT " + SCALE, api.requests.getLast());
  }

  @Test
  void zeroReplicasMayBeOmitted() throws ScaleException {
    api.responses.put(
        "GET " + SCALE,
        "{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{\"name\":\"web\"},"
            + "\"spec\":{}}");
    Scale scale = read("apps/v1", "Deployment").scale();
    assertEquals(new Scale("", "web", null, "", 0, 0, ""), scale);
  }

  @Test
  void aConflictDiffersFromOtherErrors() throws ScaleException {
    TargetScale read = read("apps/v1", "Deployment");
    api.failures.put("PUT " + SCALE, new KubernetesApiException(409, "Conflict", "modified", null));
    ScaleException conflict = assertThrows(ScaleException.class, () -> client.write(read));
    assertEquals(Reason.CONFLICT, conflict.reason());
    assertEquals("modified", conflict.text());
    api.failures.put("PUT " + SCALE, new KubernetesApiException(403, "Forbidden", "no", null));
    assertEquals(
        Reason.WRITE, assertThrows(ScaleException.class, () -> client.write(read)).reason());
  }

  @Test
  void rereadUsesNoDiscovery() throws ScaleException {
    TargetScale read = read("apps/v1", "Deployment");
    api.requests.clear();
    assertEquals(read, client.reread(read));
    assertEquals(List.of("GET " + SCALE), api.requests);
    api.responses.remove("GET " + SCALE);
    assertEquals(
        Reason.READ, assertThrows(ScaleException.class, () -> client.reread(read)).reason());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "app = web|app=web",
        "b=1,a==b|a=b,b=1",
        "tier in (front,back)|tier in (back,front)",
        "!canary, app|app,!canary",
        "env notin (b,a)|env notin (a,b)",
      })
  void selectorsAreNormalized(String sent, String canonical) throws ScaleException {
    api.responses.put("GET " + SCALE, scale(sent));
    assertEquals(canonical, read("apps/v1", "Deployment").scale().selector());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a!=b|\"!=\" is not a valid label selector operator",
        "a>1|\"gt\" isn't supported in label selectors",
        "a<1|\"lt\" isn't supported in label selectors",
        "b!=1,a>2|\"gt\" isn't supported in label selectors",
        "a>2,a!=1|\"gt\" isn't supported in label selectors",
        "a!=1,a>2|\"!=\" is not a valid label selector operator",
        "a!=|\"!=\" is not a valid label selector operator",
        "a=b,c != d|\"!=\" is not a valid label selector operator",
      })
  void unsupportedSelectorsFailTheRead(String sent, String why) {
    api.responses.put("GET " + SCALE, scale(sent));
    assertFails(
        Reason.READ,
        "received an object from a /scale endpoint which was not convertible to autoscaling Scale:"
            + " failed to parse target selector: "
            + why,
        "apps/v1",
        "Deployment");
  }

  @Test
  void duplicateKeysKeepOneValue() throws ScaleException {
    api.responses.put("GET " + SCALE, scale("a=1,a=2"));
    assertEquals("a=2", read("apps/v1", "Deployment").scale().selector());
    api.responses.put("GET " + SCALE, scale("a in (x),a=1,a=2,b"));
    assertEquals("a=2,a in (x),b", read("apps/v1", "Deployment").scale().selector());
  }

  @Test
  void otherKindsAreReported() {
    api.responses.put("GET " + SCALE, "{\"metadata\":{}}");
    assertFails(
        Reason.READ, "Object 'Kind' is missing in '{\"metadata\":{}}'", "apps/v1", "Deployment");
    api.responses.put("GET " + SCALE, "{\"kind\":\"Deployment\",\"apiVersion\":\"apps/v1\"}");
    assertFails(
        Reason.READ,
        "no kind \"Deployment\" is registered for version \"apps/v1\"",
        "apps/v1",
        "Deployment");
    api.responses.put(
        "GET " + SCALE,
        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"no\"}");
    assertFails(Reason.READ, "no", "apps/v1", "Deployment");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "not json", "[]", "7", "{"})
  void invalidResponsesFailWithOneLine(String body) {
    api.responses.put("GET " + SCALE, body);
    ScaleException failure =
        assertThrows(
            ScaleException.class, () -> client.read("shop", reference("apps/v1", "Deployment")));
    assertEquals(Reason.READ, failure.reason());
    assertEquals(1, failure.text().lines().count(), failure.text());
  }

  @Test
  void namesAreEscapedOrRejected() {
    assertThrows(ScaleException.class, () -> readNamed("a:b c"));
    assertEquals(
        "GET /apis/apps/v1/namespaces/shop/deployments/a:b%20c/scale", api.requests.getLast());
    assertEquals(
        "invalid resource name \"a/b\": [may not contain '/']",
        assertThrows(ScaleException.class, () -> readNamed("a/b")).text());
  }

  private TargetScale readNamed(String name) throws ScaleException {
    return client.read("shop", new CrossVersionObjectReference("Deployment", name, "apps/v1"));
  }
}
