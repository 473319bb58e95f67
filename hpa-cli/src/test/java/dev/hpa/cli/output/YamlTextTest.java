package dev.hpa.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class YamlTextTest {

  @Test
  void invisibleCharactersAreEscaped() throws IOException {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("name", "a\u202eb");
    document.put("lines", "first\nsecond \u2066 é \ud834\udd73\n");
    document.putArray("k\u200by").add("v").addObject().put("w", 1);
    String yaml = YamlText.of(document);
    assertTrue(yaml.chars().allMatch(c -> c == '\n' || (c >= ' ' && c <= '~')), yaml);
    assertTrue(yaml.startsWith("name: \"a\\u202eb\"\n"), yaml);
    assertEquals(document, new YAMLMapper().readTree(yaml));
  }

  @Test
  void visibleCharactersAreWrittenAsTheyAre() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("name", "é").putArray("list").add("a\nb\n");
    assertEquals("name: \"é\"\nlist:\n  - |\n    a\n    b\n", YamlText.of(document));
  }
}
