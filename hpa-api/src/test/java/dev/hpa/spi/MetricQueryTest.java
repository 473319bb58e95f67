package dev.hpa.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Selector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

@Tag("security")
class MetricQueryTest {

  private static final Selector WEB = Selector.parse("app=web");
  private static final Selector ALL = Selector.everything();

  private static List<List<? extends MetricQuery>> kinds() {
    CrossVersionObjectReference web = new CrossVersionObjectReference("Deployment", "web", null);
    CrossVersionObjectReference api = new CrossVersionObjectReference("Deployment", "api", null);
    return List.of(
        List.of(
            new MetricQuery.PodResource("shop", WEB, "cpu", null),
            new MetricQuery.PodResource("shop", WEB, "cpu", "app"),
            new MetricQuery.PodResource("shop", WEB, "memory", null),
            new MetricQuery.PodResource("shop", ALL, "cpu", null),
            new MetricQuery.PodResource("bank", WEB, "cpu", null)),
        List.of(
            new MetricQuery.PodMetric("shop", WEB, "hits", ALL),
            new MetricQuery.PodMetric("shop", WEB, "hits", WEB),
            new MetricQuery.PodMetric("shop", ALL, "hits", ALL),
            new MetricQuery.PodMetric("shop", WEB, "misses", ALL),
            new MetricQuery.PodMetric("bank", WEB, "hits", ALL)),
        List.of(
            new MetricQuery.ObjectMetric("shop", web, "hits", ALL),
            new MetricQuery.ObjectMetric("shop", api, "hits", ALL),
            new MetricQuery.ObjectMetric("shop", web, "misses", ALL),
            new MetricQuery.ObjectMetric("shop", web, "hits", WEB),
            new MetricQuery.ObjectMetric("bank", web, "hits", ALL)),
        List.of(
            new MetricQuery.ExternalMetric("shop", "depth", ALL, null),
            new MetricQuery.ExternalMetric("shop", "depth", WEB, null),
            new MetricQuery.ExternalMetric("shop", "age", ALL, null),
            new MetricQuery.ExternalMetric("bank", "depth", ALL, null)));
  }

  /** Maps compare keys with equal hash codes only if their class says so. */
  @TestFactory
  Stream<DynamicTest> queriesOfAKindAreComparedByAllOfTheirParts() {
    return kinds().stream()
        .map(queries -> DynamicTest.dynamicTest(name(queries), () -> compared(queries)));
  }

  private static String name(List<? extends MetricQuery> queries) {
    return queries.getFirst().kind().name();
  }

  private static void compared(List<? extends MetricQuery> queries) {
    Class<?> type = queries.getFirst().getClass();
    assertEquals("java.lang.Comparable<" + type.getName() + ">", comparable(type));
    assertEquals(queries.size(), new TreeSet<>(queries).size());
  }

  private static String comparable(Class<?> type) {
    return Stream.of(type.getGenericInterfaces())
        .map(java.lang.reflect.Type::getTypeName)
        .filter(each -> each.startsWith("java.lang.Comparable"))
        .findFirst()
        .orElse("");
  }

  @Test
  void namesWithEqualHashCodesAreDistinguished() {
    List<String> names = List.of("");
    for (int i = 0; i < 10; i++) {
      List<String> longer = new ArrayList<>();
      for (String each : names) {
        longer.add(each + "Aa");
        longer.add(each + "BB");
      }
      names = longer;
    }
    Map<MetricQuery, String> byQuery = new HashMap<>();
    for (String name : names) {
      byQuery.put(new MetricQuery.ExternalMetric("shop", name, ALL, null), name);
    }
    assertEquals(1, byQuery.keySet().stream().map(Object::hashCode).distinct().count());
    for (String name : names) {
      assertEquals(name, byQuery.get(new MetricQuery.ExternalMetric("shop", name, ALL, null)));
    }
  }

  @Test
  void selectorsAreOrderedAsTheyAreEqual() {
    assertEquals(0, Selector.parse("a=1,b=2").compareTo(Selector.parse("b=2,a=1")));
    assertNotEquals(0, Selector.everything().compareTo(Selector.nothing()));
    assertNotEquals(0, WEB.compareTo(ALL));
  }
}
