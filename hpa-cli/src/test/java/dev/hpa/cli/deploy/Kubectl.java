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
import java.util.stream.Stream;

/** The kubectl in the folder that {@code KUBEBUILDER_ASSETS} names, or else on the path. */
public final class Kubectl {

  private Kubectl() {}

  static boolean present() {
    return program().isPresent();
  }

  private static Optional<Path> program() {
    return Stream.of("KUBEBUILDER_ASSETS", "PATH")
        .flatMap(
            each -> Arrays.stream(System.getenv().getOrDefault(each, "").split(File.pathSeparator)))
        .filter(each -> !each.isEmpty())
        .map(each -> Path.of(each, "kubectl"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Runs kubectl; fails unless it succeeds.
   *
   * @param folder folder of the kubeconfig and the cache
   * @return standard output and standard error
   */
  public static String run(Path folder, String input, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(program().orElseThrow().toString(), "--cache-dir", folder + "/cache"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("KUBECONFIG", folder + "/kubeconfig");
    Process process = builder.start();
    try (var stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "kubectl does not end");
    assertEquals(0, process.exitValue(), text);
    return text;
  }
}
