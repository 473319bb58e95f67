package dev.hpa.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TextTableTest {

  private static String printed(int width) {
    StringWriter text = new StringWriter();
    TextTable table = new TextTable("KEY", "VALUE", "MEANING");
    table.row("mode", "Active", "What happens with decisions of an HPA");
    table.row("rollout", "Ignore", "Short");
    table.print(new PrintWriter(text), width);
    return text.toString().replace("\r", "");
  }

  @Test
  void aTableThatFitsHasColumns() {
    assertEquals(
        """
        KEY      VALUE   MEANING
        mode     Active  What happens with decisions of an HPA
        rollout  Ignore  Short
        """,
        printed(80));
  }

  @Test
  void aWideTableIsABlockForEachRow() {
    assertEquals(
        """
        mode
          value    Active
          meaning  What happens with decisions
                   of an HPA
        rollout
          value    Ignore
          meaning  Short
        """,
        printed(40));
  }
}
