package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A search of {@code docs/messages.md} finds reasons, messages and log lines of the controller. */
class MessagesPageTest {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root"));
  private static final String TEXT = "\"((?:[^\"\\\\\n]|\\\\.)*)\"";
  private static final Pattern LITERAL = Pattern.compile(TEXT);
  private static final String NESTED =
      "\\((?:[^()\"]|" + TEXT + "|\\((?:[^()\"]|" + TEXT + "|\\([^()]*\\))*\\))*\\)";

  /** A call that logs a warning or an error, with its arguments. */
  private static final Pattern LOGGED =
      Pattern.compile(
          "\\b(?:LOG|log|outages?|drops|trouble|unexpected|failures)\\s*\\."
              + "(?:warn|error|met|failed)"
              + NESTED);

  private static final Pattern WORDS = Pattern.compile(".*[a-z]{2}.*[ :].*[a-z]{2}.*");
  private static final Pattern REASON = Pattern.compile("\"([A-Z][a-z]+(?:[A-Z][a-z]+)+)\"");
  private static final Pattern EVENT =
      Pattern.compile("HpaEvent\\.(?:normal|warning|additional)\\([^;]*?\"([A-Z]\\w+)\"");

  private static final Pattern OF_CONDITION =
      Pattern.compile("(?:the (?:HPA|desired|time since|mode is)|rec[eo]|scal(?:ing|e-)|no ).*");

  /** What decides, and no parser of options. */
  private static final Pattern DECIDES =
      Pattern.compile("package dev\\.hpa\\.core(?:\\.(?:behavior|replicas))?;");

  /** Kinds, and a step of traces. */
  private static final Set<String> NO_REASONS =
      Set.of("DaemonSet", "OutOfBounds", "ReplicaSet", "ReplicationController", "StatefulSet");

  private final List<String> missing = new ArrayList<>();
  private int found;

  private static List<String> sources(String folder) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
      List<String> texts = new ArrayList<>();
      for (Path each : files.filter(file -> file.toString().endsWith(".java")).sorted().toList()) {
        texts.add(Files.readString(each));
      }
      return texts;
    }
  }

  private static String page() throws IOException {
    return Files.readString(ROOT.resolve("docs/messages.md")).replace("\\|", "|");
  }

  /** Looks for each part of a message between its placeholders. */
  private void look(String page, String message) {
    for (String part : message.replace("\\\"", "\"").split("\\{}|%\\S", -1)) {
      String fixed = part.replaceAll("^[\\s:;,]+|[\\s:;,]+$", "");
      if (WORDS.matcher(fixed).matches()) {
        found++;
        if (!page.contains(fixed)) {
          missing.add(fixed);
        }
      }
    }
  }

  @Test
  void warningsAndErrorsOfTheLogAreOnThePage() throws IOException {
    String page = page();
    for (String module :
        List.of("hpa-kube", "hpa-controller", "hpa-controller-app", "hpa-metrics-prometheus")) {
      for (String source : sources(module + "/src/main")) {
        Matcher call = LOGGED.matcher(source);
        while (call.find()) {
          LITERAL.matcher(call.group()).results().forEach(text -> look(page, text.group(1)));
        }
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(found > 90, found + " texts");
  }

  @Test
  void reasonsOfConditionsAndEventsAreOnThePage() throws IOException {
    Set<String> reasons = new TreeSet<>();
    for (String source : sources("hpa-core/src/main/java/dev/hpa/core")) {
      String code = source.replaceAll("(?m)^package .*|@SuppressWarnings.*", "");
      if (DECIDES.matcher(source).lookingAt()) {
        REASON.matcher(code).results().forEach(reason -> reasons.add(reason.group(1)));
      }
    }
    for (String source : sources("hpa-controller/src/main")) {
      EVENT.matcher(source).results().forEach(reason -> reasons.add(reason.group(1)));
    }
    reasons.removeAll(NO_REASONS);
    String page = page();
    assertEquals(List.of(), reasons.stream().filter(each -> !page.contains(each)).toList());
    assertTrue(reasons.size() > 50, reasons.toString());
  }

  @Test
  void messagesOfConditionsAreOnThePage() throws IOException {
    String page = page();
    for (String source : sources("hpa-core/src/main/java/dev/hpa/core")) {
      if (DECIDES.matcher(source).lookingAt()) {
        LITERAL
            .matcher(source)
            .results()
            .map(text -> text.group(1))
            .filter(text -> OF_CONDITION.matcher(text).matches())
            .forEach(text -> look(page, text));
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(found > 25, found + " texts");
  }
}
