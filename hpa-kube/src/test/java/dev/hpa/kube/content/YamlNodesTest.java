package dev.hpa.kube.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Iterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/** YAML is read as go-yaml v2 reads it, the parser of kubectl and client-go. */
class YamlNodesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "y|true",
        "Y|true",
        "n|false",
        "N|false",
        "yes|true",
        "On|true",
        "off|false",
        "yES|\"yES\"",
        "08|8",
        "09.5|9.5",
        "010|8",
        "0o10|8",
        "0x1F|31",
        "0b101|5",
        "-0x10|-16",
        "+7|7",
        "1_000|1000",
        "_1|\"_1\"",
        "0o8|\"0o8\"",
        "0xg|\"0xg\"",
        "1e3|1000",
        "1.|1",
        ".5|0.5",
        "1:30|\"1:30\"",
        "190:20:30|\"190:20:30\"",
        "2026-03-01|\"2026-03-01\"",
        "2026-03-01T10:00:00Z|\"2026-03-01T10:00:00Z\"",
        "18446744073709551615|18446744073709551615",
        "18446744073709551616|18446744073709552000",
        "~|null",
        "Null|null",
        "nULL|\"nULL\"",
        "'08'|\"08\"",
        "\"y\"|\"y\"",
        "!!str 08|\"08\"",
      })
  void scalarsHaveTheTypesOfGoYaml(String yaml, String json) throws YamlFormatException {
    assertEquals("{\"a\":" + json + "}", json("a: " + yaml + "\n"));
  }

  @ParameterizedTest
  @CsvSource({"y, true", "08, 8", "0x10, 16", "1.50, 1.5", "'''08''', 08", "k, k"})
  void keysAreStrings(String yaml, String key) throws YamlFormatException {
    assertEquals("{\"" + key + "\":1}", json(yaml + ": 1\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "name:\\tcpu\\n|{\"name\":\"cpu\"}",
        "a:\\t\\n  b: 1\\n|{\"a\":{\"b\":1}}",
        "a: 1\\t# c\\nb:\\t\"x\"\\t# c\\n|{\"a\":1,\"b\":\"x\"}",
        "a: \\t&x b\\nc:\\t*x\\t\\n|{\"a\":\"b\",\"c\":\"b\"}",
        "a: [\\tb\\t,\\tc\\t]\\t\\n|{\"a\":[\"b\",\"c\"]}",
        "a: {\\n\\tb: 1\\n\\t}\\n|{\"a\":{\"b\":1}}",
        "a: b\\tc\\n|{\"a\":\"b\\tc\"}",
        "a: 'b\\tc'\\n|{\"a\":\"b\\tc\"}",
        "- a:\\tb\\n  c:\\td\\n|[{\"a\":\"b\",\"c\":\"d\"}]",
      })
  void tabsSeparateTokens(String yaml, String json) throws YamlFormatException {
    assertEquals(json, json(yaml.replace("\\n", "\n").replace("\\t", "\t")));
  }

  @Test
  void tabsOfTextAreKept() throws YamlFormatException {
    assertEquals("{\"a\":\"x\\ty\\n\\tz\\n\"}", json("a: |\t# c\n  x\ty\n  \tz\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:\n\tb: 1\n", "-\ta: 1\n", "\ta: 1\n", "a:\n  \tb: 1\n"})
  void tabsDoNotIndent(String yaml) {
    assertThrows(YAMLException.class, () -> json(yaml));
  }

  @Test
  void theLastEntryTakesPrecedenceOverAndUnderAMergedOne() throws YamlFormatException {
    String base = "base: &b {p: 1, q: 1}\nother: &o {q: 2, r: 2}\n";
    String start = "{\"base\":{\"p\":1,\"q\":1},\"other\":{\"q\":2,\"r\":2},";
    assertEquals(start + "\"a\":{\"p\":1,\"q\":3}}", json(base + "a: {<<: *b, q: 3}\n"));
    assertEquals(start + "\"a\":{\"q\":1,\"p\":1}}", json(base + "a: {q: 3, <<: *b}\n"));
    assertEquals(start + "\"a\":{\"q\":1,\"r\":2,\"p\":1}}", json(base + "a: {<<: [*b, *o]}\n"));
    assertEquals(start + "\"a\":{\"\\u003c\\u003c\":1}}", json(base + "a: {\"<<\": 1}\n"));
    assertEquals("{\"a\":1,\"a\":2}", json("a: 1\na: 2\n"));
  }

  private static String json(String yaml) throws YamlFormatException {
    Iterator<Node> documents = YamlNodes.of(yaml);
    return YamlJson.of(documents.next(), 0).text();
  }

  /** The work is counted in bytes that are allocated, which include what is copied. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "spaces", "lines", "tabs", "comment", "plain", "quoted", "single", "anchor", "block"
      })
  void fourTimesTheLengthIsFourTimesTheWork(String kind) throws YamlFormatException {
    allocated(text(kind, 1 << 10)); // loads classes
    long once = allocated(text(kind, LENGTH));
    long fourTimes = allocated(text(kind, 4 * LENGTH));
    assertTrue(fourTimes < 6 * once, once + " bytes, then " + fourTimes);
  }

  private static final int LENGTH = 1 << 17;

  private static String text(String kind, int length) {
    return switch (kind) {
      case "spaces" -> "a:" + " ".repeat(length) + "1";
      case "lines" -> "a:" + "\n".repeat(length) + "  1";
      case "tabs" -> "a: 1" + "\t".repeat(length);
      case "comment" -> "#" + "x".repeat(length) + "\na: 1";
      case "plain" -> "a: " + "x ".repeat(length / 2);
      case "quoted" -> "a: \"" + "x ".repeat(length / 2) + "\"";
      case "single" -> "a: '" + "x".repeat(length) + "'";
      case "anchor" -> "a: &" + "x".repeat(length) + " 1";
      default -> "a: |\n  " + "x".repeat(length);
    };
  }

  private static long allocated(String text) throws YamlFormatException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertNotNull(YamlNodes.first(text));
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
