package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class TreeListTest {

  private static final TreeList PODS =
      new TreeList(
          "/api/v1/namespaces/shop/pods",
          Map.of("labelSelector", "app=web"),
          new ApiRequest.Subject("pods", "", ""),
          5_000);

  /**
   * A server whose pages have a number of objects each; 0 after the last one.
   *
   * @param size by the number of the page, from 1; negative for an empty page that is not the last
   */
  private record Pages(IntUnaryOperator size, List<ApiRequest> requests) implements KubernetesApi {

    Pages(IntUnaryOperator size) {
      this(size, new ArrayList<>());
    }

    @Override
    public <T> T call(ApiRequest request, BodyReader<T> reader) {
      requests.add(request);
      int number = requests.size();
      ObjectNode page = JsonNodeFactory.instance.objectNode();
      for (int i = 0; i < size.applyAsInt(number); i++) {
        page.withArray("/items").addObject().put("name", number + "-" + i);
      }
      if (size.applyAsInt(number + 1) != 0) {
        page.withObject("/metadata").put("continue", "page-" + (number + 1));
      }
      try {
        return reader.read(
            new ByteArrayInputStream(page.toString().getBytes(StandardCharsets.UTF_8)));
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
    }
  }

  private static List<String> names(Pages server) throws KubernetesApiException {
    List<String> names = new ArrayList<>();
    PODS.read(server, each -> names.add(each.path("name").asText()));
    return names;
  }

  @Test
  void allPagesAreRead() throws Exception {
    Pages server = new Pages(number -> number <= 3 ? 2 : 0);
    assertEquals(List.of("1-0", "1-1", "2-0", "2-1", "3-0", "3-1"), names(server));
    assertEquals(
        Map.of("labelSelector", "app=web", "limit", "500"), server.requests().get(0).query());
    assertEquals(
        Map.of("labelSelector", "app=web", "limit", "500", "continue", "page-3"),
        server.requests().get(2).query());
  }

  private static String refusal(Pages server) {
    return String.valueOf(
        assertThrows(KubernetesApiException.class, () -> names(server)).getMessage());
  }

  @Test
  void aServerThatAlwaysStatesAnotherPageIsRefused() {
    Pages empty = new Pages(number -> -1);
    assertTrue(
        refusal(empty).contains("the list of pods has 0 objects on its first 21 pages, and more"));
    assertEquals(21, empty.requests().size());
    Pages small = new Pages(number -> 1);
    assertTrue(refusal(small).contains("21 objects on its first 21 pages"));
    Pages full = new Pages(number -> 500);
    assertTrue(refusal(full).contains("the list of pods has more than 5000 objects"));
    assertEquals(10, full.requests().size());
  }
}
