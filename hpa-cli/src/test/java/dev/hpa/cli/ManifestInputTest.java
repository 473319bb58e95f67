package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
    assertTrue(run.err().startsWith("hpa: unknown flag: --"), run.err());
  }

  /** A line for each of many documents would hide what to do. */
  @Test
  void evaluateNamesTheCommandsForManifestsOnce() throws IOException {
    String file = file("all.yaml", AUTOSCALER + "---\n" + AUTOSCALER.replace("web", "api"));
    Program run = Program.run("", "evaluate", "-f", file);
    assertEquals(2, run.status());
    assertEquals(
        "hpa: "
            + file
            + " document 1: this is a manifest, not a scenario; use hpa lint or hpa simulate for"
            + " manifests\n",
        run.err());
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

  /** What a chart contains: control structures, values in plain scalars, and definitions alone. */
  private static final List<String> TEMPLATES =
      List.of(
          "{{- if .Values.enabled }}\n" + AUTOSCALER + "{{- end }}\n",
          AUTOSCALER.replace("maxReplicas: 8", "maxReplicas: {{ .Values.max }}"),
          "# chart\n---\n" + AUTOSCALER + "---\n{{ include \"web.extra\" . }}\n",
          AUTOSCALER.replace("  name: web\n", "  name: web\n  {{- with .Values.labels }}\n"),
          "{{/* unused */}}");

  @ParameterizedTest
  @ValueSource(strings = {"lint", "convert --to autoscaling/v2"})
  void unrenderedTemplatesAreReportedTogether(String command) throws IOException {
    file("web.yaml", AUTOSCALER);
    for (int i = 0; i < TEMPLATES.size(); i++) {
      String template = file("chart/%d.yaml".formatted(i), TEMPLATES.get(i));
      Program one = run(command, "-f", template);
      assertEquals(2, one.status(), one.out());
      assertEquals(
          "hpa: %s: is an unrendered template; pass the output of `helm template` in place of the chart\n"
              .formatted(template),
          one.err());
    }
    Program all = run(command, "-R", "-f", folder.toString());
    assertEquals(2, all.status(), all.out());
    assertEquals(
        "hpa: %s: is an unrendered template, as are 4 other files; pass the output of `helm template` in place of the chart\n"
            .formatted(folder.resolve("chart/0.yaml")),
        all.err());
    Program rendered = run(command, "-f", folder.toString());
    assertEquals(rendered.out(), all.out(), "the other files are read");
  }

  private static Program run(String command, String... arguments) {
    return Program.run(
        "",
        Stream.concat(Stream.of(command.split(" ", -1)), Stream.of(arguments))
            .toArray(String[]::new));
  }

  @Test
  void templatesInObjectsAreRead() throws IOException {
    String rules =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: alerts # for {{ .Release.Name }}
        data:
          one: "{{ $labels.pod }} is slow"
          two: |
            {{ define "title" }}slow{{ end }}
        """;
    Program valid = run("lint", "-f", file("rules.yaml", rules));
    assertEquals("1 document: 0 errors, 0 warnings\n", valid.out());
    assertEquals("", valid.err());
    Program malformed = run("lint", "-f", file("bad.yaml", rules + "---\nkind: [\n"));
    assertTrue(malformed.out().contains("is not valid YAML or JSON"), malformed.out());
    assertEquals("", malformed.err());
    Program quoted =
        run("lint", "-f", file("quoted.yaml", "kind: X\na: '{{ b }}' # {{ c }}\n\td: [\n"));
    assertTrue(quoted.out().contains("is not valid YAML or JSON"), quoted.out());
    Program braces = run("lint", "-f", file("braces.yaml", "kind: {{type: X}}\n"));
    assertTrue(braces.out().contains("1 error"), braces.out());
  }

  /** Files of Kustomize and kpt, and values of a chart, are no templates. */
  @Test
  void filesWithoutObjectsAreReportedOneByOne() throws IOException {
    file("Chart.yaml", "apiVersion: v2\nname: web\n");
    file("values.yaml", "max: 8\n");
    Program run = run("lint", "-f", folder.toString());
    assertEquals(1, run.status(), run.err());
    assertTrue(run.out().endsWith("2 documents: 2 errors, 0 warnings\n"), run.out());
    assertEquals("", run.err());
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

  /** As a name that the locale cannot express, which a test cannot create in every locale. */
  @ParameterizedTest
  @ValueSource(
      strings = {"lint -f", "convert -f", "evaluate -f", "recommend --report", "run --config"})
  void whatIsNoPathIsReported(String command) {
    Program run =
        Program.run(
            "",
            Stream.concat(Stream.of(command.split(" ")), Stream.of("a\0b")).toArray(String[]::new));
    assertTrue(run.err().contains("\"a\\x00b\": is not a valid path: "), run.err());
    assertTrue(run.err().contains("or set LC_ALL=C.UTF-8\n"), run.err());
  }
}
