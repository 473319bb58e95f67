package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.kube.http.ResponseTooLargeException;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("security")
@NullMarked
class PagedListTest {

  private static final String PAGE =
      """
      {"kind": "PodList", "apiVersion": "v1", "metadata": {"resourceVersion": "5", "continue": "%s"},
       "items": [{"metadata": {"name": "a"}}, {"metadata": {"name": "b"}}]}
      """;

  /** A server that always has another page. */
  private static final KubernetesApi ENDLESS = server(() -> "more-" + UUID.randomUUID());

  private static final KubernetesApi SHORT = server(() -> "");

  private static KubernetesApi server(Supplier<String> next) {
    return answers(() -> PAGE.formatted(next.get()));
  }

  private static KubernetesApi answering(String body) {
    return answers(() -> body);
  }

  private static KubernetesApi answers(Supplier<String> body) {
    return new KubernetesApi() {
      @Override
      public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
        byte[] page = body.get().getBytes(StandardCharsets.UTF_8);
        try {
          return reader.read(new ByteArrayInputStream(page));
        } catch (IOException failure) {
          throw new KubernetesApiException(0, "", String.valueOf(failure.getMessage()), failure);
        }
      }
    };
  }

  private static PagedList.Listed<String> list(KubernetesApi server, ListLimits limits)
      throws KubernetesApiException {
    ApiRequest.Subject pods = new ApiRequest.Subject("pods", "", "");
    return new PagedList<>(
            ListRequest.of("/api/v1/pods", pods),
            limits,
            new ObjectReader<>(
                PagedListTest::name,
                NamespaceScope.ALL,
                new UnexpectedFailures(ObjectReader.class)),
            (objects, unreadable, complete) -> {})
        .read(server);
  }

  private static Reflector.Versioned<String> name(JsonParser in) throws IOException {
    JsonNode object = in.readValueAsTree();
    String name = object.path("metadata").path("name").asText();
    return new Reflector.Versioned<>("", name, "", name);
  }

  /**
   * Lists 4 objects in each of 100 namespaces, of which 100 exceed the limit of a response.
   *
   * @param complete receives the namespaces that become complete
   * @return the sizes of the requested pages
   */
  private static List<Integer> listOfLargeObjects(List<String> complete)
      throws KubernetesApiException {
    List<Integer> sizes = new ArrayList<>();
    KubernetesApi server =
        new KubernetesApi() {
          @Override
          public <T> T call(ApiRequest request, BodyReader<T> reader)
              throws KubernetesApiException {
            int from = Integer.parseInt(request.query().getOrDefault("continue", "0"));
            int limit = Integer.parseInt(request.query().getOrDefault("limit", "0"));
            int to = Math.min(400, from + limit);
            sizes.add(limit);
            String items =
                IntStream.range(from, Math.min(to, from + 100))
                    .mapToObj(
                        i ->
                            "{\"metadata\": {\"name\": \"%d\", \"namespace\": \"n%02d\"}}"
                                .formatted(i, i / 4))
                    .collect(Collectors.joining(","));
            byte[] page =
                """
                {"kind": "PodList", "apiVersion": "v1", "items": [%s],
                 "metadata": {"resourceVersion": "5", "continue": "%s"}}
                """
                    .formatted(items, to == 400 ? "" : to)
                    .getBytes(StandardCharsets.UTF_8);
            try {
              T read = reader.read(new ByteArrayInputStream(page));
              if (to - from > 100) {
                throw new ResponseTooLargeException(1 << 20);
              }
              return read;
            } catch (IOException failure) {
              throw new KubernetesApiException(0, "", "too large", failure);
            }
          }
        };
    new PagedList<>(
            ListRequest.of("/api/v1/pods", new ApiRequest.Subject("pods", "", "")),
            ListLimits.ofHeap(1L << 30),
            new ObjectReader<>(
                PagedListTest::named,
                NamespaceScope.ALL,
                new UnexpectedFailures(ObjectReader.class)),
            (objects, unreadable, namespaces) -> complete.addAll(namespaces))
        .read(server);
    return sizes;
  }

  private static Reflector.Versioned<String> named(JsonParser in) throws IOException {
    JsonNode metadata = in.<JsonNode>readValueAsTree().path("metadata");
    String name = metadata.path("name").asText();
    return new Reflector.Versioned<>(metadata.path("namespace").asText(), name, "", name);
  }

  /** What a page that was too large had before is no return to a namespace. */
  @Test
  void pagesOfLargeObjectsAreSmallerAndNamespacesStayComplete() throws KubernetesApiException {
    List<String> complete = new ArrayList<>();
    List<Integer> sizes = listOfLargeObjects(complete);
    assertTrue(sizes.stream().filter(each -> each > 100).count() <= 3, () -> "page sizes " + sizes);
    assertTrue(complete.size() >= 60, () -> "complete namespaces " + complete);
  }

  private static String refusal(ListLimits limits) {
    return assertThrows(KubernetesApiException.class, () -> list(ENDLESS, limits)).text();
  }

  @Test
  void aListWithinTheLimitsIsRead() throws KubernetesApiException {
    PagedList.Listed<String> listed = list(SHORT, new ListLimits(1, 2, 1000));
    assertEquals(List.of("a", "b"), listed.objects());
    assertEquals("5", listed.resourceVersion());
  }

  @Test
  void tooManyPagesAreRefused() {
    assertEquals(
        "the list of pods is larger than 3 pages, the limit; check the API server",
        refusal(new ListLimits(3, 1000, 100_000)));
  }

  @Test
  void tooManyObjectsAreRefused() {
    assertEquals(
        "the list of pods is larger than 5 objects, the limit; check the API server",
        refusal(new ListLimits(1000, 5, 100_000)));
  }

  @Test
  void aPageThatNamesItselfAsTheNextOneIsRefused() {
    assertEquals(
        "the list of pods never ends: a page names itself as the next one; check the API server",
        assertThrows(
                KubernetesApiException.class,
                () -> list(server(() -> "more"), new ListLimits(1000, 1000, 100_000)))
            .text());
  }

  @Test
  void aSmallHeapHasRoomForFewerObjects() {
    assertEquals(200_000, ListLimits.ofHeap(64L << 20).objects());
    assertEquals(314_368, ListLimits.ofHeap(307L << 20).objects());
    assertEquals(2_000_000, ListLimits.ofHeap(16L << 30).objects());
  }

  @Test
  void tooManyBytesAreRefused() {
    assertEquals(
        "the list of pods is larger than 400 bytes, the limit; check the API server",
        refusal(new ListLimits(1000, 1000, 400)));
  }

  /** They would be an empty list, and the caches would forget everything. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | kind is \"\", its apiVersion \"\"",
        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Success\"} | kind is \"Status\","
            + " its apiVersion \"v1\"",
        "{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{\"resourceVersion\":\"5\"}}"
            + " | kind is \"Scale\", its apiVersion \"autoscaling/v1\"",
        "{\"kind\":\"DeploymentList\",\"apiVersion\":\"apps/v1\",\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[]}"
            + " | kind is \"DeploymentList\", its apiVersion \"apps/v1\"",
      })
  void aResponseOfAnotherKindIsNoEmptyList(String body, String type) {
    assertEquals(
        "the response is not a list of pods: its " + type,
        assertThrows(
                KubernetesApiException.class,
                () -> list(answering(body), new ListLimits(1, 2, 1000)))
            .text());
  }

  @Test
  void aListWithoutResourceVersionIsRefused() {
    assertEquals(
        "the response is a list without a resourceVersion",
        assertThrows(
                KubernetesApiException.class,
                () ->
                    list(
                        answering("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[]}"),
                        new ListLimits(1, 2, 1000)))
            .text());
  }
}
