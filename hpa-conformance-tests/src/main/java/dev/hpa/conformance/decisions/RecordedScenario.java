package dev.hpa.conformance.decisions;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.conformance.environment.TestClusterException;
import dev.hpa.conformance.rules.RuleSet;
import dev.hpa.vectors.Vectors;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * A scenario with the results of Kubernetes.
 *
 * @param input the scenario without results
 * @param expected the results of each step
 * @param rules the rule that each reconcile tests, by step
 */
record RecordedScenario(
    String name, JsonNode input, List<JsonNode> expected, List<List<String>> rules) {

  private static final Vectors VECTORS = Vectors.bundled();

  /**
   * Reads a scenario.
   *
   * @param set the release that it was recorded with
   */
  private static RecordedScenario of(String line, RuleSet set) {
    ObjectNode input = (ObjectNode) Json.tree(line);
    List<List<String>> rules = ScenarioRules.of(input);
    input.remove("why");
    input.withObject("/settings").put("kubernetesVersion", set.version().toString());
    List<JsonNode> expected = new ArrayList<>();
    for (JsonNode step : input.path("steps")) {
      JsonNode results = ((ObjectNode) step).remove("expect");
      expected.add(results == null ? Json.mapper().createArrayNode() : results);
    }
    return new RecordedScenario(input.path("name").asText(), input, expected, rules);
  }

  /**
   * Returns the scenarios of {@code hpa-vectors} for a release.
   *
   * @param names selects them by name; the others are not parsed
   */
  static Stream<RecordedScenario> bundled(RuleSet set, Predicate<String> names) {
    return lines(set).filter(line -> names.test(name(line))).map(line -> of(line, set));
  }

  /** Returns the names of the scenarios of {@code hpa-vectors} for a release. */
  static Stream<String> bundledNames(RuleSet set) {
    return lines(set).map(RecordedScenario::name);
  }

  private static Stream<String> lines(RuleSet set) {
    return VECTORS.files(set.decisions()).stream().flatMap(VECTORS::lines);
  }

  /** The name is the first field of a line. */
  private static String name(String line) {
    try (JsonParser in = Json.mapper().createParser(line)) {
      in.nextToken();
      if (!"name".equals(in.nextFieldName())) {
        throw new IllegalStateException("a recorded scenario does not begin with its name");
      }
      return in.nextTextValue();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * Returns the scenarios of a file, one per line; gzip if the name ends in {@code .gz}.
   *
   * @param set the release of scenarios that name none
   * @throws UncheckedIOException if the file is unreadable
   */
  static Stream<RecordedScenario> in(Path file, RuleSet set) {
    try {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8));
      return lines
          .lines()
          .filter(line -> !line.isBlank())
          .map(line -> of(line, set))
          .onClose(() -> close(lines));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static void close(BufferedReader reader) {
    try {
      reader.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static InputStream open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    return file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
  }

  static void checkReadable(Path file) throws TestClusterException {
    try (InputStream in = open(file)) {
      in.read();
    } catch (NoSuchFileException none) {
      throw new TestClusterException("--vectors: file \"%s\" not found".formatted(file), none);
    } catch (IOException unreadable) {
      throw new TestClusterException(
          "--vectors: file \"%s\" cannot be read: %s".formatted(file, unreadable.getMessage()),
          unreadable);
    }
  }

  /** Returns the rules that the scenario tests. */
  Set<String> tests() {
    Set<String> all = new HashSet<>();
    rules.forEach(all::addAll);
    return all;
  }
}
