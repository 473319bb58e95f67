package dev.hpa.cli.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class LimitedTextTest {

  private static final String TOO_LONG =
      "is longer than %d characters, 1/16 of the maximum heap; split it, or set a larger -Xmx in"
          + " JAVA_OPTS";

  @Test
  void aTextIsReadUpToItsLimit() throws IOException {
    assertEquals("12345", LimitedText.whole(new StringReader("12345"), 5));
    IOException failure =
        assertThrows(IOException.class, () -> LimitedText.whole(new StringReader("123456"), 5));
    assertEquals(TOO_LONG.formatted(5), failure.getMessage());
  }

  @Test
  void linesAreReadUpToTheirLimit() throws IOException {
    assertEquals(List.of("12345", "", "67890"), lines("12345\n\n67890"));
    assertThrows(IOException.class, () -> lines("12345\n678901\n"));
  }

  private static List<String> lines(String text) throws IOException {
    return new LimitedText(new StringReader(text), 5).readAllLines();
  }
}
