package dev.hpa.cli.preflight;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreflightTextTest {

  @Test
  void controlCharactersAreEscaped() {
    String hostile = "a\u001b[2J\nb";
    StringWriter text = new StringWriter();
    new PreflightText(new PrintWriter(text), false)
        .print(
            new PreflightReport(
                "https://127.0.0.1",
                List.of(Check.failed("topic", hostile, hostile, hostile)),
                0,
                List.of()));
    assertTrue(text.toString().contains("fix: a\\x1b[2J\\nb"), text.toString());
    assertFalse(text.toString().contains("\u001b"), text.toString());
  }
}
