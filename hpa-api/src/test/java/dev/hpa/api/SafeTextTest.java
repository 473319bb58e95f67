package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class SafeTextTest {

  @Test
  void ordinaryTextStaysTheSameObject() {
    String text = "Usage ÷ target is 1.5, \"web\" \\ ← 40 % of requests 日本";
    assertSame(text, SafeText.line(text));
  }

  @Test
  void escapesControlCharactersInGoSyntax() {
    assertEquals(
        "a\\x1b[31m\\x7f\\u009b\\r\\n\\tb", SafeText.line("a\u001b[31m\u007f\u009b\r\n\tb"));
    assertEquals(
        "\\u202e\\u2066\\u200f\\u2028\\u2029\\ufeff",
        SafeText.line("\u202e\u2066\u200f\u2028\u2029\ufeff"));
  }

  @Test
  void escapesUnpairedSurrogatesOnly() {
    assertEquals("\\ud83d \ud83d\ude00", SafeText.line("\ud83d \ud83d\ude00"));
  }

  @Test
  void longTextIsCutBetweenCharacters() {
    assertEquals("abc… (2 more characters)", SafeText.line("abcde", 3));
    assertEquals("ab… (3 more characters)", SafeText.line("ab\ud83d\ude00c", 3));
  }

  @Test
  void linesStayLines() {
    assertEquals("a\n\\x1bb\n", SafeText.lines("a\n\u001bb\n"));
  }
}
