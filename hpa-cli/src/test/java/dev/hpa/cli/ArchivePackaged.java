package dev.hpa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The unpacked archive. Runs after packaging. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class ArchivePackaged {

  @TempDir static Path folder;
  private static Path unpacked;

  /** Result of a process. */
  private record Output(int status, String out, String err) {}

  @BeforeAll
  static void unpack() throws Exception {
    unpacked = Archive.unpack(folder);
  }

  private static Output run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().keySet().removeAll(Set.of("JAVA_OPTS", "HPA_AOT_CACHE"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "does not end");
    return new Output(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  @Test
  void runsFromAnyFolderAndThroughASymbolicLink() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("hpa-link"), unpacked.resolve("hpa"));

    Output direct = run(Map.of(), unpacked.resolve("hpa").toString(), "--version");
    Output linked = run(Map.of(), link.toString(), "--version");

    assertEquals(0, direct.status(), direct.err());
    assertTrue(direct.out().startsWith("hpa "), direct.out());
    assertEquals(direct, linked);
  }

  @Test
  void javaOptionsArePassedOn() throws Exception {
    Output shown =
        run(
            Map.of("JAVA_OPTS", "-Xmx64m -XX:+PrintFlagsFinal"),
            unpacked.resolve("hpa").toString(),
            "--version");

    assertTrue(
        shown.out().lines().anyMatch(line -> line.matches(".* MaxHeapSize +=? *67108864 .*")),
        shown.out());
  }

  @Test
  void invalidCacheIsIgnored() throws Exception {
    Path broken = Files.writeString(folder.resolve("broken.aot"), "no cache");

    Output output =
        run(
            Map.of("HPA_AOT_CACHE", broken.toString()),
            unpacked.resolve("hpa").toString(),
            "sandbox",
            "--help");

    assertEquals(0, output.status());
    assertEquals("", output.err());
  }

  @Test
  void theBillOfMaterialsNamesExactlyTheJars() throws Exception {
    assumeFalse(
        "offline: true".equals(System.getProperty("hpa.packed")), "Maven makes no bill offline");
    JsonNode bill = Json.mapper().readTree(Files.readString(unpacked.resolve("sbom.json")));
    Set<String> named =
        Stream.concat(
                Stream.of(bill.at("/metadata/component")), bill.path("components").valueStream())
            .map(each -> each.path("name").asText() + "-" + each.path("version").asText() + ".jar")
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(named, jars());
  }

  @Test
  void everyThirdPartyJarHasAListedLicense() throws Exception {
    List<String> lines =
        Files.readAllLines(unpacked.resolve("THIRD-PARTY.txt"), StandardCharsets.UTF_8);

    for (String jar : jars()) {
      if (!jar.startsWith("hpa-")) {
        String artifact = jar.replaceFirst("-([0-9][^/]*)\\.jar$", ":$1");
        assertTrue(lines.stream().anyMatch(line -> line.contains(":" + artifact + " ")), artifact);
      }
    }
  }

  private static Set<String> jars() throws IOException {
    try (Stream<Path> files = Files.list(unpacked.resolve("lib"))) {
      return files
          .map(each -> each.getFileName().toString())
          .filter(each -> each.endsWith(".jar"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
