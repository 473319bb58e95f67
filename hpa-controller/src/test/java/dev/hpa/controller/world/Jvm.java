package dev.hpa.controller.world;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs worlds in separate processes: threads with their own scheduler need options of the JVM. */
final class Jvm {

  /** None of the threads of a world is kept alive after it. */
  private static final List<String> ARGUMENTS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "-Djdk.trackAllThreads=false",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Dcom.google.protobuf.use_unsafe_pre22_gencode=true",
          "-XX:+UseSerialGC",
          "-Xmx768m");

  private Jvm() {}

  /** Less compilation: half of the CPU of some hundred seeds, more of that of thousands. */
  static final String QUICK = "-XX:TieredStopAtLevel=1";

  /**
   * Starts a program of this package, for some hundred seeds at most.
   *
   * @param first the folder with classes that replace others; empty for none
   * @param output receives what it writes
   */
  static Process start(Class<?> program, String first, Path output, String... arguments)
      throws IOException {
    return start(List.of(QUICK), program, first, output, arguments);
  }

  /**
   * Starts a program of this package.
   *
   * @param options of the JVM, in addition
   * @param first the folder with classes that replace others; empty for none
   * @param output receives what it writes
   */
  static Process start(
      List<String> options, Class<?> program, String first, Path output, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ARGUMENTS);
    command.addAll(options);
    String classes = System.getProperty("java.class.path");
    command.addAll(List.of("-cp", first.isEmpty() ? classes : first + ":" + classes));
    command.add(program.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  /** Waits for a program; ends it if it takes longer, and returns what it has written. */
  static String await(Process process, Path output, Duration atMost)
      throws IOException, InterruptedException {
    try {
      if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
        return "not finished within " + atMost + "\n" + Files.readString(output);
      }
      return Files.readString(output);
    } finally {
      process.destroyForcibly();
    }
  }
}
