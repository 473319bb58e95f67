package dev.hpa.kube.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class YamlJsonTest {

  private static String json(String yaml) throws YamlFormatException {
    return YamlJson.of(YamlNodes.of(yaml).next(), 0).text();
  }

  @Test
  void aliasesAreExpanded() throws Exception {
    assertEquals("{\"a\":[1],\"b\":[[1],[1]]}", json("a: &a [1]\nb: [*a, *a]\n"));
  }

  private static void assertTooLarge(String yaml) {
    String message =
        String.valueOf(assertThrows(YamlFormatException.class, () -> json(yaml)).getMessage());
    assertTrue(message.contains("too large after the expansion of aliases"), message);
  }

  /** 100 values, 1,000 times. */
  @Test
  void moreAliasesThanKubectlAcceptsAreRejected() {
    String yaml =
        "a: &a [%s]\nb: &b [%s]\nc: &c [%s]\nd: [%s]\n"
            .formatted("x,".repeat(100), "*a,".repeat(10), "*b,".repeat(10), "*c,".repeat(10));
    assertTooLarge(yaml);
  }

  @Test
  void aLongTextIsNotRepeatedWithoutEnd() {
    String yaml = "a: &a " + "x".repeat(100_000) + "\nb: [" + "*a,".repeat(1000) + "]\n";
    assertTooLarge(yaml);
  }

  @Test
  void textsAreAsTheyAreWritten() throws YamlFormatException {
    assertEquals(
        "{\"a\":\"1.20\",\"yes\":\"yes\",\"c\":[\"0123\",\"\",\"1.20\"]}",
        YamlJson.firstOfTexts("a: &v 1.20\nyes: yes\nc: [0123, null, *v]").text());
    assertEquals("\"\"", YamlJson.firstOfTexts("# nothing").text());
    assertEquals("null", YamlJson.first("# nothing").text());
  }

  @Test
  void aProblemIsOneLineWithItsPlace() {
    YamlFormatException malformed =
        assertThrows(YamlFormatException.class, () -> YamlJson.first("a: 1\n b: 2"));
    assertEquals("line 2: mapping values are not allowed here", malformed.getMessage());
    assertEquals(
        "f.yaml:2: is not valid YAML: mapping values are not allowed here", malformed.in("f.yaml"));
    YamlFormatException cyclic =
        assertThrows(YamlFormatException.class, () -> YamlJson.first("a: &x [*x]"));
    assertEquals("f.yaml: is not valid YAML: a[0]: refers to itself", cyclic.in("f.yaml"));
  }
}
