package dev.hpa.controller.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.hpa.controller.log.Redactor;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class PluginMessagesTest {

  private final PluginMessages texts = new PluginMessages(Redactor.of(List.of("hunter22")));

  @Test
  void controlCharactersAreEscaped() {
    assertEquals("a\\nb\\a\\x1b[31m\\u202e", texts.safe("a\nb\u0007\u001b[31m\u202e"));
  }

  @Test
  void aFailureHasTheSafeTextThePlaceAndTheClassOfItsFault() {
    RuntimeException fault = new IllegalStateException("for hunter22\nand more");
    CallFailure failure = CallFailure.thrown(fault, texts::safe);
    assertEquals("for (secret)", failure.getMessage());
    assertEquals("failed: for (secret)", failure.predicate());
    assertEquals("failed with IllegalStateException", failure.reason());
    assertEquals(List.of(fault.getStackTrace()), List.of(failure.getStackTrace()));
    assertNull(failure.getCause());
  }
}
