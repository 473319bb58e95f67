package dev.hpa.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.cli.output.OutputFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Scenarios with the recorded results of Kubernetes v1.36.2, v1.37.2 and v1.38.0-beta.0: every
 * write, condition, message and event must be equal.
 */
class DecisionVectorsTest {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root"));

  @TempDir private Path folder = Path.of("unset");

  @TestFactory
  List<DynamicTest> mergedReadsGiveTheRecordedDecisions() throws IOException {
    RecordedScenarios.in(folder);
    return tests(folder);
  }

  private List<DynamicTest> tests(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .sorted()
          .map(
              file ->
                  DynamicTest.dynamicTest(
                      String.valueOf(file.getFileName()),
                      () -> assertEquals(EvaluateRun.Verdict.FINE, verdict(file), report)))
          .toList();
    }
  }

  @TestFactory
  List<DynamicTest> documentedExamplesComeOutAsTheySay() throws IOException {
    return tests(ROOT.resolve("docs/examples/decisions"));
  }

  private String report = "";

  private EvaluateRun.Verdict verdict(Path file) throws IOException {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    EvaluateRun.Verdict verdict =
        new EvaluateRun(
                out,
                out,
                new EvaluateRun.Options(
                    OutputFormat.TEXT, true, true, true, KubernetesVersion.DEFAULT))
            .over(List.of(file.toString()));
    report = text.toString();
    return verdict;
  }

  @Test
  void reportsUnmetExpectation() throws IOException {
    Path file = Files.createTempFile("scenario", ".yaml");
    Files.writeString(
        file,
        """
        name: nothing to scale
        steps:
        - at: 0s
          apply:
          - apiVersion: autoscaling/v2
            kind: HorizontalPodAutoscaler
            metadata: {name: h, namespace: ns}
            spec: {maxReplicas: 3, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}
          expect:
          - hpa: ns/h
            scale: 3
        """);
    try {
      assertEquals(EvaluateRun.Verdict.DIFFERENT, verdict(file));
      assertTrue(report.contains("steps[0][0].scale\n    expected 3\n    observed null"), report);
    } finally {
      Files.delete(file);
    }
  }
}
