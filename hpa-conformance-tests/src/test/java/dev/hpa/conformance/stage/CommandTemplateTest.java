package dev.hpa.conformance.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandTemplateTest {

  private static final Map<String, String> VALUES = Map.of("kubeconfig", "/a b/c", "port", "1");

  private static List<String> words(String text) throws StageException {
    return new CommandTemplate(text).words(VALUES);
  }

  @Test
  void wordsArePartedByBlanksOutsideOfQuotes() throws StageException {
    assertEquals(List.of("a b", "c d", "e\"f"), words(" 'a b'   c\" \"d e'\"'f "));
  }

  @Test
  void aValueStaysOneWord() throws StageException {
    assertEquals(
        List.of("x", "--kubeconfig=/a b/c", "--port=1"),
        words("x --kubeconfig={kubeconfig} --port={port}"));
  }

  @Test
  void anUnknownPlaceholderIsRefusedWithThoseThereAre() {
    StageException refusal = assertThrows(StageException.class, () -> words("x {config}"));
    String message = String.valueOf(refusal.getMessage());
    assertEquals("--command: there is no {config}; there are {", message.substring(0, 44));
  }

  @Test
  void nothingIsNoCommand() {
    assertThrows(StageException.class, () -> words("  "));
  }
}
