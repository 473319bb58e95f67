package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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

  @Test
  void namesAreEqualIfBothPartsAre() {
    NamespacedName web = new NamespacedName("shop", "web");
    assertEquals(web, new NamespacedName(new String("shop"), new String("web")));
    assertEquals(web.hashCode(), NamespacedName.parse("shop/web").hashCode());
    assertNotEquals(web, new NamespacedName("web", "shop"));
    assertNotEquals(web, new NamespacedName("shop", "api"));
    assertNotEquals(web, new NamespacedName("test", "web"));
    assertNotEquals(web, "shop/web");
    assertNotEquals(web, null);
  }

  @Test
  void partsThatMetadataDoesNotSetAreEmpty() {
    assertEquals(
        new NamespacedName("shop", "web"), NamespacedName.of(ObjectMeta.named("shop", "web")));
    assertEquals(new NamespacedName("", ""), NamespacedName.of(ObjectMeta.EMPTY));
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
    NamespacedName d = new NamespacedName("b-1", "a");
    assertEquals(List.of(a, b, c, d), List.of(d, c, b, a).stream().sorted().toList());
  }
}
