package dev.hpa.cli.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files of the chart, checked without helm. {@link HelmRenderedTest} needs helm. */
class HelmChartTest {

  private static final Path ROOT = Path.of(System.getProperty("hpa.root"));
  private static final Path DEPLOY = ROOT.resolve("deploy");
  static final Path CHART = DEPLOY.resolve("helm/hpa-controller");

  private static final Pattern USED = Pattern.compile("\\.Values\\.([A-Za-z.]+)");
  private static final Pattern ARGUMENT =
      Pattern.compile("(?m)^ *(?:-|value:) (--?[a-z][a-z-]*(?:=[^\\s{]+)?)");
  private static final Pattern KNOWN_FLAG = Pattern.compile("`(--?[a-z][a-z0-9-]*)`");

  static JsonNode values() throws IOException {
    return yaml(CHART.resolve("values.yaml"));
  }

  /** The value of the chart that stands for a component, such as {@code anyScale}. */
  static String valueOf(String component) {
    return Pattern.compile("-(.)")
        .matcher(component)
        .replaceAll(each -> each.group(1).toUpperCase(Locale.ROOT));
  }

  private static JsonNode yaml(Path file) throws IOException {
    return new YAMLMapper().readTree(file.toFile());
  }

  private static JsonSchema schema() throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
        .getSchema(Files.readString(CHART.resolve("values.schema.json")));
  }

  private static String templates() throws IOException {
    return text(CHART.resolve("templates"));
  }

  private static String text(Path folder) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
        all.append(Files.readString(each)).append('\n');
      }
    }
    return all.toString();
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult each) -> each.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theSchemaAcceptsTheDefaults() throws IOException {
    assertEquals(Set.of(), schema().validate(values()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /                    | replica     | 3
          /flags               | --v         | 4
          /flags               | shadow      | true
          /flags               | scale-reads | watch
          /image               | digest      | 1234
          /image               | pullPolicy  | Sometimes
          /monitoring          | enable      | true
          /sizes/small/flags   | secure-port | 1
          """)
  void theSchemaRejectsUnknownAndReservedNames(String path, String name, String value)
      throws IOException {
    ObjectNode values = (ObjectNode) values();
    ((ObjectNode) values.at(path.equals("/") ? "" : path)).put(name, value);
    assertFalse(schema().validate(values).isEmpty());
  }

  @Test
  void everyValueHasAComment() throws IOException {
    List<String> lines = Files.readAllLines(CHART.resolve("values.yaml"));
    boolean isGroup = false;
    for (int i = 1; i < lines.size(); i++) {
      String line = lines.get(i);
      boolean hasComment = lines.get(i - 1).strip().startsWith("#");
      if (line.matches("[A-Za-z]+:.*")) {
        isGroup = line.equals("sizes:") || !hasComment;
        assertTrue(hasComment || line.endsWith(":"), line);
      } else if (isGroup && line.matches(" {2}[A-Za-z]+:.*")) {
        assertTrue(hasComment, line);
      }
    }
  }

  @Test
  void everyValueIsUsedAndEveryUsedValueExists() throws IOException {
    JsonNode values = values();
    Set<String> used = found(USED, templates());
    for (String each : used) {
      assertFalse(values.at("/" + each.replace('.', '/')).isMissingNode(), each);
    }
    values
        .properties()
        .forEach(
            each -> {
              boolean isGroup =
                  used.stream().anyMatch(name -> name.startsWith(each.getKey() + "."));
              if (isGroup) {
                each.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        name -> assertTrue(used.contains(each.getKey() + "." + name), name));
              } else {
                assertTrue(used.contains(each.getKey()), each.getKey());
              }
            });
  }

  @Test
  void everyComponentHasAValue() throws IOException {
    JsonNode values = values();
    List<String> components;
    try (Stream<Path> folders = Files.list(DEPLOY.resolve("kustomize/components"))) {
      components =
          folders
              .map(each -> each.getFileName().toString())
              .collect(Collectors.toCollection(ArrayList::new));
    }
    // The value "state" grants the permissions of all shards if they are enabled.
    assertTrue(components.remove(ManifestsTest.SHARDED_STATE));
    for (String each : components) {
      assertTrue(values.path(valueOf(each)).path("enabled").isBoolean(), each);
    }
  }

  @Test
  void theArgumentsAreThoseOfTheKustomizations() throws IOException {
    Set<String> arguments = found(ARGUMENT, text(DEPLOY.resolve("kustomize")));
    arguments.remove("-v=2");
    assertEquals(2, values().path("verbosity").asInt());
    Set<String> rendered = found(ARGUMENT, templates());
    rendered.remove("-v");
    assertTrue(rendered.remove("--shards"));
    rendered.add("--shards=" + values().at("/shards/count").asInt());
    assertTrue(rendered.remove("--prometheus-url"));
    rendered.add("--prometheus-url=" + values().at("/prometheus/url").asText());
    assertTrue(rendered.remove("--history"), "set unless it is the default");
    assertTrue(rendered.remove("--plugin-dir"), "for plug-ins in the image");
    assertEquals(arguments, rendered);
  }

  @Test
  void everyFlagIsDocumented() throws IOException {
    Set<String> known = found(KNOWN_FLAG, Files.readString(ROOT.resolve("docs/flags.md")));
    Set<String> given = new TreeSet<>();
    found(ARGUMENT, templates()).forEach(each -> given.add(each.replaceFirst("=.*", "")));
    values()
        .path("sizes")
        .forEach(
            size -> size.path("flags").fieldNames().forEachRemaining(n -> given.add("--" + n)));
    given.remove("-v");
    assertTrue(given.size() > 8, given::toString);
    given.removeAll(known);
    assertEquals(Set.of(), given);
  }

  /** A flag that the chart sets cannot be set a second time. */
  @Test
  void theSchemaReservesTheFlagsOfTheTemplates() throws IOException {
    Set<String> reserved = new TreeSet<>();
    new YAMLMapper()
        .readTree(CHART.resolve("values.schema.json").toFile())
        .at("/definitions/flags/propertyNames/not/enum")
        .forEach(each -> reserved.add(each.asText()));
    Set<String> given = new TreeSet<>();
    found(ARGUMENT, templates())
        .forEach(each -> given.add(each.replaceFirst("^-+", "").replaceFirst("=.*", "")));
    assertEquals(given, reserved);
  }

  @Test
  void theVersionIsThatOfTheProject() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    String version =
        pom.substring(
            pom.indexOf("<revision>") + "<revision>".length(), pom.indexOf("</revision>"));
    JsonNode chart = yaml(CHART.resolve("Chart.yaml"));
    assertEquals(version, chart.path("version").asText());
    assertEquals(version, chart.path("appVersion").asText());
  }

  @Test
  void theAlertsAreThoseOfTheMonitoringFolder() throws IOException {
    assertEquals(
        Files.readString(DEPLOY.resolve("monitoring/alerts.yaml")),
        Files.readString(CHART.resolve("files/alerts.yaml")),
        "run build/alerts");
  }

  @Test
  void theDefaultSizeIsThatOfTheBase() throws IOException {
    JsonNode values = values();
    JsonNode deployment = yaml(DEPLOY.resolve("kustomize/base/deployment.yaml"));
    JsonNode size = values.path("sizes").path(values.path("size").asText());
    assertEquals(
        deployment.at("/spec/template/spec/containers/0/resources"), size.path("resources"));
    assertEquals(deployment.at("/spec/replicas"), values.path("replicas"));
    assertTrue(size.path("flags").isEmpty());
  }
}
