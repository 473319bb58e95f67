package dev.hpa.cli.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ConformanceOptionsTest {

  @Test
  void theRerunNamesAnOtherRuleSet() {
    ConformanceOptions options =
        CommandLine.populateCommand(new ConformanceOptions(), "--rules", "v1.36");
    assertEquals(
        "hpa conformance --rules v1.36 --only CONDITIONS-16,EVENTS-11",
        options.rerun(List.of("CONDITIONS-16", "EVENTS-11")));
  }

  /** Kubeconfigs in the folder name files beside them. */
  @Test
  void theWorkingFolderIsAbsolute() throws IOException {
    ConformanceFiles files =
        CommandLine.populateCommand(new ConformanceFiles(), "--keep", "target/kept");
    Path folder = files.openWorkingFolder();
    assertTrue(folder.isAbsolute(), folder.toString());
    assertTrue(folder.endsWith("target/kept"), folder.toString());
  }
}
