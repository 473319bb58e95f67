package dev.hpa.controller.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.hpa.controller.log.Redactor;
import dev.hpa.spi.ScaleException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class PluginMessagesTest {

  private final PluginMessages texts = new PluginMessages(Redactor.of(List.of("hunter22")));

  @Test
  void controlCharactersAreEscaped() {
    assertEquals("a\\nb\\a\\x1b[31m\\u202e", texts.safe("a\nb\u0007\u001b[31m\u202e"));
    ScaleException failure = new ScaleException(ScaleException.Reason.READ, "a\r\nb", null);
    assertEquals("a\\r\\nb", texts.safe(failure).text());
  }

  @Test
  void aFailureWithAnotherTextKeepsItsClass() {
    RuntimeException failure = new IllegalStateException("for hunter22\nand more");
    RuntimeException safe = texts.safe(failure);
    assertEquals("IllegalStateException: for (secret)", safe.toString());
    assertEquals("IllegalStateException", PluginMessages.type(safe));
    assertEquals(List.of(failure.getStackTrace()), List.of(safe.getStackTrace()));
    Error error = texts.safe(new StackOverflowError("a\nb"));
    assertEquals("StackOverflowError: a", error.toString());
    assertEquals("StackOverflowError", PluginMessages.type(error));
  }

  @Test
  void aFailureWithASafeTextIsNotCopied() {
    RuntimeException failure = new IllegalStateException("no luck");
    assertSame(failure, texts.safe(failure));
  }
}
