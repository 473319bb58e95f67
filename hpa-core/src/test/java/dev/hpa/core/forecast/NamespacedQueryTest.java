package dev.hpa.core.forecast;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A query of a tenant reads the series of its namespace only, whatever it is. */
@Tag("security")
class NamespacedQueryTest {

  private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\\\n]|\\\\.)*+\"");
  private static final Pattern BRACES = Pattern.compile("\\{[^{}]*+\\}");
  private static final Pattern LABELS =
      Pattern.compile("\\b(?:by|without|on|ignoring|group_left|group_right) *\\([^()]*+\\)");
  private static final Pattern WORD = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*+ *([({]?)");
  private static final Set<String> KEYWORDS =
      Set.of(
          "and",
          "or",
          "unless",
          "atan2",
          "bool",
          "offset",
          "inf",
          "nan",
          "group_left",
          "group_right");

  /**
   * Checks a rewritten query without the parser: every pair of braces begins with the matcher, and
   * a word that neither calls nor has braces is a keyword.
   */
  private static void requireLimited(String query, String rewritten) {
    String what = query + " -> " + rewritten;
    String bare = STRING.matcher(rewritten).replaceAll("\"\"");
    assertFalse(bare.contains("#") || bare.contains("'") || bare.contains("`"), what);
    Matcher strings = STRING.matcher(rewritten);
    Matcher braces = Pattern.compile("\\{namespace=\"shop\"").matcher(rewritten);
    int limited = 0;
    while (braces.find()) {
      limited += isInString(braces.start(), strings) ? 0 : 1;
    }
    long all = BRACES.matcher(bare).results().count();
    assertEquals(all, limited, what);
    assertEquals(all, bare.chars().filter(each -> each == '{').count(), what);
    String words =
        LABELS
            .matcher(BRACES.matcher(bare).replaceAll("{"))
            .replaceAll(" ")
            .replaceAll("\\[[^\\]]*+\\]", " ")
            .replaceAll("(?<![a-zA-Z_0-9.])[0-9.][0-9a-zA-Z.]*+(?:(?<=[eE])[+-][0-9]++)?", " ");
    Matcher word = WORD.matcher(words);
    while (word.find()) {
      String name = word.group().strip();
      assertTrue(!word.group(1).isEmpty() || KEYWORDS.contains(name), name + ": " + what);
      assertFalse(name.startsWith("info("), what);
    }
  }

  private static boolean isInString(int at, Matcher strings) {
    strings.reset();
    while (strings.find()) {
      if (strings.start() < at && at < strings.end()) {
        return true;
      }
    }
    return false;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "up | up{namespace=\"shop\"}",
        "up{} | up{namespace=\"shop\"}",
        "{__name__=\"up\"} | {namespace=\"shop\",__name__=\"up\"}",
        "{__name__=~\".+\",} | {namespace=\"shop\",__name__=~\".+\"}",
        "sum(rate(http_requests_total{app=\"web\"}[5m]))"
            + " | sum(rate(http_requests_total{namespace=\"shop\",app=\"web\"}[5m]))",
        "sum by (namespace, on) (x) | sum by (namespace,on)(x{namespace=\"shop\"})",
        "sum(x) without (a,) | sum(x{namespace=\"shop\"}) without (a,)",
        "x and on (a) group_left () y"
            + " | x{namespace=\"shop\"} and  on (a) group_left ()y{namespace=\"shop\"}",
        "x > bool y | x{namespace=\"shop\"} >  bool y{namespace=\"shop\"}",
        "x offset -1h @ start() | x{namespace=\"shop\"} offset -1h@start()",
        "x[1h:5m] @ -1.5 | x{namespace=\"shop\"}[1h:5m]@-1.5",
        "max_over_time(x[1h:]) | max_over_time(x{namespace=\"shop\"}[1h:])",
        "x # y{ | x{namespace=\"shop\"}",
        "'a\\'{b' | \"a'{b\"",
        "x{a='\"}, namespace=`v`'} | x{namespace=\"shop\",a=\"\\\"}, namespace=`v`\"}",
        "x{a=`\\`} or y | x{namespace=\"shop\",a=\"\\\\\"} or y{namespace=\"shop\"}",
        "x{namespace=\"victim\"} | x{namespace=\"shop\",namespace=\"victim\"}",
        "x{namespace!=\"shop\"} or x | x{namespace=\"shop\",namespace!=\"shop\"} or"
            + " x{namespace=\"shop\"}",
        "a:b:c | a:b:c{namespace=\"shop\"}",
        "-Inf + NaN + 0x1F + .5 + 1e-3 + 1h | - inf + nan + 0x1F + .5 + 1e-3 + 1h",
        "rate {a=\"b\"} | rate{namespace=\"shop\",a=\"b\"}",
        "SUM(x) BY (a) | sum(x{namespace=\"shop\"}) by (a)",
        "label_replace(x, \"namespace\", \"victim\", \"\", \"\")"
            + " | label_replace(x{namespace=\"shop\"},\"namespace\",\"victim\",\"\",\"\")",
        "quantile(0.9, x) | quantile(0.9,x{namespace=\"shop\"})",
        "time() | time()",
        "x{a=\"b c\\n\"} | x{namespace=\"shop\",a=\"b c\\n\"}",
        "x offset +1h [5m] | x{namespace=\"shop\"} offset +1h[5m]",
        "x @ +1.5 offset 1h | x{namespace=\"shop\"}@+1.5 offset 1h",
      })
  void everySelectorIsLimited(String query, String expected) throws Exception {
    String rewritten = NamespacedQuery.of(query, "shop");
    assertEquals(expected, rewritten.strip());
    requireLimited(query, rewritten);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "info(x)",
        "x or info (y)",
        "foo(x)",
        "x{a=\"b\" or namespace=\"victim\"}",
        "x{a=\"b\"}{namespace=\"victim\"}",
        "x{\"a\"=\"b\"}",
        "{\"up\"}",
        "x{a}",
        "x{a=b}",
        "x{a=\"b\"",
        "x}",
        "x y",
        "x) or (y",
        "(x",
        "x[5m",
        "x[5m:y]",
        "x @ y",
        "x offset y",
        "x offset (time() - 1)",
        "sum",
        "sum + x",
        "on",
        "sum by (x{a=\"b\"}) (y)",
        "sum by x (y)",
        "sum by (a) (x) by (b)",
        "sum by (:a) (x)",
        "with (a = x) a",
        "x keep_metric_names",
        "x default y",
        "x == on y",
        "\"a",
        "`a",
        "'a\nb'",
        "\"\\x41\"",
        "\"\\101\"",
        "\"\\",
        "x{a=\"\u0000\"}",
        "x\u00a0",
        "x;y",
        "1_000",
        "5mm",
        "0b1",
        "1..2",
        "x{a=\"b\",,}",
        "x{,}",
        "sum(,x)",
        "x,y",
        "$x",
        "метрика",
      })
  void whatIsNotUnderstoodIsRefused(String query) {
    InvalidQueryException refused =
        assertThrows(InvalidQueryException.class, () -> NamespacedQuery.of(query, "shop"));
    assertTrue(refused.text().startsWith("character "), refused.text());
    assertEquals(1, refused.text().lines().count());
  }

  @Test
  void problemsNameThePlace() {
    assertEquals(
        "character 5: function \"info\" cannot be limited to the namespace; use another",
        problem("x + info(y)"));
    assertEquals(
        "character 3: an operator or the end is expected; change the query", problem("x y"));
    assertEquals(
        "character 1: \"sum\" is a keyword; write a metric with this name as {__name__=\"sum\"}",
        problem("sum"));
    assertEquals("character 3: the string does not end; add '", problem("x{'"));
  }

  private static String rewritten(String query) {
    return assertDoesNotThrow(() -> NamespacedQuery.of(query, "shop"));
  }

  private static String problem(String query) {
    return assertThrows(InvalidQueryException.class, () -> NamespacedQuery.of(query, "shop"))
        .text();
  }

  @Test
  void longAndDeepQueriesAreRefused() {
    assertEquals("it has 5000 characters; use at most 4096", problem("x".repeat(5000)));
    String deep = "(".repeat(2000) + "x" + ")".repeat(2000);
    assertEquals("character 51: more than 50 levels; simplify the query", problem(deep));
    String wide = "(1)+".repeat(200) + "1";
    assertEquals(wide.length(), rewritten(wide).replace(" ", "").length());
    assertEquals(4096 + "{namespace=\"shop\"}".length(), rewritten("x".repeat(4096)).length());
  }

  private static final List<String> PIECES =
      List.of(
          "x",
          "up",
          "sum",
          "rate",
          "info",
          "by",
          "without",
          "on",
          "ignoring",
          "group_left",
          "group_right",
          "offset",
          "bool",
          "and",
          "or",
          "unless",
          "namespace",
          "__name__",
          "start",
          "end",
          "inf",
          "a:b",
          "(",
          ")",
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "@",
          "=",
          "==",
          "!=",
          "=~",
          "!~",
          "<",
          ">",
          "+",
          "-",
          "*",
          "/",
          "%",
          "^",
          "5m",
          "1h",
          "1",
          "0x1",
          "1e5",
          ".5",
          "\"",
          "'",
          "`",
          "\\",
          "#",
          "\n",
          " ",
          "\t",
          "\"b\"",
          "'b'",
          "`b`",
          "namespace=\"victim\"",
          "{namespace=\"shop\"}",
          "\"}\"",
          "'{'",
          "`#`",
          "\\\"",
          "\u00e9",
          "sum by (a) (x)",
          "rate(x[5m])",
          "x{a=\"b\"}",
          "(x)",
          "start()");

  /** Any concatenation of pieces is limited or refused, and limiting it twice changes nothing. */
  @Test
  void anyQueryIsLimitedOrRefused() throws Exception {
    Random random = new Random(47);
    int limited = 0;
    for (int run = 0; run < 100_000; run++) {
      StringBuilder text = new StringBuilder();
      for (int i = 1 + random.nextInt(10); i > 0; i--) {
        text.append(PIECES.get(random.nextInt(PIECES.size())))
            .append(random.nextInt(3) == 0 ? " " : "");
      }
      limited += check(text.toString());
    }
    assertTrue(limited > 1000, "" + limited);
  }

  /** Queries that are valid but for a change of a few characters. */
  @Test
  void changedQueriesAreLimitedOrRefused() throws Exception {
    Random random = new Random(48);
    List<String> valid =
        List.of(
            "sum by (a) (rate(x{a=\"b\",c=~'d|e'}[5m] offset 1h)) / on (a) group_left (b) y",
            "max_over_time(sum(x)[1h:5m]) > bool 2 or label_replace(z, `n`, \"$1\", 'a', \"(.*)\")",
            "quantile(0.9, x{a!=\"{namespace='shop'}\"} @ end()) unless ignoring (q) w # comment");
    int limited = 0;
    for (int run = 0; run < 60_000; run++) {
      StringBuilder text = new StringBuilder(valid.get(random.nextInt(valid.size())));
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(3)) {
          case 0 -> text.deleteCharAt(at);
          case 1 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
          default -> text.setCharAt(at, text.charAt(random.nextInt(text.length())));
        }
      }
      limited += check(text.toString());
    }
    assertTrue(limited > 1000, "" + limited);
  }

  private static int check(String query) throws InvalidQueryException {
    String rewritten;
    try {
      rewritten = NamespacedQuery.of(query, "shop");
    } catch (InvalidQueryException refused) {
      return 0;
    }
    requireLimited(query, rewritten);
    requireLimited(rewritten, NamespacedQuery.of(rewritten, "shop"));
    return 1;
  }
}
