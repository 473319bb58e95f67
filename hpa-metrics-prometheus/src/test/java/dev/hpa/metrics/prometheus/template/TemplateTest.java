package dev.hpa.metrics.prometheus.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {

  private static final Map<String, Object> FIELDS = new LinkedHashMap<>();

  static {
    FIELDS.put("Series", "http_requests_total");
    FIELDS.put("LabelMatchers", "namespace=\"shop\",pod=~\"a|b\"");
    FIELDS.put("LabelValuesByName", Map.of("namespace", "shop", "pod", "a|b"));
    FIELDS.put("GroupBy", "pod,container");
    FIELDS.put("GroupBySlice", List.of("pod", "b", "container"));
  }

  private static String result(String template) {
    try {
      return Template.parse(template).execute(FIELDS);
    } catch (TemplateException failed) {
      return "error";
    }
  }

  /**
   * Random templates with what Go's text/template made of them, but for verbs of printf whose
   * operand has an unusual type, such as %q of a number.
   */
  @Test
  void templatesHaveTheResultsOfGo() throws IOException {
    List<String> differences = new ArrayList<>();
    int count = 0;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(
                    Objects.requireNonNull(TemplateTest.class.getResourceAsStream("go.ndjson.gz"))),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode recorded = Json.tree(line);
        String template = recorded.path("template").asText();
        String expected = recorded.has("error") ? "error" : recorded.path("result").asText();
        String actual = result(template);
        count++;
        if (!expected.equals(actual)) {
          differences.add(template + "\n  Go: " + expected + "\n  was: " + actual + "\n");
        }
      }
    }
    assertEquals(List.of(), differences, differences.size() + " of " + count);
    assertTrue(count > 2900, "too few: " + count);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          <<define "m">>[<<.>>]<<end>><<template "m" .Series>> ~ [http_requests_total]
          <<block "b" .GroupBy>>(<<.>> <<$>>)<<end>>! ~ (pod,container pod,container)!
          <<define "r">><<template "r">><<end>><<template "r">> ~ error
          <<template "none">> ~ error
          <<if true>><<define "m">><<end>><<end>> ~ error
          <<js "a='b'">> ~ a\\u003D\\'b\\'
          <<printf "%x|%d" "hi" "no">> ~ 6869|%!d(string=no)
          <<call .GroupBy>> ~ error
          <<nothing .GroupBy>> ~ error
          """)
  void otherActionsAndFunctions(String template, String expected) {
    assertEquals(expected, result(template));
  }

  @Test
  void aMalformedTemplateHasAMessageOfOneLine() {
    TemplateException malformed =
        assertThrows(TemplateException.class, () -> Template.parse("a <<upper .Series>>"));
    assertEquals("function \"upper\" not defined", malformed.getMessage());
  }
}
