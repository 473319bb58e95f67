package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.app.features.MinorVersion;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Formats of upstream's pages. */
class ZpagesTest {

  private static final String WARNING =
      "Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility"
          + " guarantees and is for debugging purposes only.\n";

  private final Zpages zpages = new Zpages("kube-controller-manager");
  private final Page flagz = zpages.flagz(Map.of("v", "0", "kubeconfig", "file"));

  private static PageResponse get(Page page, String accept) {
    return page.answer(new PageRequest("GET", "/", Map.of(), accept, new byte[0]));
  }

  private static String text(PageResponse reply) {
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  private final List<NamespacedName> waiting = new ArrayList<>();

  @Test
  void flagsArePlainTextByDefault() {
    String page = "\nkube-controller-manager flagz\n" + WARNING + "kubeconfig: file\nv: 0\n";
    assertEquals(page, text(get(flagz, "")));
    assertEquals(page, text(get(flagz, "text/plain")));
    assertEquals(page, text(get(flagz, "*/*")));
  }

  @Test
  void versionedObjectIsServedOnRequest() {
    String form = "application/json;g=config.k8s.io;v=v1beta1;as=Flagz";
    PageResponse reply = get(flagz, form);
    JsonNode object = Json.tree(reply.body());
    assertAll(
        () -> assertEquals(form, reply.contentType()),
        () -> assertEquals("Flagz", object.path("kind").asText()),
        () -> assertEquals("config.k8s.io/v1beta1", object.path("apiVersion").asText()),
        () -> assertEquals("kube-controller-manager", object.at("/metadata/name").asText()),
        () -> assertEquals("file", object.at("/flags/kubeconfig").asText()));
  }

  @Test
  void objectWithoutVersionIsNotAcceptable() {
    PageResponse reply = get(flagz, "application/json");
    assertEquals(406, reply.code());
    assertEquals(
        "only the following media types are accepted: application/json, application/yaml,"
            + " text/plain",
        Json.tree(reply.body()).path("message").asText());
  }

  @Test
  void yamlIsSupported() {
    PageResponse reply = get(flagz, "application/yaml;g=config.k8s.io;v=v1beta1;as=Flagz");
    assertTrue(text(reply).contains("kind: \"Flagz\""), () -> text(reply));
  }

  @Test
  void statusHasStartTimeAndPaths() {
    Pages pages = new Pages();
    pages.put("/healthz", ask -> PageResponse.NOT_FOUND);
    pages.put("/debug/", ask -> PageResponse.NOT_FOUND);
    Instant start = Instant.parse("2026-11-21T02:02:13Z");
    Instant[] now = {start};
    Page statusz =
        zpages.statusz(() -> now[0], "0.1.0", MinorVersion.parse("1.36"), () -> waiting, pages);
    now[0] = start.plusSeconds(3711);
    String page = text(get(statusz, ""));
    assertTrue(
        page.startsWith(
            "\nkube-controller-manager statusz\n"
                + WARNING
                + "\nStarted: Sat Nov 21 02:02:13 UTC 2026\nUp: 1 hr 01 min 51 sec\n"),
        page);
    assertTrue(
        page.endsWith("Binary version: 0.1.0\nEmulation version: 1.36\nPaths: /healthz\n"), page);
    for (int i = 0; i < 21; i++) {
      waiting.add(new NamespacedName("shop", "web-" + i));
    }
    String busy = text(get(statusz, ""));
    assertTrue(
        busy.contains("\nSyncs waiting for memory: 21 (shop/web-0 shop/web-1 ")
            && busy.endsWith(" shop/web-19 …)\n"),
        busy);
  }
}
