package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryParametersTest {

  @Test
  void valuesKeepTheirOrder() {
    assertEquals(
        Map.of("a", List.of("1", "", "ü&="), "b", List.of("x y"), "", List.of("z")),
        QueryParameters.of("a=1&b=x+y&a&a=%C3%BC%26%3D&=z"));
    assertEquals(Map.of(), QueryParameters.of(null));
    assertEquals(Map.of(), QueryParameters.of(""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"%zz", "a=%", "a=%C3", "a=%ff"})
  void malformedQueriesAreRejected(String query) {
    assertThrows(RuntimeException.class, () -> QueryParameters.of(query));
  }

  @Test
  @Tag("security")
  void manyValuesOfAParameterTakeLinearMemory() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Map<String, List<String>> query = QueryParameters.of("a&".repeat(8_000));
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertEquals(8_000, query.getOrDefault("a", List.of()).size());
    assertTrue(allocated < 8 << 20, allocated + " bytes");
  }
}
