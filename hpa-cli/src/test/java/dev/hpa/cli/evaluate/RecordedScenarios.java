package dev.hpa.cli.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.conformance.rules.RuleSet;
import dev.hpa.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The recorded scenarios of all releases as files, as users pass them to commands. */
final class RecordedScenarios {

  private RecordedScenarios() {}

  /** Writes the files into a folder. Each scenario names the release that it was recorded with. */
  static List<Path> in(Path folder) throws IOException {
    Vectors vectors = Vectors.configured();
    List<Path> files = new ArrayList<>();
    for (RuleSet set : RuleSet.values()) {
      for (String name : vectors.files(set.decisions())) {
        try (Stream<String> lines = vectors.lines(name)) {
          files.add(
              Files.write(
                  folder.resolve(name.replace('/', '-')),
                  lines.map(line -> named(line, set)).toList()));
        }
      }
    }
    return files;
  }

  private static String named(String line, RuleSet set) {
    ObjectNode scenario = (ObjectNode) Json.tree(line);
    scenario.withObject("/settings").put("kubernetesVersion", set.version().toString());
    return Json.text(scenario);
  }
}
