package dev.hpa.cli.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** helm of the {@code PATH}. The build does not install it. */
final class Helm {

  /** Why tests are skipped without it. */
  static final String NONE = "Helm 3 is not installed, or " + Kubectl.NONE;

  private Helm() {}

  static boolean present() throws IOException, InterruptedException {
    return program().isPresent()
        && run("version", "--short").startsWith("v3.")
        && Kubectl.present();
  }

  private static Optional<Path> program() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(each -> !each.isEmpty())
        .map(each -> Path.of(each, "helm"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Runs helm, expects it to succeed, and returns its standard output. */
  static String run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program().orElseThrow().toString()));
    command.addAll(List.of(arguments));
    Path errors = Files.createTempFile("helm", ".log");
    try {
      Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "helm does not end");
      assertEquals(0, process.exitValue(), text + Files.readString(errors));
      return text;
    } finally {
      Files.delete(errors);
    }
  }
}
