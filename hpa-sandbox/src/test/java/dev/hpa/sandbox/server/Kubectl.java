package dev.hpa.sandbox.server;

import dev.hpa.sandbox.recordings.Recordings;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A kubectl that is installed on this machine.
 *
 * @param minor the minor version
 */
record Kubectl(Path program, int minor) {

  private static final Pattern NAME = Pattern.compile("kubectl(\\.1\\.\\d+)?");
  private static final Pattern VERSION = Pattern.compile("v1\\.(\\d+)\\.\\d+\\s");
  private static final List<Kubectl> INSTALLED = installed();

  /** Why tests are skipped without {@link #recorded}. */
  static final String NONE_RECORDED = "no kubectl of a recorded version is on the PATH";

  static boolean isRecorded() {
    return recorded() != null;
  }

  /** The latest one with recordings of its version, or null. */
  static @Nullable Kubectl recorded() {
    Set<String> recorded =
        Recordings.files().stream()
            .map(each -> RecordedExchange.name(each).replaceFirst("/.*", ""))
            .collect(Collectors.toSet());
    return INSTALLED.stream()
        .filter(each -> recorded.contains(each.recordings()))
        .max(Comparator.comparingInt(Kubectl::minor))
        .orElse(null);
  }

  private static List<Kubectl> installed() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "kubectl"))
        .filter(Files::isExecutable)
        .flatMap(Kubectl::andThoseBeside)
        .map(program -> new Kubectl(program, minor(program)))
        .toList();
  }

  /** Some installations have one binary per version and a link to the default. */
  private static Stream<Path> andThoseBeside(Path program) {
    try (Stream<Path> beside = Files.list(program.toRealPath().getParent())) {
      return beside
          .filter(each -> NAME.matcher(String.valueOf(each.getFileName())).matches())
          .toList()
          .stream();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static int minor(Path program) {
    try {
      Process process = new ProcessBuilder(program.toString(), "version", "--client").start();
      process.getOutputStream().close();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Matcher version = VERSION.matcher(text);
      return version.find() ? Integer.parseInt(version.group(1)) : 0;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The directory of its recordings. */
  String recordings() {
    return "kubectl-1." + minor;
  }
}
