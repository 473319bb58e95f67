package dev.hpa.benchmarks.setup;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that run a class in a process with the JDK and the class path of this one. */
public final class JavaCommand {

  private JavaCommand() {}

  /**
   * The command.
   *
   * @param javaOptions options of its JVM, added to those of this one
   */
  public static List<String> of(String main, List<String> javaOptions, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(javaOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(main);
    command.addAll(arguments);
    return command;
  }
}
