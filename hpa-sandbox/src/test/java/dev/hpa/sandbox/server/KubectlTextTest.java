package dev.hpa.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.sandbox.recordings.Recordings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the recorded commands with an installed kubectl and compares its output with that for the
 * real server. The kubectl must be of a recorded version; files named kubectl.1.NN next to the
 * default one are found, too. Ages, generated names, revisions, times and column widths are
 * ignored.
 */
@EnabledIf(
    value = "dev.hpa.sandbox.server.Kubectl#isRecorded",
    disabledReason = Kubectl.NONE_RECORDED)
class KubectlTextTest {

  private static final Pattern COMMAND =
      Pattern.compile("(?ms)^\\$ (kubectl .*?)\\n(--- std.*?)?--- exit (\\d+)(.*?)$");

  /** Commands that need files, an editor or an interrupt. */
  private static final Pattern NEEDS_MORE =
      Pattern.compile(
          " -f |^kubectl (edit|config|version -o)|<<<| (-w|--watch-only)\\b|=hello world|bad key");

  /** Commands that wait. Before 1.36 they poll more often than there are recorded responses. */
  private static final Pattern WAITS = Pattern.compile("^kubectl (wait|rollout status) ");

  private static final int STREAMS_LISTS = 36;

  /** The output depends on other programs than kubectl and the server. */
  private static final Pattern OTHERS = Pattern.compile("^kubectl top |metrics\\.k8s\\.io");

  /** What differs between runs, in the order of replacement. */
  private static final List<Map.Entry<Pattern, String>> MASKED =
      List.of(
          mask("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UID"),
          mask("\\b\\d{4}-\\d\\d-\\d\\d[T ][0-9:.]+Z?( \\+0000)?", "TIME"),
          mask("[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} [0-9:]+ \\+\\d+", "TIME"),
          mask("(?m)^E\\d{4} [0-9:.]+ +\\d+ ", ""),
          mask("\\b(\\d+d)?(\\d+h)?(\\d+m)?\\d+[smhd]\\b( ago)?", "AGE"),
          mask("(?i)(resource ?version\\W{1,4}(to be \\d, was )?)\\d+", "$1N"),
          mask("https?://127\\.0\\.0\\.1:\\d+", "SERVER"),
          mask("\\x1b\\[[0-9;]*m", ""),
          mask("-{3,}", "---"),
          mask(" +", " "));

  @TempDir Path folder;

  private final Kubectl kubectl = Objects.requireNonNull(Kubectl.recorded());
  private final KnownDifferences meant = KnownDifferences.read("known-text-differences.txt");
  private final List<String> failures = new ArrayList<>();
  private final Map<String, Integer> runs = new HashMap<>();
  private int equal;
  private int meantToDiffer;
  private int leftOut;

  private static Map.Entry<Pattern, String> mask(String pattern, String by) {
    return Map.entry(Pattern.compile(pattern), by);
  }

  /** A command and its output. */
  private record Command(String topic, String line, String output) {

    String[] words() {
      return line.split(" ");
    }
  }

  @Test
  void equalsTheRecordedOutput() throws Exception {
    String version = kubectl.recordings();
    List<RecordedExchange> exchanges = RecordedExchange.all();
    try (BareApiServer stage = new BareApiServer();
        ReplayProxy prompter = new ReplayProxy(stage, new HttpTestCluster(stage, exchanges))) {
      for (String topic : Recordings.texts(version)) {
        for (Command command : commands(version, topic)) {
          compare(command, exchanges, prompter);
        }
      }
    }
    System.out.printf(
        "%s: %d commands print the same, %d differ as meant, %d left out%n",
        version, equal, meantToDiffer, leftOut);
    if (version.equals("kubectl-1.36")) {
      failures.addAll(meant.unused());
    }
    assertEquals("", String.join("\n", failures));
  }

  private static List<Command> commands(String version, String topic) {
    String name = topic.substring(topic.lastIndexOf('/') + 1).replace(".txt", "");
    List<Command> commands = new ArrayList<>();
    Matcher matcher = COMMAND.matcher(Recordings.text(topic));
    while (matcher.find()) {
      String printed = matcher.group(2) == null ? "" : matcher.group(2);
      String output = printed.replaceAll("(?m)^--- std(out|err)\\n", "");
      commands.add(
          new Command(
              version + "/" + name,
              matcher.group(1),
              output + "exit " + matcher.group(3) + matcher.group(4)));
    }
    return commands;
  }

