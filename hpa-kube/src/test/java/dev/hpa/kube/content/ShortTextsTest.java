package dev.hpa.kube.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("security")
class ShortTextsTest {

  private static ShortTexts texts(byte[] json) {
    return new ShortTexts(new ByteArrayInputStream(json), 6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{\"a\":\"123456\",\"b\":1234567890};{\"a\":\"123456\",\"b\":1234567890}",
        "[\"1234567\",\"12345678\",7];[\"123456\",\"123456\",7]",
        "{\"1234567\":{\"x\":\"\"}};{\"123456\":{\"x\":\"\"}}",
        "[\"12345ü7\",\"1234日本語\"];[\"12345ü\",\"1234日\"]",
        "[\"12345\\u65e5\\u65e5\",\"x\"];[\"12345\\u65e5\",\"x\"]",
        "[\"1234\\\\8\",\"12345\\\"78\"];[\"1234\\\\\",\"12345\\\"\"]",
        "[\"12345678\\\"9\",\"12345678\\\\\",\"x\"];[\"123456\",\"123456\",\"x\"]",
      })
  void longerTextsAreCutBetweenCharacters(String json, String expected) throws IOException {
    String cut = new String(texts(json.getBytes(UTF_8)).readAllBytes(), UTF_8);
    assertEquals(expected, cut);
    assertEquals(Json.tree(json).size(), Json.tree(cut).size());
  }

  @Test
  void bytesThatAreNoCharactersAreCutToo() throws IOException {
    byte[] json = "[\"123456789012345678901234567890\"]".getBytes(UTF_8);
    for (int i = 4; i < json.length - 2; i++) {
      json[i] = (byte) 0x80;
    }
    assertEquals("[\"\"]".length() + 6 + 8, texts(json).readAllBytes().length);
  }

  @Test
  void otherTextsAreKeptHoweverTheyArrive() throws IOException {
    byte[] json =
        "{\"a\":[\"b\\\"c\",\"\\u00fc\",{\"d\":-1.5e3,\"e\":null,\"\":\"日\"}]}".getBytes(UTF_8);
    Random random = new Random(7);
    for (int i = 0; i < 100; i++) {
      ShortTexts texts = texts(json);
      byte[] read = new byte[200];
      int end = 0;
      for (int count = 0; count >= 0; count = texts.read(read, end, random.nextInt(5))) {
        end += count;
      }
      assertEquals(new String(json, UTF_8), new String(read, 0, end, UTF_8));
    }
  }
}
