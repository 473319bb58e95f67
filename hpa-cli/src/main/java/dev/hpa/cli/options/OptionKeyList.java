package dev.hpa.cli.options;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.cli.output.DocumentOutput;
import dev.hpa.cli.output.TextTable;
import dev.hpa.core.options.OptionKey;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Prints the keys of options. */
final class OptionKeyList {

  private OptionKeyList() {}

  static void print(PrintWriter out) {
    TextTable table = new TextTable("ANNOTATION", "VALUES", "DEFAULT", "EXAMPLE", "MEANING");
    for (OptionKey key : OptionKey.values()) {
      table.row(key.annotation(), key.accepted(), key.defaultValue(), key.example(), key.meaning());
    }
    table.print(out, DocumentOutput.width());
  }

  /** The options, or the one with a key or annotation. */
  static ArrayNode json(@Nullable String only) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (OptionKey key : OptionKey.values()) {
      if (only != null && !only.equals(key.toString()) && !only.equals(key.annotation())) {
        continue;
      }
      list.addObject()
          .put("key", key.toString())
          .put("annotation", key.annotation())
          .put("values", key.accepted())
          .put("default", key.defaultValue())
          .put("example", key.example())
          .put("meaning", key.meaning());
    }
    return list;
  }
}
