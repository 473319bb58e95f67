package dev.hpa.controller.world;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A fault that is planted into a copy of a class.
 *
 * @param file the source, below the root of the project
 * @param before lines that occur once in it
 * @param after what they are replaced by
 */
record PlantedFault(String name, String description, String file, String before, String after) {

  /** Whether seeds are not expected to find it. */
  boolean isOpen() {
    return name.startsWith("?");
  }

  /** All faults of the list. */
  static List<PlantedFault> all() {
    List<PlantedFault> faults = new ArrayList<>();
    for (String block : text().split("(?m)^== ")) {
      if (!block.startsWith("#")) {
        faults.add(parse(block));
      }
    }
    return faults;
  }

  private static String text() {
    try (var in = PlantedFault.class.getResourceAsStream("planted-faults.txt")) {
      return new String(
          Objects.requireNonNull(in, "planted-faults.txt").readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static PlantedFault parse(String block) {
    List<String> lines = block.lines().toList();
    String[] title = lines.getFirst().split(": ", 2);
    return new PlantedFault(
        title[0], title[1], lines.get(1), marked(lines, '-'), marked(lines, '+'));
  }

  private static String marked(List<String> lines, char mark) {
    return String.join(
        "\n",
        lines.stream()
            .skip(2)
            .filter(line -> !line.isEmpty() && line.charAt(0) == mark)
            .map(line -> line.substring(1))
            .toList());
  }

  /**
   * The class without the fault.
   *
   * @param root of the project
   * @throws IllegalStateException if the list does not fit the sources any more
   */
  String source(Path root) throws IOException {
    String source = Files.readString(root.resolve(file));
    int at = source.indexOf(before);
    if (at < 0 || source.indexOf(before, at + 1) >= 0) {
      throw new IllegalStateException(
          "%s: its lines do not occur once in %s; adapt planted-faults.txt".formatted(name, file));
    }
    return source;
  }

  /**
   * Compiles the class with the fault.
   *
   * @param root of the project
   * @param classes receives the compiled classes
   * @throws IllegalStateException if the list does not fit the sources any more
   */
  void compile(Path root, Path classes) throws IOException {
    String source = source(root);
    Path changed =
        Files.createDirectories(classes.resolve("source"))
            .resolve(Path.of(file).getFileName().toString());
    Files.writeString(changed, source.replace(before, after));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter problems = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean isCompiled =
          compiler
              .getTask(
                  problems,
                  files,
                  null,
                  List.of(
                      "-proc:none",
                      "-nowarn",
                      "-parameters",
                      "-d",
                      classes.toString(),
                      "-cp",
                      System.getProperty("java.class.path")),
                  null,
                  files.getJavaFileObjects(changed))
              .call();
      if (!isCompiled) {
        throw new IllegalStateException(name + ": does not compile: " + problems);
      }
    }
  }
}
