package dev.hpa.tck.adapters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.tck.ContractRun;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Runs the contracts against a URL, as the profile {@code adapter} does. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class HttpAdapterClientTest {

  private static final Map<String, String> SHOP =
      Map.of(
          "adapter.namespace", "shop",
          "adapter.series", "verb=GET",
          "adapter.object", "services/web/qps");

  @TempDir private Path folder;

  @AfterEach
  void forget() {
    System.getProperties().keySet().removeIf(each -> each.toString().startsWith("adapter."));
  }

  private void set(String property, String value) {
    System.setProperty("adapter." + property, value);
  }

  private void setAddress(URI url) throws IOException {
    Path token = Files.writeString(folder.resolve("token"), SampleServer.TOKEN + "\n");
    System.getProperties().putAll(SHOP);
    set("url", url.toString());
    set("token-file", token.toString());
  }

  private static void assertPasses(ContractRun run, int checks) {
    assertEquals(Map.of(), run.failed());
    assertEquals(checks, run.passed().size());
  }

  @Test
  void customMetricsAdapterOverTlsPasses() throws Exception {
    try (SampleServer server = SampleServer.secure(folder)) {
      setAddress(server.url());
      set("ca", folder.resolve("ca.pem").toString());
      set("api", "custom");
      set("metric", "qps");
      set("selector", "app=web");
      assertPasses(ContractRun.of(CustomMetricsAdapterLive.class), 16);
    }
  }

  @Test
  void externalMetricsAdapterPasses() throws Exception {
    try (SampleServer server = SampleServer.plain()) {
      setAddress(server.url());
      set("api", "external");
      set("metric", "depth");
      set("selector", "queue=orders");
      assertPasses(ContractRun.of(ExternalMetricsAdapterLive.class), 11);
    }
  }

  @Test
  void resourceMetricsAdapterPasses() throws Exception {
    try (SampleServer server = SampleServer.plain()) {
      setAddress(server.url());
      set("api", "resource");
      set("selector", "app=web");
      assertPasses(ContractRun.of(ResourceMetricsAdapterLive.class), 11);
    }
  }

  @Test
  void unauthorizedRequestsFailEveryTest() throws Exception {
    try (SampleServer server = SampleServer.plain()) {
      setAddress(server.url());
      Files.writeString(folder.resolve("token"), "guessed");
      set("api", "external");
      set("metric", "depth");
      ContractRun run = ContractRun.of(ExternalMetricsAdapterLive.class);
      assertEquals(Map.of(), run.passed());
      assertEquals(
          "/apis/external.metrics.k8s.io: status code ==> expected: <200> but was: <401>",
          run.failed().get("groupIsServed"));
    }
  }

  @Test
  void errorsNameTheMissingProperty() {
    assertEquals(
        "adapter.url: not set; add -Dadapter.url=…",
        assertThrows(IllegalArgumentException.class, HttpAdapterClient::fromSystemProperties)
            .getMessage());
    set("url", "https://adapter.example");
    set("ca", folder.resolve("none.pem").toString());
    assertEquals(
        "file \"%1$s\": no readable certificates: %1$s".formatted(folder.resolve("none.pem")),
        assertThrows(IllegalArgumentException.class, HttpAdapterClient::fromSystemProperties)
            .getMessage());
  }
}
