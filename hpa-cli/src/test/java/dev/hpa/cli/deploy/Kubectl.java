package dev.hpa.cli.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** kubectl of the folder {@code KUBEBUILDER_ASSETS}, or else of the {@code PATH}. */
public final class Kubectl {

  /** Why tests are skipped without one. */
  static final String NONE = "no kubectl from v1.30 to v1.37 is installed";

  private static final Pattern VERSION = Pattern.compile("v1\\.(\\d+)\\.");

  /** The first and the last minor version whose output is known. */
  private static final int FIRST = 30;

  private static final int LAST = 37;
  private static final boolean IS_PRESENT = program().filter(Kubectl::isKnown).isPresent();

  private Kubectl() {}

  static boolean present() {
    return IS_PRESENT;
  }

  private static boolean isKnown(Path program) {
    try {
      Process process = new ProcessBuilder(program.toString(), "version", "--client").start();
      process.getOutputStream().close();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Matcher version = VERSION.matcher(text);
      int minor = version.find() ? Integer.parseInt(version.group(1)) : 0;
      return minor >= FIRST && minor <= LAST;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
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
   * Runs kubectl and expects it to succeed.
   *
   * @param folder the folder of the kubeconfig and the cache
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
    // It ends before a garbage collection pays.
    builder.environment().put("GOGC", "off");
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
