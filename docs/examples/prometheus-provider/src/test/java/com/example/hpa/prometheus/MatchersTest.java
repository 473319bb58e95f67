package com.example.hpa.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.Selector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatchersTest {

  @ParameterizedTest
  @CsvSource(
      delimiterString = " -> ",
      quoteCharacter = '`',
      value = {
        "app=web -> app=\"web\"",
        "app==web,tier!=back -> app=\"web\",tier!=\"back\"",
        "app in (v1.2,web) -> app=~\"v1\\\\.2|web\"",
        "app notin (web) -> app!~\"web\"",
        "app -> app!=\"\"",
        "!app -> app=\"\"",
        "2tier=a -> _2tier=\"a\"",
      })
  void selectorsBecomeMatchers(String selector, String matchers) {
    assertEquals(matchers, Matchers.of(Selector.parse(selector), ""));
  }

  @Test
  void selectorsWithoutRequirementsYieldNoMatchers() {
    assertEquals("", Matchers.of(Selector.everything(), "label_"));
    assertEquals("", Matchers.of(Selector.nothing(), "label_"));
  }

  @Test
  void numericComparisonsAreRejected() {
    assertThrows(
        IllegalArgumentException.class, () -> Matchers.of(Selector.parse("generation>2"), ""));
  }
}
