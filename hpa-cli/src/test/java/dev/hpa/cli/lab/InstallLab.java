package dev.hpa.cli.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.cli.deploy.Kubectl;
import dev.hpa.cli.deploy.Rendered;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifests are applied to a real API server in every way that kubectl has. */
class InstallLab {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"drop-in", "shadow"})
  void manifestsAreAppliedAgainWithoutConflictsOrWarnings(String overlay) throws Exception {
    Rendered manifests =
        Rendered.overlay(Files.createDirectory(folder.resolve("kustomize")), overlay);
    try (RealCluster _ = RealCluster.start(folder, "system:anonymous")) {
      for (String mode :
          List.of("--server-side=false", "--server-side=false", "--server-side", "--server-side")) {
        String output =
            Kubectl.run(
                folder,
                manifests.text(),
                "apply",
                "--validate=strict",
                "--warnings-as-errors",
                mode,
                "-f",
                "-");
        assertEquals(manifests.objects().size(), output.lines().count(), output);
      }
    }
  }
}
