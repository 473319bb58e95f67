package dev.hpa.cli.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.cli.Program;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompletionCommandTest {

  private static List<String> completed(String... words) {
    String[] args = new String[words.length + 3];
    args[0] = "completion";
    args[1] = "kubectl";
    args[2] = "--";
    System.arraycopy(words, 0, args, 3, words.length);
    Program run = Program.run("", args);
    assertEquals(0, run.status(), run.err());
    return run.lines();
  }

  @Test
  void bashGetsAScript() {
    Program run = Program.run("", "completion", "bash");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("complete -F _complete_hpa"), run.out());
    assertTrue(run.out().contains("--max-unserved"), "options of commands are completed");
  }

  /** fish gets a script that asks as kubectl does. */
  @Test
  void fishGetsAScript() {
    Program run = Program.run("", "completion", "fish");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("(hpa completion kubectl -- $words"), run.out());
    assertTrue(run.out().contains("printf '%s\\n' $found\n"), run.out());
  }

  @Test
  void kubectlGetsCommands() {
    assertEquals(List.of("sandbox", "simulate", ":4"), completed("s"));
    assertTrue(completed("").contains("explain"));
  }

  @Test
  void kubectlGetsOptions() {
    assertEquals(List.of("--load", ":4"), completed("simulate", "--loa"));
  }

  @Test
  void kubectlGetsValues() {
    assertEquals(List.of("watch", ":4"), completed("run", "--scale-reads", "w"));
  }

  @Test
  void kubectlGetsRulesAndCases() {
    assertEquals(
        List.of("SYNC", "SYNC-10"), completed("conformance", "--only", "SYNC").subList(0, 2));
    assertEquals(
        List.of("BOUNDS,sync-deleted-hpa", ":4"),
        completed("conformance", "--only", "BOUNDS,sync-del"));
    assertEquals(List.of("--only=sync-interval", ":4"), completed("conformance", "--only=sync-i"));
    assertEquals(List.of("events", ":4"), completed("conformance", "--without", "ev"));
    assertEquals(List.of("missing-requests", ":4"), completed("lint", "--ignore", "missing"));
    assertEquals(List.of("missing-requests", ":4"), completed("lint", "--explain", "missing"));
    assertEquals(List.of("target,windows", ":4"), completed("recommend", "--only", "target,w"));
  }

  @Test
  void kubectlCompletesFilesWhereNothingElseFits() {
    assertEquals(List.of(":0"), completed("simulate", "-f", "web"));
  }

  @Test
  void otherShellsAreRejected() {
    Program run = Program.run("", "completion", "tcsh");
    assertEquals(2, run.status());
    assertEquals("hpa: SHELL: \"tcsh\" is not supported; use bash, fish or kubectl\n", run.err());
  }
}
