package dev.hpa.cli.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code build/set-version} changes the version of the project and no other version. */
class SetVersionTest {

  private static final Path SCRIPT =
      Path.of(System.getProperty("hpa.root"), "build", "set-version");

  private static final String POM =
      """
      <project>
        <properties>
          <revision>3.5.2</revision>
          <other.version>3.5.2</other.version>
        </properties>
        <plugin>
          <groupId>com.google.cloud.tools</groupId>
          <artifactId>jib-maven-plugin</artifactId>
          <version>3.5.2</version>
        </plugin>
        <dependency>
          <groupId>dev.hpa</groupId>
          <artifactId>hpa-api</artifactId>
          <version>3.5.2</version>
        </dependency>
      </project>
      """;

  private static final String CHART =
      """
      apiVersion: v2
      version: 3.5.2
      appVersion: "3.5.2"
      image: hpa-controller:3.5.2
      other: redis:3.5.2
      """;

  @TempDir Path folder;

  @BeforeEach
  void createCheckout() throws Exception {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "git"))),
        "git is not installed");
    Files.createDirectories(folder.resolve("build"));
    Files.copy(SCRIPT, folder.resolve("build/set-version"));
    Files.setPosixFilePermissions(
        folder.resolve("build/set-version"), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(folder.resolve("pom.xml"), POM);
    Files.createDirectories(folder.resolve("deploy/helm"));
    Files.writeString(folder.resolve("deploy/helm/Chart.yaml"), CHART);
    assertEquals(0, run("git", "init", "--quiet"));
    assertEquals(0, run("git", "add", "--all"));
  }

  private int run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(List.of(command))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output.txt").toFile())
            .start();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    return process.exitValue();
  }

  private String text(String file) throws IOException {
    return Files.readString(folder.resolve(file), StandardCharsets.UTF_8);
  }

  @Test
  void otherVersionsWithTheSameDigitsDoNotChange() throws Exception {
    assertEquals(0, run("build/set-version", "4.0.0-SNAPSHOT"));

    assertEquals(
        POM.replace("<revision>3.5.2", "<revision>4.0.0-SNAPSHOT")
            .replace(
                "<artifactId>hpa-api</artifactId>\n    <version>3.5.2",
                "<artifactId>hpa-api</artifactId>\n    <version>4.0.0-SNAPSHOT"),
        text("pom.xml"));
    assertEquals(
        CHART.replace("3.5.2", "4.0.0-SNAPSHOT").replace("redis:4.0.0-SNAPSHOT", "redis:3.5.2"),
        text("deploy/helm/Chart.yaml"));
    assertEquals("deploy/helm/Chart.yaml\npom.xml\n", text("output.txt"));
  }

  @Test
  void settingAndResettingAVersionChangesNothing() throws Exception {
    assertEquals(0, run("build/set-version", "4.0.0"));
    assertEquals(0, run("build/set-version", "3.5.2"));

    assertEquals(POM, text("pom.xml"));
    assertEquals(CHART, text("deploy/helm/Chart.yaml"));
  }

  @Test
  void anInvalidVersionIsAnError() throws Exception {
    assertEquals(2, run("build/set-version", "4.0"));

    assertEquals(
        "set-version: invalid version \"4.0\"; use MAJOR.MINOR.PATCH or"
            + " MAJOR.MINOR.PATCH-SNAPSHOT\n",
        text("output.txt"));
  }
}
