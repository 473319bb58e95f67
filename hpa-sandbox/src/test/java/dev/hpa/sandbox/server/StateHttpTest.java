package dev.hpa.sandbox.server;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.access.Authorization;
import dev.hpa.sandbox.access.KnownUser;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.server.SandboxClient.Reply;
import dev.hpa.sandbox.state.StateFileException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cluster that is saved and goes on, as its clients see it. */
class StateHttpTest {

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("deeper/cluster.state");
  }

  private Served goOn() {
    return new Served(options -> options.withState(file));
  }

  private void save(Consumer<Served> life) throws IOException {
    try (Served before = new Served()) {
      life.accept(before);
      before.sandbox.save(file);
    }
  }

  @Test
  void clientsFindEverythingAsItWas() throws IOException {
    try (Served before = new Served()) {
      before.create(CustomResourceHttpTest.DEFINITIONS, CustomResourceHttpTest.WIDGETS);
      before.create(
          "/apis/example.com/v1/namespaces/shop/widgets",
          "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'w'}}");
      before.create(Served.MAPS, Served.map("a", "'x':'y'"));
      before.sandbox.metricsApis().serve(Set.of(MetricsApi.EXTERNAL));
      before.sandbox.faults().add(Fault.parse("latency:delay=0s,client=nobody"));
      before.sandbox.save(file);
      try (Served after = goOn()) {
        assertEquals(
            before.sandbox.kubeconfig().replaceAll("1:\\d+", ""),
            after.sandbox.kubeconfig().replaceAll("1:\\d+", ""));
        for (String path :
            List.of(
                Served.MAPS,
                "/apis/example.com/v1/widgets",
                "/apis",
                "/api/v1/namespaces",
                "/sandbox/faults",
                "/sandbox/metrics-apis")) {
          assertEquals(before.client.get(path).text(), after.client.get(path).text());
        }
      }
    }
  }

  @Test
  void revisionsGoOnAndWhoComesFromBeforeListsAnew() throws IOException {
    save(served -> served.create(Served.MAPS, Served.map("a", "")));
    try (Served after = goOn()) {
      JsonNode list = after.client.get(Served.MAPS).json();
      long revision = list.at("/metadata/resourceVersion").asLong();
      try (var events =
          after.client.watch(Served.MAPS + "?watch=true&resourceVersion=" + (revision - 1))) {
        assertEquals(410, requireNonNull(events.next()).at("/object/code").asInt());
      }
      long next =
          after
              .create(Served.MAPS, Served.map("b", ""))
              .json()
              .at("/metadata/resourceVersion")
              .asLong();
      assertTrue(next > revision, next + " comes after " + revision);
      try (var events =
          after.client.watch(Served.MAPS + "?watch=true&resourceVersion=" + revision)) {
        assertEquals("ADDED b", events.brief());
      }
    }
  }

  @Test
  void rolesAndTokensGoOn() throws IOException {
    try (Served before = new Served(options -> options.withAuthorization(Authorization.RBAC))) {
      before.create(
          Served.MAPS.replace("configmaps", "serviceaccounts"), "{'metadata':{'name':'robot'}}");
      Reply token =
          before.create(
              Served.MAPS.replace("configmaps", "serviceaccounts") + "/robot/token", "{'spec':{}}");
      before.sandbox.tokens().add(KnownUser.parse("jane=secret,group=dev"));
      before.create(
          "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
          "{'metadata':{'name':'all'},'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole','name':'cluster-admin'},'subjects':[{'kind':'Group','apiGroup':'rbac.authorization.k8s.io','name':'dev'}]}");
      before.sandbox.save(file);
      try (Served after =
          new Served(options -> options.withAuthorization(Authorization.RBAC).withState(file))) {
        assertEquals(200, after.client.as("secret").get(Served.MAPS).code());
        assertEquals(
            403,
            after.client.as(token.json().at("/status/token").asText()).get(Served.MAPS).code());
      }
    }
  }

  @Test
  void isGivenAwayAsAFile() throws IOException {
    try (Served before = new Served()) {
      before.create(Served.MAPS, Served.map("a", ""));
      Reply state = before.client.get("/sandbox/state");
      assertEquals("application/gzip", state.header("content-type"));
      Files.createDirectories(folder.resolve("deeper"));
      Files.write(file, state.bytes());
      assertEquals(405, before.client.delete("/sandbox/state").code());
    }
    try (Served after = goOn()) {
      assertEquals(200, after.client.get(Served.MAPS + "/a").code());
    }
  }

  @Test
  void isForItsOwnersEyesOnly() throws IOException {
    save(served -> {});
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    try (var files = Files.list(file.getParent())) {
      assertEquals(List.of(file), files.toList());
    }
  }

  private static byte[] packed(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private void assertRefused(byte[] content, String why) throws IOException {
    Files.createDirectories(folder.resolve("deeper"));
    Files.write(file, content);
    UncheckedIOException refusal = assertThrows(UncheckedIOException.class, () -> goOn().close());
    StateFileException told = (StateFileException) refusal.getCause();
    String message = String.valueOf(requireNonNull(told).getMessage());
    assertTrue(message.startsWith(file + " ") && message.contains(why), message);
    assertEquals(1, message.lines().count());
    assertEquals(content.length, Files.size(file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[1]",
        "{\"format\":\"another\"}",
        "{\"format\":\"hpa-sandbox-state\",\"version\":1",
        "{\"format\":\"hpa-sandbox-state\",\"version\":1,\"revision\":7,\"objects\":{},\"parts\":{}}",
        "{\"format\":\"hpa-sandbox-state\",\"version\":1,\"revision\":7,\"objects\":{\"pods\":[1]},\"parts\":{}}"
      })
  void whatIsNoStateIsRefused(String text) throws IOException {
    assertRefused(text.getBytes(StandardCharsets.UTF_8), "no state of a sandbox");
    assertRefused(packed(text), "no state of a sandbox");
  }

  @Test
  void aStateOfAnotherVersionIsRefused() throws IOException {
    assertRefused(packed("{\"format\":\"hpa-sandbox-state\",\"version\":2}"), "of version 2");
  }

  @Test
  void damagedStatesAreRefused() throws IOException {
    save(
        served -> {
          served.create(Served.DEPLOYMENTS, Served.deployment("web", 2));
          served.pass(Duration.ofMinutes(1));
        });
    byte[] whole = Files.readAllBytes(file);
    assertRefused(Arrays.copyOf(whole, whole.length / 2), "damaged");
    ObjectNode state;
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(whole))) {
      state = (ObjectNode) Json.tree(in.readAllBytes());
    }
    state.withObject("/objects").remove("pods");
    assertRefused(packed(state.toString()), "damaged");
  }

  @Test
  void clocksDoNotGoBack() throws IOException {
    save(served -> served.pass(Duration.ofDays(1)));
    try (Served after = goOn()) {
      String created =
          after
              .create(Served.MAPS, Served.map("a", ""))
              .json()
              .at("/metadata/creationTimestamp")
              .asText();
      assertEquals("2026-01-02T00:00:00Z", created);
    }
  }
}