  private void compare(Command command, List<RecordedExchange> exchanges, ReplayProxy prompter)
      throws IOException, InterruptedException {
    boolean waits = kubectl.minor() < STREAMS_LISTS && WAITS.matcher(command.line()).find();
    if (waits
        || NEEDS_MORE.matcher(command.line()).find()
        || OTHERS.matcher(command.line()).find()) {
      leftOut++;
      return;
    }
    List<RecordedExchange> run = nextRun(command, exchanges);
    prompter.expect(run);
    kubeconfig(prompter.port(), namespace(run));
    String expected = masked(command.output());
    String actual = masked(output(List.of(command.words())));
    if (prompter.wasHalfKnown()) {
      leftOut++;
      return;
    }
    String place = command.topic().replaceFirst(".*/", "") + ": " + command.line();
    if (expected.equals(actual)) {
      equal++;
    } else if (meant.covers("text", place)) {
      meantToDiffer++;
    } else {
      failures.add("text | " + place + "\n" + difference(expected, actual));
    }
  }

  /** The requests of a command; empty for commands without requests. */
  private List<RecordedExchange> nextRun(Command command, List<RecordedExchange> exchanges) {
    int last = runs.getOrDefault(command.topic(), 0);
    List<RecordedExchange> later =
        exchanges.stream()
            .filter(each -> each.file().equals(command.topic()))
            .filter(each -> each.record().path("run").asInt() > last)
            .filter(each -> each.record().path("label").asText().equals(command.line()))
            .toList();
    if (later.isEmpty()) {
      return later;
    }
    int next = later.getFirst().record().path("run").asInt();
    runs.put(command.topic(), next);
    return later.stream().filter(each -> each.record().path("run").asInt() == next).toList();
  }

  /** The namespace of the recorded context: that of the first request. */
  private static String namespace(List<RecordedExchange> run) {
    return run.stream()
        .map(RecordedExchange::segments)
        .filter(path -> path.contains("namespaces") && path.indexOf("namespaces") + 1 < path.size())
        .map(path -> path.get(path.indexOf("namespaces") + 1))
        .findFirst()
        .orElse("krec");
  }

  private void kubeconfig(int port, String namespace) throws IOException {
    Files.writeString(
        folder.resolve("kubeconfig"),
        """
        {"apiVersion":"v1","kind":"Config","current-context":"rec",
         "clusters":[{"name":"rec","cluster":{"server":"http://127.0.0.1:%d"}}],
         "users":[{"name":"rec","user":{}}],
         "contexts":[{"name":"rec",
          "context":{"cluster":"rec","user":"rec","namespace":"%s"}}]}
        """
            .formatted(port, namespace));
  }

  /** The output of a command, stdout, then stderr, and its exit code. */
  private String output(List<String> words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(words);
    command.set(0, kubectl.program().toString());
    command.add("--cache-dir=" + folder.resolve("cache"));
    Path printed = folder.resolve("stdout");
    Path complained = folder.resolve("stderr");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectOutput(printed.toFile()).redirectError(complained.toFile());
    builder.environment().put("KUBECONFIG", folder.resolve("kubeconfig").toString());
    // It ends before a garbage collection pays.
    builder.environment().put("GOGC", "off");
    Process process = builder.start();
    process.getOutputStream().close();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      return "does not end";
    }
    return Files.readString(printed, StandardCharsets.UTF_8)
        + Files.readString(complained, StandardCharsets.UTF_8)
        + "exit "
        + process.exitValue();
  }

  static String masked(String text) {
    String result = text;
    for (Map.Entry<Pattern, String> mask : MASKED) {
      result = mask.getKey().matcher(result).replaceAll(mask.getValue());
    }
    return result
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private static String difference(String expected, String actual) {
    List<String> theirs = expected.lines().toList();
    List<String> ours = actual.lines().toList();
    int same = 0;
    while (same < Math.min(theirs.size(), ours.size()) && theirs.get(same).equals(ours.get(same))) {
      same++;
    }
    return "    line "
        + same
        + "\n    expected "
        + (same < theirs.size() ? theirs.get(same) : "no more")
        + "\n    but was  "
        + (same < ours.size() ? ours.get(same) : "no more");
  }
}
