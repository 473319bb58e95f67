package dev.hpa.cli.options;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hpa.cli.output.TextTable;
import dev.hpa.core.options.OptionKey;
import java.io.PrintWriter;

/** Prints the keys of options. */
final class OptionKeyList {

  private OptionKeyList() {}

  static void print(PrintWriter out) {
    TextTable table = new TextTable("ANNOTATION", "VALUES", "DEFAULT", "EXAMPLE", "MEANING");
    for (OptionKey key : OptionKey.values()) {
      table.row(key.annotation(), key.accepted(), key.defaultValue(), key.example(), key.meaning());
    }
    table.print(out);
  }

  static ArrayNode json() {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (OptionKey key : OptionKey.values()) {
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
