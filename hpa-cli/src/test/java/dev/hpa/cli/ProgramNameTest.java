package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ProgramNameTest {
  private static final Path LAUNCHER = Path.of("src/dist/hpa").toAbsolutePath();

  @Test
  void helpHasTheNameOfThePlugin() {
    CommandLine line = HpaCommand.allCommands();
    ProgramName.apply("kubectl hpa", line);
    String help = Objects.requireNonNull(line.getSubcommands().get("simulate")).getUsageMessage();
    assertTrue(help.contains("Usage: kubectl hpa simulate "), help);
    assertTrue(help.contains("  kubectl hpa simulate -f web.yaml --load day.csv"), help);
    assertFalse(line.getUsageMessage().contains("\n  hpa "), line.getUsageMessage());
  }

  @Test
  void theDefaultNameChangesNothing() {
    CommandLine line = HpaCommand.allCommands();
    String before = line.getUsageMessage();
    ProgramName.apply(ProgramName.DEFAULT, line);
    assertEquals(before, line.getUsageMessage());
  }

  @Test
  void theLauncherRecognizesThePlugin(@TempDir Path folder) throws Exception {
    assertTrue(arguments(folder, "kubectl-hpa").contains("-Dhpa.program.name=kubectl hpa"));
    assertFalse(arguments(folder, "hpa").toString().contains("hpa.program.name"));
  }

  /** What the launcher passes to Java when it is called through a link of a name. */
  private static List<String> arguments(Path folder, String name) throws Exception {
    Path top = Files.createDirectories(folder.resolve("top-" + name));
    Files.copy(LAUNCHER, top.resolve("hpa"));
    Path lib = Files.createDirectories(top.resolve("lib"));
    write(lib.resolve("find-jdk.sh"), "find_java() { :; }\n");
    write(lib.resolve("preset.sh"), "preset_of() { :; }\n");
    Path java = Files.createDirectories(top.resolve("runtime/bin")).resolve("java");
    write(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    assertTrue(java.toFile().setExecutable(true));
    Path link = Files.createSymbolicLink(top.resolve("link-" + name), top.resolve("hpa"));
    Path called = Files.createDirectories(top.resolve("path")).resolve(name);
    Files.createSymbolicLink(called, link);
    Process process = new ProcessBuilder("sh", called.toString(), "explain").start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), out);
    return out.lines().toList();
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
  }
}
