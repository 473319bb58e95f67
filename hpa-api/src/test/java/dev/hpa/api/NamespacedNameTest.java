package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamespacedNameTest {

  @Test
  void parseReadsWhatToStringWrites() {
    NamespacedName web = new NamespacedName("shop", "web");
    assertEquals("shop/web", web.toString());
    assertEquals(web, NamespacedName.parse("shop/web"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "web", "/web", "shop/", "/", "shop/web/1"})
  void parseRejectsTextWithoutNamespaceAndName(String text) {
    assertEquals(
        "object: \"" + text + "\" is not a namespaced name; write it as namespace/name",
        assertThrows(IllegalArgumentException.class, () -> NamespacedName.parse(text))
            .getMessage());
  }

  @Test
  void namesAreOrderedByNamespaceAndName() {
    NamespacedName a = new NamespacedName("a", "z");
    NamespacedName b = new NamespacedName("b", "a");
    NamespacedName c = new NamespacedName("b", "b");
    assertEquals(List.of(a, b, c), List.of(c, b, a).stream().sorted().toList());
  }
}
