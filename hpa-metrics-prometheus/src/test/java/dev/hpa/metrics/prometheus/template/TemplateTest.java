package dev.hpa.metrics.prometheus.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {

  private static final Map<String, Template.Type> FIELDS =
      Map.of(
          "Series", Template.Type.TEXT,
          "LabelMatchers", Template.Type.TEXT,
          "LabelValuesByName", Template.Type.MAP,
          "GroupBy", Template.Type.TEXT,
          "GroupBySlice", Template.Type.LIST);

  private static final Map<String, Object> VALUES =
      Map.of(
          "Series", "http_requests_total",
          "LabelMatchers", "namespace=\"shop\",pod=~\"a|b\"",
          "LabelValuesByName", new TreeMap<>(Map.of("namespace", "shop", "pod", "a|b")),
          "GroupBy", "pod,container",
          "GroupBySlice", List.of("pod", "b", "container"));

  private static String result(String template) {
    return Template.parse(template, FIELDS).execute(VALUES);
  }

  /** Random templates with what Go's text/template made of them: the same, or they are refused. */
  @Test
  void templatesHaveTheResultsOfGoOrAreRefused() throws IOException {
    List<String> differences = new ArrayList<>();
    int equal = 0;
    int refused = 0;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(
                    Objects.requireNonNull(TemplateTest.class.getResourceAsStream("go.ndjson.gz"))),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode recorded = Json.tree(line);
        String template = recorded.path("template").asText();
        try {
          String actual = result(template);
          equal++;
          if (recorded.has("error") || !recorded.path("result").asText().equals(actual)) {
            differences.add(template + "\n  Go: " + recorded + "\n  was: " + actual + "\n");
          }
        } catch (TemplateException unsupported) {
          refused += recorded.has("error") ? 0 : 1;
        }
      }
    }
    assertEquals(List.of(), differences, differences.size() + " of " + equal);
    assertEquals(List.of(714, 748), List.of(equal, refused));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          "<<index .LabelValuesByName "pod">>"                     ~ "a|b"
          <<range $k, $v :=.LabelValuesByName>><<if ne $k "namespace">><<$k>>="<<$v>>",<<end>><<end>> ~ pod="a|b",
          <<range $i, $e := .GroupBySlice>><<if $i>>,<<end>><<$e>><<end>> ~ pod,b,container
          <<range .GroupBySlice>>+<<.>><<end>>                     ~ +pod+b+container
          <<if eq .GroupBy "a">>1<<else if eq .GroupBy "b" "pod,container">>2<<else>>3<<end>> ~ 2
          <<range .GroupBySlice>><<range $.LabelValuesByName>><<.>> <<end>><<end>> ~ shop a|b shop a|b shop a|b
          a <<- .Series ->> b                                      ~ ahttp_requests_totalb
          <<if eq (index .GroupBySlice 1) "b">>7<<end>>            ~ 7
          <<"a\\"\\\\b">><<`\\c`>>  ~ a"\\b\\c
          """)
  void whatConfigurationsUse(String template, String expected) {
    assertEquals(expected, result(template).strip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          <<slice .GroupBy 0 3>>      ~ function "slice" is not supported; use index, eq or ne
          <<if not .Series>>a<<end>>  ~ function "not" is not supported; use index, eq or ne
          <<upper .Series>>           ~ function "upper" is not supported; use index, eq or ne
          <<with .Series>>a<<end>>    ~ action "with" is not supported; use if and range
          <<define "m">><<end>>       ~ action "define" is not supported; use if and range
          <</* x */>>                 ~ comment "/*" is not supported; use a comment of YAML
          <<printf "%s" .Series>>      ~ function "printf" is not supported; use index, eq or ne
          <<.Nope>>                   ~ field ".Nope" is not supported; use .GroupBy, .GroupBySlice, .LabelMatchers, .LabelValuesByName, .Series
          <<.Series.Nope>>            ~ field ".Series.Nope" is not supported; use .GroupBy, .GroupBySlice, .LabelMatchers, .LabelValuesByName, .Series
          <<range .GroupBySlice>><<.Series>><<end>> ~ field ".Series" is not supported; use $.GroupBy, $.GroupBySlice, $.LabelMatchers, $.LabelValuesByName, $.Series
          <<.LabelValuesByName>>      ~ a list or map is no text of a query; use index or range
          <<$x>>                      ~ variable "$x" is not supported; use those of a range
          <<$x := 1>>                 ~ variable "$x" is not supported; use those of a range
          <<eq .GroupBy 1>>           ~ function "eq": the arguments are not supported; compare two values of one type
          <<index .Series 1>>         ~ function "index": the arguments are not supported; give a map and a text, or a list and a number
          <<.Series "x">>             ~ value ""x"" is not supported; remove it, or put calls in ( )
          <<if .Series>>              ~ action "end": it is missing; add it
          <<end>>                     ~ action "end": it ends nothing; remove it
          <<.Series                   ~ an action is not closed; add >>
          <<>>                        ~ an action lacks a value; add it
          <<.Series | ?>>             ~ value "|" is not supported; remove it, or put calls in ( )
          <<index .GroupBySlice 010>> ~ number "010" is not supported; use an index of a list
          <<"\\x41">>                 ~ escape "\\x" is not supported; use \\\\, \\", \\n or \\t
          """)
  void whatIsRefused(String template, String expected) {
    TemplateException refused =
        assertThrows(TemplateException.class, () -> Template.parse(template, FIELDS));
    assertEquals(expected, refused.getMessage());
  }

  @Test
  void aResultHasALimit() {
    String text = "<<.Series>>".repeat(60_000);
    TemplateException refused = assertThrows(TemplateException.class, () -> result(text));
    assertEquals("the result has more than 1048576 characters", refused.getMessage());
  }
}
