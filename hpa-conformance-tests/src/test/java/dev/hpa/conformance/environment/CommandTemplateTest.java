package dev.hpa.conformance.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandTemplateTest {

  private static final Map<String, String> VALUES = Map.of("kubeconfig", "/a b/c", "port", "1");

  private static List<String> words(String text) throws TestClusterException {
    return new CommandTemplate(text).words(VALUES);
  }

  @Test
  void splitsOnWhitespaceOutsideOfQuotes() throws TestClusterException {
    assertEquals(List.of("a b", "c d", "e\"f"), words(" 'a b'   c\" \"d e'\"'f "));
  }

  @Test
  void keepsAValueInOneWord() throws TestClusterException {
    assertEquals(
        List.of("x", "--kubeconfig=/a b/c", "--port=1"),
        words("x --kubeconfig={kubeconfig} --port={port}"));
  }

  @Test
  void unknownPlaceholderListsTheKnownOnes() {
    TestClusterException refusal =
        assertThrows(TestClusterException.class, () -> words("x {config}"));
    String message = String.valueOf(refusal.getMessage());
    assertEquals("--command: unknown placeholder {config}; use one of {", message.substring(0, 53));
  }

  @Test
  void rejectsAnEmptyCommand() {
    assertThrows(TestClusterException.class, () -> words("  "));
  }
}
