package dev.hpa.cli.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A release contains its image and its manifests, and they name an image that can be pulled. */
@EnabledOnOs(OS.LINUX)
class ReleaseTest {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root"));
  private static final String IMAGE = "registry.example.com/team/hpa-controller";

  @TempDir private Path folder;

  private record Run(int status, String text) {}

  /** Runs a script in bash after the parts of a release, whose folders are below the test's. */
  private Run run(String script, Map<String, String> variables) throws Exception {
    String parts =
        "set -euo pipefail; export LC_ALL=C TZ=UTC; top=%s out=%s work=%s; mkdir -p $out $work; . $top/build/release-parts.sh; "
            .formatted(ROOT, folder.resolve("out"), folder.resolve("work"));
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", parts + script);
    builder.environment().remove("HPA_IMAGE");
    builder.environment().putAll(variables);
    Process bash = builder.redirectErrorStream(true).start();
    String text = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(bash.waitFor(), text.strip());
  }

  private Run run(String script) throws Exception {
    return run(script, Map.of("HPA_IMAGE", IMAGE));
  }

  @Test
  void anImageNameIsRequired() throws Exception {
    assertEquals(
        new Run(
            1,
            "release: HPA_IMAGE is not set; set it to the name of the published image, with its"
                + " registry and without a tag, such as REGISTRY/hpa-controller"),
        run("require_manifest_inputs", Map.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hpa-controller",
        IMAGE + ":1.2.0",
        IMAGE + "@sha256:0",
        "https://" + IMAGE,
        "Team/hpa-controller",
        IMAGE + "/"
      })
  void anImageNameThatCannotBePulledIsAnError(String name) throws Exception {
    Run run = run("require_manifest_inputs", Map.of("HPA_IMAGE", name));
    assertEquals(1, run.status(), run.text());
    assertTrue(
        run.text().startsWith("release: HPA_IMAGE: invalid image name \"" + name + "\"; set it"),
        run.text());
  }

  @ParameterizedTest
  @ValueSource(strings = {IMAGE, "team/hpa-controller", "localhost:5000/hpa-controller"})
  void anImageNameWithARegistryIsAccepted(String name) throws Exception {
    assertEquals(
        new Run(0, ""),
        run("kubectl() { true; }; require_manifest_inputs", Map.of("HPA_IMAGE", name)));
  }

  @Test
  void manifestsNeedAProgramThatRendersThem() throws Exception {
    assertEquals(
        new Run(
            1, "release: install.yaml: neither kustomize nor kubectl is on the PATH; install one"),
        run("PATH=/nowhere; require_manifest_inputs"));
  }

  @Test
  void buildReleaseChecksItsInputsBeforeItBuilds() throws Exception {
    Run run =
        run(
            "$top/build/release 1.2.0",
            Map.of("PATH", onlyTheShell().toString(), "JAVA_HOME", "/nowhere"));
    assertEquals(2, run.status(), run.text());
    assertTrue(run.text().startsWith("release: HPA_IMAGE is not set"), run.text());
  }

  /** Without Maven and apt-get, so that nothing is built or installed whatever the script does. */
  private Path onlyTheShell() throws IOException {
    Path programs = Files.createDirectory(folder.resolve("bin"));
    for (String each : List.of("bash", "env", "dirname", "mkdir", "sed", "uname")) {
      Path program =
          Stream.of("/usr/bin", "/bin")
              .map(path -> Path.of(path, each))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow();
      Files.createSymbolicLink(programs.resolve(each), program);
    }
    return programs;
  }

  @Test
  void installYamlNamesThePublishedImage() throws Exception {
    assumeTrue(run("renderer").status() == 0, "neither kustomize nor kubectl");
    assertEquals(new Run(0, ""), run("write_install_yaml 1.2.0"));
    String text = Files.readString(folder.resolve("out/install.yaml"));
    assertTrue(text.contains("image: " + IMAGE + ":1.2.0\n"), text);
    assertFalse(text.contains("image: hpa-controller"), text);
  }

  @Test
  void installYamlWithAnotherImageIsAnError() throws Exception {
    assertEquals(
        new Run(1, "release: install.yaml does not name the image " + IMAGE + ":1.2.0"),
        run("kustomize() { echo 'image: hpa-controller:1.2.0'; }; write_install_yaml 1.2.0"));
  }

  @Test
  void manifestsThatCannotBeRenderedAreAnError() throws Exception {
    assertEquals(
        new Run(1, "release: install.yaml could not be rendered"),
        run("kustomize() { false; }; write_install_yaml 1.2.0"));
  }

  @Test
  void theChartNamesThePublishedImage() throws Exception {
    Run run =
        run("write_chart 1.2.0; tar xzOf $out/hpa-controller-1.2.0.tgz hpa-controller/values.yaml");
    assertEquals(0, run.status(), run.text());
    assertEquals(
        IMAGE, new YAMLMapper().readTree(run.text()).at("/image/repository").asText(), run.text());
  }

  @Test
  void aMissingImageIsAnError() throws Exception {
    String archive =
        """
        a=$work/hpa-1.2.0-linux-x64
        mkdir -p $a/runtime $a/bin $a/lib
        touch $a/bin/hpa-controller $a/lib/a.jar $a/lib/hpa-controller-app-1.jar $a/lib/x.options $a/lib/x.sh $a/LICENSE $a/THIRD-PARTY.txt
        echo LIB/a.jar >$a/lib/hpa-controller.classpath
        top=$work/tree
        """;
    Run run =
        run(
            archive
                + "mvn() { echo '[ERROR] Failed to execute goal com.google.cloud.tools:jib: unreachable'; return 1; }\n"
                + "build_image 1.2.0 linux-x64; echo continues");
    assertEquals(
        new Run(
            1, "release: image: Failed to execute goal com.google.cloud.tools:jib: unreachable"),
        run);
  }

  @Test
  void onlyWhatIsBuiltOnRequestIsSkipped() throws IOException {
    List<String> skipped =
        Stream.concat(
                Files.readAllLines(ROOT.resolve("build/release")).stream(),
                Files.readAllLines(ROOT.resolve("build/release-parts.sh")).stream())
            .map(String::strip)
            .filter(line -> line.startsWith("skip ") || line.contains("|| skip "))
            .toList();
    assertEquals(2, skipped.size(), skipped::toString);
    assertTrue(skipped.get(0).contains("HPA_VECTORS is not set"), skipped::toString);
    assertTrue(skipped.get(1).contains("HPA_SIGNING_KEY is not set"), skipped::toString);
  }

  @Test
  void theWorkflowSetsTheImage() throws IOException {
    JsonNode workflow =
        new YAMLMapper().readTree(ROOT.resolve(".github/workflows/release.yaml").toFile());
    assertEquals("${{ vars.HPA_IMAGE }}", workflow.at("/env/HPA_IMAGE").asText());
    List<String> runs = new ArrayList<>();
    workflow.at("/jobs/test/steps").forEach(step -> runs.add(step.path("run").asText()));
    assertTrue(
        runs.contains(". build/release-parts.sh && require_manifest_inputs"), runs::toString);
  }

  @Test
  void actionsArePinnedByCommit() throws IOException {
    List<String> uses = new ArrayList<>();
    try (Stream<Path> files = Files.list(ROOT.resolve(".github/workflows"))) {
      for (Path each : files.toList()) {
        Files.readAllLines(each).stream().filter(line -> line.contains("uses:")).forEach(uses::add);
      }
    }
    assertFalse(uses.isEmpty());
    for (String each : uses) {
      assertTrue(each.matches("\\s*(- )?uses: [\\w./-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+"), each);
    }
  }
}
