package dev.hpa.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonParseException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("security")
class ParserMessageTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "java.io.CharConversionException: Invalid UTF-8 start byte 0xfb | Invalid UTF-8 start byte"
            + " 0xfb",
        "failed to tokenize due to (java.lang.NumberFormatException): For input | failed to"
            + " tokenize: For input",
        "Unexpected character ('a' (code 97)): expected a value | Unexpected character ('a' (code"
            + " 97)): expected a value",
        "metric com.example.Exceptions is none | metric com.example.Exceptions is none",
      })
  void exceptionNamesAreOmitted(String message, String shown) {
    assertEquals(shown, ParserMessage.of(new JsonParseException(null, message)));
  }
}
