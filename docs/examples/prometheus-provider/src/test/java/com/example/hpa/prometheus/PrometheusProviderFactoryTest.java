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

  private static void assertRejected(String message, String... settings) {
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
  void serviceLoaderFindsTheFactory() {
    assertEquals(
        List.of("prometheus"),
        ServiceLoader.load(MetricProviderFactory.class).stream()
            .map(each -> each.get().name())
            .toList());
  }

  @Test
  void settingsAreDeclared() {
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
  void invalidSettingsAreRejectedByName(@TempDir Path folder) throws Exception {
    String empty = Files.createFile(folder.resolve("ca.pem")).toString();
    assertRejected(
        "url: not an http or https URL without query; set it like http://prometheus:9090",
        "url",
        "ftp://a/");
    assertRejected(
        "url: not an http or https URL without query; set it like http://prometheus:9090",
        "url",
        "http://a/?b");
    assertRejected("timeout: not positive; set a duration above 0", "timeout", "0s");
    assertRejected(
        "token: conflicts with token-file; set one of them", "token", "a", "token-file", empty);
    assertRejected(
        "ca-file: conflicts with insecure-skip-tls-verify; set one of them",
        "ca-file",
        empty,
        "insecure-skip-tls-verify",
        "true");
    assertRejected(
        "ca-file: no certificates in \"" + empty + "\"; use a PEM file", "ca-file", empty);
    assertRejected(
        "queries.up: unknown placeholder \"$x\"; use one of $namespace, $kind, $name, $pods,"
            + " $series, $window, or $$ for $",
        "queries.up",
        "up{$x}");
  }
}
