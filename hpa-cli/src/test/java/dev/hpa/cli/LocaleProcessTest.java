package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same numbers in every locale: of a command with fractions, as a process. */
class LocaleProcessTest {

  private static final String MANIFEST =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: app, image: web, resources: {requests: {cpu: 500m}, limits: {cpu: 600m}}}]}
      ---
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: web}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        minReplicas: 4
        maxReplicas: 20
      """;

  /** German has a comma before fractions, and Arabic other digits. */
  @ParameterizedTest
  @ValueSource(strings = {"de", "ar"})
  void numbersAreTheSame(String language, @TempDir Path folder)
      throws IOException, InterruptedException {
    Path manifest = Files.writeString(folder.resolve("web.yaml"), MANIFEST);
    StringBuilder load = new StringBuilder();
    for (int hour = 0; hour <= 48; hour++) {
      load.append(3600 * hour).append(hour % 24 < 12 ? ",1.5\n" : ",4\n");
    }
    Path trace = Files.writeString(folder.resolve("load.csv"), load);

    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Duser.language=" + language,
                "-Duser.country=EG",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "recommend",
                "--candidates=10",
                "--config="
                    + Files.writeString(
                        folder.resolve("settings.yaml"), "price-per-pod-hour: 0.04"),
                "-f",
                manifest.toString(),
                "--load",
                trace.toString())
            .redirectErrorStream(true)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertEquals(0, process.waitFor(), out);
    assertEquals(List.of(), out.lines().filter(LocaleProcessTest::isLocalized).toList(), out);
  }

  private static boolean isLocalized(String line) {
    return line.chars().anyMatch(each -> Character.isDigit(each) && each > '9')
        || line.matches(".*\\d,\\d.*");
  }
}
