package dev.hpa.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderSettingsTest {

  private static final List<Setting> DECLARED =
      List.of(
          Setting.required("url", Setting.Type.URL, "Server address."),
          Setting.withDefault("timeout", Setting.Type.DURATION, "5s", "Request timeout."),
          Setting.optional("token", Setting.Type.SECRET, "Bearer token."),
          Setting.optional("ca", Setting.Type.FILE, "CA certificates."),
          Setting.optional("tries", Setting.Type.WHOLE_NUMBER, "Number of attempts."),
          Setting.optional("share", Setting.Type.NUMBER, "Fraction of series."),
          Setting.withDefault("strict", Setting.Type.BOOLEAN, "false", "Reject unknown series."),
          Setting.optional("queries", Setting.Type.STRING_MAP, "Queries by metric."));

  private static ProviderSettings of(String... keysAndValues) {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      given.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return ProviderSettings.of(DECLARED, given);
  }

  @Test
  void valuesHaveDeclaredTypes(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("ca.pem"), "x");
    ProviderSettings settings =
        of(
            "url",
            "https://prometheus:9090/x",
            "token",
            "s3cret",
            "ca",
            file.toString(),
            "tries",
            "3",
            "share",
            "0.5",
            "strict",
            "true",
            "queries.hits",
            "sum(hits)",
            "queries.a.b",
            "1");
    assertEquals(URI.create("https://prometheus:9090/x"), settings.url("url"));
    assertEquals(Duration.ofSeconds(5), settings.duration("timeout"));
    assertEquals("s3cret", settings.text("token"));
    assertEquals(file, settings.file("ca"));
    assertEquals(3, settings.wholeNumber("tries"));
    assertEquals(0.5, settings.number("share"));
    assertTrue(settings.isTrue("strict"));
    assertEquals(Map.of("hits", "sum(hits)", "a.b", "1"), settings.stringMap("queries"));
  }

  @Test
  void hasReportsUnsetSettings() {
    ProviderSettings settings = of("url", "http://p:1");
    assertFalse(settings.has("token"));
    assertTrue(settings.has("timeout"));
    assertEquals(Map.of(), settings.stringMap("queries"));
    assertThrows(IllegalArgumentException.class, () -> settings.text("token"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "urll|x|urll: unknown setting; use one of ca, queries, share, strict, timeout, token, tries,"
            + " url",
        "queries|x|queries: unknown setting; use one of ca, queries, share, strict, timeout, token,"
            + " tries, url",
        "url|prometheus:9090|url: \"prometheus:9090\" is not a URL; write it like"
            + " https://prometheus.monitoring:9090",
        "timeout|5|timeout: \"5\" is not a duration; write it like 30s or 1m30s",
        "ca|/no/such|ca: \"/no/such\" is not a readable file",
        "tries|a few|tries: \"a few\" is not a whole number",
        "share|NaN|share: \"NaN\" is not a number",
        "strict|yes|strict: \"yes\" is not true or false",
      })
  void invalidValuesAreRejectedByName(String key, String value, String why) {
    String[] given =
        key.equals("url")
            ? new String[] {key, value}
            : new String[] {"url", "http://p:1", key, value};
    assertEquals(why, assertThrows(IllegalArgumentException.class, () -> of(given)).getMessage());
  }

  @Test
  void aMissingSettingIsReported() {
    assertEquals(
        "url: required but not set; set it to a URL",
        assertThrows(IllegalArgumentException.class, () -> of()).getMessage());
  }

  @Test
  void undeclaredSettingsAreReported() {
    ProviderSettings settings = of("url", "http://p:1");
    assertEquals(
        "colour: not declared as text by the factory",
        assertThrows(IllegalArgumentException.class, () -> settings.text("colour")).getMessage());
    assertEquals(
        "url: not declared as text by the factory",
        assertThrows(IllegalArgumentException.class, () -> settings.text("url")).getMessage());
  }

  @Test
  void oneTrailingLineBreakIsRemoved() {
    ProviderSettings settings =
        of("url", "https://a\n", "token", "s3cret\r\n", "tries", "3\n", "queries.a", "b\n");
    assertEquals(URI.create("https://a"), settings.url("url"));
    assertEquals("s3cret", settings.text("token"));
    assertEquals(3, settings.wholeNumber("tries"));
    assertEquals(Map.of("a", "b\n"), settings.stringMap("queries"));
    assertEquals("s3cret\n", of("url", "https://a", "token", "s3cret\n\n").text("token"));
  }

  @Test
  void anEmptyRequiredSecretIsRejected() {
    List<Setting> declared =
        List.of(Setting.required("token", Setting.Type.SECRET, "Bearer token."));
    for (String empty : List.of("", "\n", " ")) {
      assertEquals(
          "token: empty; set a secret",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> ProviderSettings.of(declared, Map.of("token", empty)))
              .getMessage());
    }
  }
}
