package dev.hpa.cli.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A module that has a Javadoc jar is published: the bill of materials and a release contain it. */
class PublishedModulesTest {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root"));
  private static final Pattern MODULE = Pattern.compile("<module>(hpa-[a-z-]+)</module>");
  private static final Pattern ARTIFACT =
      Pattern.compile("<artifactId>(hpa-[a-z-]+)</artifactId>\\s*<version>");
  private static final Pattern PACKED = Pattern.compile("(?s)\\npublished='([^']*)'");

  private static String text(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult each) -> each.group(1)).toList();
  }

  /** The modules with code, except the bill of materials. */
  private static List<String> modules() throws IOException {
    return found(MODULE, text("pom.xml")).stream().filter(each -> !each.equals("hpa-bom")).toList();
  }

  private static Set<String> published() throws IOException {
    Set<String> published = new TreeSet<>();
    for (String module : modules()) {
      if (!text(module + "/pom.xml").contains("<maven.javadoc.skip>true")) {
        published.add(module);
      }
    }
    assertTrue(published.size() > 10, published::toString);
    return published;
  }

  @Test
  void theBillOfMaterialsNamesExactlyThePublishedModules() throws IOException {
    String managed = text("hpa-bom/pom.xml").split("<dependencyManagement>", 2)[1];
    assertEquals(published(), new TreeSet<>(found(ARTIFACT, managed)));
  }

  @Test
  void aReleaseContainsExactlyThePublishedModules() throws IOException {
    Matcher packed = PACKED.matcher(text("build/release"));
    assertTrue(packed.find());
    assertEquals(
        published(),
        Arrays.stream(packed.group(1).split("\\s+"))
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void everyModuleHasAModuleNameOfItsOwn() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String module : modules()) {
      Matcher name =
          Pattern.compile("<module\\.name>(dev\\.hpa\\.[a-z.]+)</module\\.name>")
              .matcher(text(module + "/pom.xml"));
      assertTrue(name.find(), module);
      assertTrue(names.add(name.group(1)), name.group(1));
    }
  }

  @Test
  void everyModuleHasAReadme() throws IOException {
    for (String module : found(MODULE, text("pom.xml"))) {
      String readme = text(module + "/README.md");
      assertTrue(readme.startsWith("# " + module + "\n"), module);
    }
  }
}
