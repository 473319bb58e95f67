package dev.hpa.cli.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code ./hpa} and {@code ./test} do on a machine without JDK and Maven. */
@EnabledOnOs(OS.LINUX)
class InstallToolsTest {

  private static final Path SCRIPT =
      Path.of(System.getProperty("hpa.root"), "build", "install-tools.sh");

  /** The installation is a line in a file, after which the tools are found. */
  private static final String MACHINE =
      """
      . "$1"
      installed=$2
      find_jdk() { [ -f "$installed" ]; }
      command() { [ -f "$installed" ]; }
      can_install() { true; }
      apt_install() { echo "$*" >>"$installed"; }
      """;

  @TempDir private Path folder;

  private record Run(int status, String text) {}

  private Run run(String more, String input) throws Exception {
    Path answer = Files.writeString(folder.resolve("input"), input);
    Process bash =
        new ProcessBuilder(
                "bash", "-c", MACHINE + more, "bash", SCRIPT.toString(), installed().toString())
            .redirectErrorStream(true)
            .redirectInput(answer.toFile())
            .start();
    String text = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(bash.waitFor(), text);
  }

  private Path installed() {
    return folder.resolve("installed");
  }

  @Test
  void withoutATerminalItSaysWhatItInstalls() throws Exception {
    Run run = run("require_tools", "");
    assertEquals(0, run.status(), run.text());
    assertEquals(
        "hpa: needs openjdk-25-jdk-headless maven; installing with apt-get as root",
        run.text().strip());
    assertEquals("openjdk-25-jdk-headless maven", Files.readString(installed()).strip());
  }

  @ParameterizedTest
  @CsvSource({"'', true", "y, true", "Yes, true", "n, false", "No, false"})
  void onATerminalItAsksOnce(String answer, boolean installs) throws Exception {
    Run run = run("is_terminal() { true; }\nrequire_tools", answer + "\n");
    assertEquals(installs ? 0 : 2, run.status(), run.text());
    assertEquals(1, run.text().split("\\[Y/n]", -1).length - 1, run.text());
    assertTrue(run.text().contains("openjdk-25-jdk-headless maven"), run.text());
    assertEquals(installs, Files.exists(installed()));
  }

  @Test
  void anEndOfTheInputIsNoAnswer() throws Exception {
    Run run = run("is_terminal() { true; }\nrequire_tools", "");
    assertEquals(2, run.status(), run.text());
    assertFalse(Files.exists(installed()));
  }

  @Test
  void nothingIsAskedIfNothingIsMissing() throws Exception {
    Files.writeString(installed(), "");
    assertEquals(new Run(0, ""), run("is_terminal() { true; }\nrequire_tools", ""));
  }
}
