package com.example.hpa.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusProviderFactoryTest {

  private static void refused(String message, String... settings) {
    Map<String, String> given =
        new HashMap<>(Map.of("url", "http://127.0.0.1:9090", "queries.up", "up"));
    for (int i = 0; i < settings.length; i += 2) {
      given.put(settings[i], settings[i + 1]);
    }
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> Providers.create(given)).getMessage());
  }

  @Test
  void itIsFound() {
    assertEquals(
        List.of("prometheus"),
        ServiceLoader.load(MetricProviderFactory.class).stream()
            .map(each -> each.get().name())
            .toList());
  }

  @Test
  void itTellsItsSettings() {
    assertEquals(
        List.of(
            "url",
            "queries",
            "token",
            "token-file",
            "ca-file",
            "insecure-skip-tls-verify",
            "timeout",
            "window",
            "staleness",
            "pod-label",
            "selector-label-prefix"),
        new PrometheusProviderFactory().settings().stream().map(Setting::name).toList());
  }

  @Test
  void settingsThatCannotBeUsedAreRefusedByName(@TempDir Path folder) throws Exception {
    String empty = Files.createFile(folder.resolve("ca.pem")).toString();
    refused("url: has to be http or https, and end with the path", "url", "ftp://a/");
    refused("url: has to be http or https, and end with the path", "url", "http://a/?b");
    refused("timeout: has to be more than 0", "timeout", "0s");
    refused("token: not together with token-file", "token", "a", "token-file", empty);
    refused(
        "ca-file: not together with insecure-skip-tls-verify",
        "ca-file",
        empty,
        "insecure-skip-tls-verify",
        "true");
    refused("ca-file: no certificates in " + empty, "ca-file", empty);
    refused(
        "queries.up: $x stands for nothing; known are $namespace, $kind, $name, $pods, $series,"
            + " $window, and $$ for $",
        "queries.up",
        "up{$x}");
  }
}
