package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifest files of commands: which are read, and in which encodings. */
class ManifestInputTest {

  private static final String AUTOSCALER =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata:
        name: web
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
        minReplicas: 2
        maxReplicas: 8
        metrics:
        - type: Resource
          resource:
            name: cpu
            target: {type: Utilization, averageUtilization: 70}
      """;

  private final Path folder;

  ManifestInputTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private String file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text).toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lint -f FILE --strct",
        "convert --to autoscaling/v1 -f FILE --out json",
        "simulate -f FILE --laod FILE",
        "evaluate -f FILE --chek",
        "lint FILE --strct"
      })
  void aMisspelledOptionIsNotAFile(String command) throws IOException {
    String file = file("web.yaml", AUTOSCALER);
    Program run = Program.run("", command.replace("FILE", file).split(" ", -1));
    assertEquals(2, run.status(), run.out());
    assertTrue(run.err().startsWith("hpa: Unknown option: '--"), run.err());
  }

  @Test
  void moreFilesMayFollow() throws IOException {
    String one = file("one.yaml", AUTOSCALER);
    String two = file("two.yaml", AUTOSCALER.replace("web", "api"));
    String three = file("three.yaml", AUTOSCALER.replace("web", "job"));
    Program run = Program.run("", "lint", "-f", one, two, "-f", three);
    assertEquals("3 documents: 0 errors, 0 warnings\n", run.out(), run.err());
  }

  @Test
  void directoriesBelowAreNamedOrRead() throws IOException {
    file("web.yaml", AUTOSCALER);
    file("a/b/api.yml", AUTOSCALER.replace("web", "api"));
    file("c/job.jsonl.txt", "no manifest");
    Program flat = Program.run("", "lint", "-f", folder.toString());
    assertEquals("1 document: 0 errors, 0 warnings\n", flat.out());
    assertEquals(
        "hpa: %s: directories with manifests are skipped: %s; add -R to read them\n"
            .formatted(folder, folder.resolve("a/b")),
        flat.err());
    for (String option : List.of("-R", "--recursive")) {
      Program deep = Program.run("", "lint", option, folder.toString());
      assertEquals("2 documents: 0 errors, 0 warnings\n", deep.out());
      assertEquals("", deep.err());
    }
    Program above = Program.run("", "lint", "-R", folder.resolve("a").toString());
    assertEquals("1 document: 0 errors, 0 warnings\n", above.out());
    assertEquals("", above.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
  void theByteOrderMarkNamesTheEncoding(String charset) throws IOException {
    Path file = folder.resolve("web.yaml");
    Files.write(file, ("\ufeff" + AUTOSCALER).getBytes(Charset.forName(charset)));
    Program lint = Program.run("", "lint", "-f", file.toString());
    assertEquals("1 document: 0 errors, 0 warnings\n", lint.out());
    Program convert = Program.run("", "convert", "--to", "autoscaling/v2", "-f", file.toString());
    assertEquals(0, convert.status(), convert.err());
    assertTrue(convert.out().contains("averageUtilization: 70"), convert.out());
  }

  @Test
  void tabsAfterAKeyAreRead() throws IOException {
    String text =
        AUTOSCALER
            .replace("name: cpu", "name:\tcpu")
            .replace("maxReplicas: 8", "maxReplicas: 8\t# a tab before a comment");
    String file = file("web.yaml", text);
    assertEquals("1 document: 0 errors, 0 warnings\n", Program.run("", "lint", "-f", file).out());
    String converted = Program.run("", "convert", "--to", "autoscaling/v2", "-f", file).out();
    assertTrue(converted.contains("name: cpu\n"), converted);
  }

  @Test
  void theVersionIsPrinted() {
    assertEquals(Program.run("", "--version").out(), Program.run("", "version").out());
    assertTrue(Program.run("", "version").out().startsWith("hpa "));
    assertEquals(0, Program.run("", "version").status());
  }
}
