package dev.hpa.metrics.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.metrics.prometheus.MetricRegistry.Shape;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("security")
class ShapesTest {

  private static final String ALL = "{job=\"apps\"}";

  private final Shapes shapes = new Shapes(100_000);

  private void add(String namespace, String name) {
    shapes.add(ALL, Map.of("__name__", name, "namespace", namespace, "pod", "web-1"), "namespace");
  }

  private List<String> names() {
    return found().stream().map(Shape::name).toList();
  }

  private SequencedSet<Shape> found() {
    return Objects.requireNonNull(shapes.bySelector().get(ALL));
  }

  @Test
  void theLastOfEqualShapesCounts() {
    shapes.begin(ALL);
    add("shop", "hits");
    add("shop", "misses");
    add("bank", "hits");
    assertEquals(List.of("misses", "hits"), names());
    assertEquals("namespace,pod,", found().getFirst().labels());
    assertEquals("", shapes.problem());
  }

  @Test
  void manySeriesOfANamespaceLeaveRoomForThoseOfOthers() {
    shapes.begin(ALL);
    for (int i = 0; i < 10_000; i++) {
      add("evil", "noise_" + i);
    }
    for (int i = 0; i < 50; i++) {
      add("shop", "hits_" + i);
    }
    assertTrue(names().containsAll(List.of("noise_0", "hits_0", "hits_49")), names()::toString);
    assertTrue(names().size() < 200, () -> names().size() + " shapes");
    assertTrue(
        shapes.problem().contains("left out")
            && shapes.problem().contains("[evil]")
            && shapes.problem().contains("restrict seriesQuery"),
        shapes::problem);
  }

  /** The label that a rule does not name is the text of a tenant. */
  @Test
  void namespacesAreThoseOfTheRule() {
    shapes.begin(ALL);
    for (int i = 0; i < 10_000; i++) {
      shapes.add(
          ALL,
          Map.of("__name__", "noise_" + i, "kubernetes_namespace", "evil", "namespace", "n" + i),
          "kubernetes_namespace");
    }
    shapes.add(
        ALL, Map.of("__name__", "hits", "kubernetes_namespace", "shop"), "kubernetes_namespace");
    assertTrue(names().contains("hits"), names()::toString);
    assertTrue(shapes.problem().contains("[evil]"), shapes::problem);
  }

  /** Prometheus 3 has names of any text, which a template would put into a query as they are. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http_requests_total[2m])) by (pod) * 100 or sum(rate(x",
        "none) or max(payroll_euros{namespace=\"bank\"}) or sum(none",
        "service.name",
        "1st",
        "a b",
        "é",
        "a\n",
        ""
      })
  void seriesThatNeedQuotesAreIgnored(String name) {
    shapes.begin(ALL);
    add("evil", name);
    add("shop", "hits");
    assertEquals(List.of("hits"), names());
    assertEquals("", shapes.problem());
  }

  /** Their names would take what the limit saves. */
  @Test
  void nothingIsKeptOfWhatIsLeftOut() {
    shapes.begin(ALL);
    for (int i = 0; i < 10_000; i++) {
      add("evil", "noise_" + i);
    }
    assertEquals(names().size() + 1, shapes.texts());
  }

  @Test
  void seriesThatAreKnownAlreadyFit() {
    shapes.begin(ALL);
    for (int i = 0; i < 10_000; i++) {
      add("evil", "noise_" + i);
    }
    add("evil", "noise_0");
    assertEquals("noise_0", names().getLast());
  }
}
