package dev.hpa.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The manifests in deploy/ use existing flags only. */
class DeployedFlagsTest {

  private static final Pattern GIVEN = Pattern.compile("(?m)^ *(?:-|value:) (--[a-z-]+)");
  private static final Pattern KNOWN = Pattern.compile("(--[a-z-]+)");

  @Test
  void everyFlagExists() throws Exception {
    Set<String> known = matches(KNOWN, Program.run("--help").out());
    Set<String> given = given();
    assertFalse(given.isEmpty());
    given.removeAll(known);
    assertEquals(Set.of(), given);
  }

  private static Set<String> given() throws IOException {
    Path manifests = Path.of(System.getProperty("hpa.root"), "deploy", "kustomize");
    Set<String> all = new TreeSet<>();
    try (Stream<Path> files = Files.walk(manifests)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".yaml")).toList()) {
        all.addAll(matches(GIVEN, Files.readString(file)));
      }
    }
    return all;
  }

  private static Set<String> matches(Pattern pattern, String text) {
    Set<String> all = new TreeSet<>();
    pattern.matcher(text).results().map((MatchResult each) -> each.group(1)).forEach(all::add);
    return all;
  }
}
