package dev.hpa.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.controller.options.OptionSettings;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.metrics.prometheus.client.PrometheusServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionFlagsTest {

  private static OptionSettings settings(String... flags) {
    OptionFlags options = new OptionFlags();
    RunArguments.set(new FlagSet("hpa run", options.all()), List.of(flags));
    return options.settings();
  }

  @Test
  void noFlagIsTheDefault() {
    assertEquals(OptionSettings.DEFAULTS, settings());
    assertFalse(settings().guardsOutages());
  }

  @Test
  void allFlags() {
    assertEquals(
        new OptionSettings(
            Map.of(
                new OptionName(OptionKey.ROLLOUT),
                "Compensate",
                new OptionName(OptionKey.TREAT_AS_MISSING),
                "empty,zero",
                new OptionName(OptionKey.SCHEDULE, "night"),
                "22:00-06:00 max=4"),
            Set.of(OptionKey.MODE, OptionKey.SYNC_PERIOD, OptionKey.SCHEDULE),
            true,
            0.4,
            2.5),
        settings(
            "--default-option=rollout=Compensate",
            "--default-option",
            "hpa.dev/treat-as-missing=empty,zero",
            "--default-option=schedule.night=22:00-06:00 max=4",
            "--allowed-options=mode,hpa.dev/sync-period,schedule",
            "--namespace-options",
            "--outage-guard=40%",
            "--sync-budget=2.5"));
    assertEquals(Set.of(), settings("--allowed-options=").allowed());
    assertEquals(
        Set.of(OptionKey.FORECAST_QUERY), settings("--allowed-options=forecast-query").allowed());
    assertFalse(settings().allowed().contains(OptionKey.FORECAST_QUERY));
  }

  @Test
  void thePrometheusServerOfForecasts(@TempDir Path folder) throws IOException {
    Path token = Files.writeString(folder.resolve("token"), "secret");
    assertEquals(
        PrometheusServer.of(URI.create("https://prom.example:9090/base"), token, null),
        settings(
                "--forecast-prometheus=https://prom.example:9090/base/",
                "--forecast-prometheus-token-file=" + token)
            .prometheus());
    assertEquals(
        "forecast-prometheus-ca-file: \"/missing/ca.pem\" cannot be read; give a readable file",
        assertThrows(
                UsageException.class,
                () ->
                    settings(
                        "--forecast-prometheus=https://prom",
                        "--forecast-prometheus-ca-file=/missing/ca.pem"))
            .getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "--default-option=mode|default-option \"mode\": a value is missing; write KEY=VALUE",
        "--default-option=|default-option \"\": a value is missing; write KEY=VALUE",
        "--default-option==x|default-option: the key \"\" is unknown; \"hpa options\" lists the keys",
        "--default-option=Mode=Paused|default-option: the key \"Mode\" is unknown; \"hpa options\""
            + " lists the keys",
        "--default-option=schedule=x|default-option: the key \"schedule\" needs a name; write"
            + " hpa.dev/schedule.NAME=VALUE",
        "--default-option=schedule.x=22:00|default option \"schedule.x\": \"22:00\" is invalid: the"
            + " time \"22:00\"; use a range such as 08:00-20:00, up to 24:00",
        "--default-option=mode=paused|default option \"mode\": \"paused\" is invalid; use Active,"
            + " DryRun, Paused or ScaleUpOnly",
        "--default-option=sync-period=500ms|default option \"sync-period\": \"500ms\" is invalid; use"
            + " duration from 1s to 24h",
        "--allowed-options=modes|allowed-options: the key \"modes\" is unknown; \"hpa options\" lists"
            + " the keys",
        "--outage-guard=0|outage-guard: \"0\" is invalid; use a percentage between 0% and 100%",
        "--outage-guard=100%|outage-guard: \"100%\" is invalid; use a percentage between 0% and 100%",
        "--outage-guard=half|outage-guard: \"half\" is invalid; use a percentage between 0% and 100%",
        "--outage-guard=NaN|outage-guard: \"NaN\" is invalid; use a percentage between 0% and 100%",
        "--forecast-prometheus=prom:9090|forecast-prometheus: the URL is invalid; use http or https"
            + " with a host, and without user, query and fragment",
        "--forecast-prometheus=http://me:secret@prom|forecast-prometheus: the URL is invalid; use http"
            + " or https with a host, and without user, query and fragment",
        "--forecast-prometheus-token-file=/t|forecast-prometheus-token-file: has no effect without"
            + " forecast-prometheus; add --forecast-prometheus URL",
        "--sync-budget=0|sync-budget must be at least 0.01 and at most 1000000, but got 0.0",
        "--sync-budget=1e-300|sync-budget must be at least 0.01 and at most 1000000, but got 1.0E-300",
        "--sync-budget=NaN|sync-budget must be at least 0.01 and at most 1000000, but got NaN"
      })
  void aBadValueIsOneLine(String flag, String message) {
    assertEquals(message, assertThrows(UsageException.class, () -> settings(flag)).getMessage());
  }
}
