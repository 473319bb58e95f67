package dev.hpa.kube.content;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnicodeTextTest {

  @ParameterizedTest
  @CsvSource({"UTF-8", "UTF-16LE", "UTF-16BE"})
  void theByteOrderMarkNamesTheEncoding(String charset) throws IOException {
    assertEquals("kind: ä", read(("\ufeff" + "kind: ä").getBytes(Charset.forName(charset))));
    assertEquals("", read("\ufeff".getBytes(Charset.forName(charset))));
  }

  @ParameterizedTest
  @CsvSource({"''", "a", "ab", "ä", "kind: ä"})
  void withoutAMarkItIsUtf8(String text) throws IOException {
    assertEquals(text, read(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String read(byte[] bytes) throws IOException {
    return UnicodeText.of(new ByteArrayInputStream(bytes)).readAllAsString();
  }
}
