package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The commands of the pages and of the help: all are accepted, and those whose files are in this
 * repository run.
 */
class PageCommandsTest {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root", ".."));
  private static final Pattern COMMAND = Pattern.compile("(?:\\S*/)?hpa(-controller)? +([-a-z].*)");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  /** A command of another program, which {@code ./hpa} starts too. */
  private static final String BENCH = "bench";

  /** They need neither a cluster nor a server, and end by themselves. */
  private static final Set<String> ALONE =
      Set.of("evaluate", "convert", "lint", "simulate", "options");

  /**
   * A command.
   *
   * @param place its page
   * @param folder where it runs: that of the last {@code cd} before it
   */
  private record Line(String place, Path folder, List<String> words) {

    boolean runs() {
      return ALONE.contains(words.getFirst())
          && files().allMatch(each -> Files.exists(folder.resolve(each)));
    }

    private Stream<String> files() {
      return words.stream()
          .filter(each -> words.indexOf(each) > 0 && isFile(words.get(words.indexOf(each) - 1)));
    }

    private static boolean isFile(String option) {
      return option.equals("-f") || option.equals("--load");
    }

    /** With files in their folder, and reports in another one. */
    String[] arguments(Path reports) {
      List<String> arguments = new ArrayList<>();
      for (String word : words) {
        String option = arguments.isEmpty() ? "" : words.get(arguments.size() - 1);
        arguments.add(
            isFile(option)
                ? folder.resolve(word).toString()
                : option.equals("--report") ? reports.resolve(word).toString() : word);
      }
      return arguments.toArray(String[]::new);
    }
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String each : List.of("README.md", "CONTRIBUTING.md", "hpa-vectors/README.md")) {
      pages.add(ROOT.resolve(each));
    }
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.filter(each -> each.toString().endsWith(".md") && !each.toString().contains("/target/"))
          .sorted()
          .forEach(pages::add);
    }
    return pages;
  }

  /** The commands in the fenced blocks of a page. */
  private static List<Line> commands(Path page) throws IOException {
    List<Line> commands = new ArrayList<>();
    boolean isFenced = false;
    Path folder = ROOT;
    String pending = "";
    for (String raw : Files.readAllLines(page)) {
      String line = raw.strip();
      if (line.startsWith("```")) {
        isFenced = !isFenced;
        folder = ROOT;
        continue;
      }
      if (!isFenced) {
        continue;
      }
      if (line.endsWith("\\")) {
        pending += line.substring(0, line.length() - 1) + " ";
        continue;
      }
      line = pending + line;
      pending = "";
      if (line.startsWith("cd ")) {
        folder = ROOT.resolve(line.substring(3).replaceAll(" .*", ""));
      }
      List<String> words = words(line);
      if (!words.isEmpty() && !words.getFirst().equals(BENCH)) {
        commands.add(new Line(ROOT.relativize(page).toString(), folder, words));
      }
    }
    return commands;
  }

  /** The arguments of a command line of this program; empty for any other line. */
  private static List<String> words(String line) {
    Matcher command = COMMAND.matcher(line);
    if (!command.matches()) {
      return List.of();
    }
    // The program with only this command.
    List<String> words = new ArrayList<>(command.group(1) == null ? List.of() : List.of("run"));
    Matcher word = WORD.matcher(command.group(2));
    while (word.find()) {
      String text = word.group();
      if (text.startsWith("#") || text.equals("|") || text.equals(">") || text.equals("&")) {
        break;
      }
      words.add(
          Stream.of(1, 2, 3).map(word::group).filter(each -> each != null).findFirst().orElse(""));
    }
    return words;
  }

  private static String refusal(List<String> words) {
    try {
      CommandLine program = HpaCommand.allCommands();
      program.parseArgs(words.toArray(String[]::new));
      return "";
    } catch (CommandLine.ParameterException invalid) {
      String message = String.valueOf(invalid.getMessage());
      return message.contains("does not exist; check the path")
          ? ""
          : "hpa " + String.join(" ", words) + ": " + message;
    }
  }

  @Test
  void allCommandsOfPagesAreAccepted() throws IOException {
    List<String> refused = new ArrayList<>();
    int all = 0;
    for (Path page : pages()) {
      for (Line line : commands(page)) {
        all++;
        String refusal = refusal(line.words());
        if (!refusal.isEmpty()) {
          refused.add(line.place() + ": " + refusal);
        }
      }
    }
    assertEquals(List.of(), refused);
    assertTrue(all > 80, all + " commands");
  }

  @Test
  void allExamplesOfTheHelpAreAccepted() {
    List<String> refused = new ArrayList<>();
    int all = 0;
    for (CommandLine each : HpaCommand.allCommands().getSubcommands().values()) {
      String[] lines = each.getCommandSpec().usageMessage().footer();
      boolean isExample = false;
      String pending = "";
      for (String line : lines) {
        isExample |= line.startsWith("Examples:");
        String joined = pending + line.strip();
        pending = joined.endsWith("\\") ? joined.substring(0, joined.length() - 1) : "";
        List<String> words = isExample && pending.isEmpty() ? words(joined) : List.of();
        if (!words.isEmpty()) {
          all++;
          refused.add(refusal(words));
        }
      }
    }
    refused.removeIf(String::isEmpty);
    assertEquals(List.of(), refused);
    assertTrue(all > 40, all + " examples");
  }

  @Test
  void commandsWithFilesOfThisRepositoryRun(@TempDir Path reports) throws IOException {
    List<String> failed = new ArrayList<>();
    int all = 0;
    for (Path page : pages()) {
      for (Line line : commands(page)) {
        if (line.runs()) {
          all++;
          Program run = Program.run("", line.arguments(reports));
          if (run.status() != 0 || run.out().isEmpty()) {
            failed.add(line.place() + ": " + Arrays.toString(line.arguments(reports)) + run.err());
          }
        }
      }
    }
    assertEquals(List.of(), failed);
    assertTrue(all > 18, all + " commands");
  }
}
