package dev.hpa.cli.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.SafeText;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.keda.Conversion;
import dev.hpa.cli.keda.ConversionFinding;
import dev.hpa.cli.keda.MetricRule;
import dev.hpa.cli.keda.PrometheusServer;
import dev.hpa.cli.keda.ScaledObject;
import dev.hpa.cli.manifests.CreationCheck;
import dev.hpa.cli.manifests.Document;
import dev.hpa.cli.manifests.DocumentHeader;
import dev.hpa.cli.manifests.DocumentWriter;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.ManifestException;
import dev.hpa.cli.manifests.ManifestFiles;
import dev.hpa.cli.manifests.SourceLocation;
import dev.hpa.cli.output.OutputFormat;
import dev.hpa.cli.output.TextTable;
import dev.hpa.cli.output.YamlText;
import dev.hpa.core.options.OptionKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of {@code convert} for ScaledObjects of KEDA. Nothing is written unless all of them can
 * be converted, or those that cannot are skipped.
 */
final class ScaledObjectRun {

  private static final String ANY_NAMESPACE = "default";

  private final PrintWriter out;
  private final PrintWriter err;
  private final KubernetesVersion release;
  private final boolean skipOthers;
  private final boolean skipUnsupported;
  private final RulesOptions rulesFile;
  private @Nullable OutputFormat format;
  private final List<Consumer<DocumentWriter>> documents = new ArrayList<>();
  private final List<MetricRule> rules = new ArrayList<>();

  /** The places of names of metrics and of autoscalers. */
  private final Map<String, String> names = new HashMap<>();

  private @Nullable PrometheusServer server;
  private final List<List<String>> skipped = new ArrayList<>();

  /** The problems of the ScaledObject that is skipped for them; null outside of one. */
  private @Nullable List<String> problems;

  private int converted;
  private boolean hasOptions;
  private ConvertRun.Verdict verdict = ConvertRun.Verdict.DONE;

  /**
   * Creates a run.
   *
   * @param release the Kubernetes version that the autoscalers are for
   * @param skipOthers whether objects of other kinds are omitted; otherwise they are copied
   * @param skipUnsupported whether the others are written if some cannot be converted
   * @param format null for NDJSON if the first document is from NDJSON, else YAML
   */
  ScaledObjectRun(
      PrintWriter out,
      PrintWriter err,
      KubernetesVersion release,
      boolean skipOthers,
      boolean skipUnsupported,
      RulesOptions rulesFile,
      @Nullable OutputFormat format) {
    this.out = out;
    this.err = err;
    this.release = release;
    this.skipOthers = skipOthers;
    this.skipUnsupported = skipUnsupported;
    this.rulesFile = rulesFile;
    this.format = format;
  }

  /**
   * Converts the ScaledObjects in the given files.
   *
   * @throws UsageException if there is none, or the rules cannot be written
   */
  ConvertRun.Verdict over(List<String> files) throws IOException {
    ManifestFiles.visit(
        files,
        new ManifestFiles.Visitor() {
          @Override
          public void document(Document document) {
            add(document);
          }

          @Override
          public void comment(String text) {
            if (text.contains("#") && (format == null || format == OutputFormat.YAML)) {
              format = OutputFormat.YAML;
              documents.add(writer -> writer.copy(text));
            }
          }

          @Override
          public void malformed(SourceLocation place, String why) {
            refuse(place + ": " + why);
          }

          @Override
          public void unusable(String file, String why) {
            verdict = ConvertRun.Verdict.UNUSABLE;
            print(file + ": " + why);
          }
        });
    if (verdict != ConvertRun.Verdict.DONE && !skipUnsupported) {
      print(
          "nothing is written, since not all ScaledObjects can be converted;"
              + " --skip-unsupported writes the others");
      return verdict;
    }
    if (converted == 0) {
      throw new UsageException(
          "--to: not given, and the input has no ScaledObject; add --to VERSION to convert"
              + " HorizontalPodAutoscalers");
    }
    write();
    if (!skipped.isEmpty()) {
      TextTable table = new TextTable("SKIPPED", "PROBLEM");
      skipped.forEach(table::row);
      table.print(err);
      err.flush();
    }
    return verdict;
  }

  private void write() {
    Path file = rulesFile.file();
    if (file != null && !rules.isEmpty()) {
      RulesOptions.write(file, YamlText.of(MetricRule.file(rules, rulesFile.series())));
      reportServer(file);
    }
    if (hasOptions) {
      print(
          "note: kube-controller-manager ignores the options, which are annotations under "
              + OptionKey.PREFIX);
    }
    DocumentWriter writer = new DocumentWriter(out, format == null ? OutputFormat.YAML : format);
    documents.forEach(each -> each.accept(writer));
    out.flush();
  }

  private void reportServer(Path file) {
    print(
        "note: start the controller with %s --prometheus-rules %s"
            .formatted(server == null ? "--prometheus-url URL" : server.flags(), file));
    print(
        "note: %s: the queries are KEDA's and read all namespaces, and HPAs of every namespace can"
                .formatted(file)
            + " use these metrics");
  }

  private void add(Document document) {
    if (format == null) {
      format = document.place().ofLines() ? OutputFormat.NDJSON : OutputFormat.YAML;
    }
    try {
      JsonNode replaced = replaced(document);
      if (replaced != null && !replaced.isMissingNode()) {
        documents.add(writer -> writer.write(replaced));
      } else if (replaced == null && !skipOthers) {
        documents.add(writer -> writer.copy(document));
      }
    } catch (ManifestException failure) {
      refuse(document.place() + ": " + failure.text());
    }
  }

  /**
   * The document after its conversion; null if it contains no ScaledObject, missing if it is
   * skipped.
   */
  private @Nullable JsonNode replaced(Document document) throws ManifestException {
    DocumentHeader head = DocumentHeader.of(document.json());
    head.requireKnownKind();
    if (head.kind().isEmpty()) {
      throw new ManifestException("kind", "is missing; set a kind, such as " + ScaledObject.KIND);
    }
    if (head.kind().equals(ScaledObject.KIND)) {
      return autoscalerOrSkipped(head, document);
    }
    return head.isList() ? list(head, document) : null;
  }

  private @Nullable JsonNode list(DocumentHeader head, Document document) throws ManifestException {
    ArrayNode items = Json.mapper().createArrayNode();
    boolean isReplaced = false;
    for (int i = 0; i < head.itemsOrEmpty().size(); i++) {
      Document item = document.item(i, head.itemsOrEmpty().get(i));
      JsonNode replaced;
      try {
        replaced = replaced(item);
      } catch (ManifestException failure) {
        throw failure.within("items[" + i + "]");
      }
      isReplaced |= replaced != null;
      if (replaced == null ? !skipOthers : !replaced.isMissingNode()) {
        items.add(replaced == null ? Json.tree(item.json()) : replaced);
      }
    }
    if (!isReplaced) {
      return null;
    }
    ObjectNode list = Json.tree(document.json()).deepCopy();
    list.set("items", items);
    return list;
  }

  private JsonNode autoscalerOrSkipped(DocumentHeader head, Document document)
      throws ManifestException {
    if (!skipUnsupported) {
      return autoscaler(head, document);
    }
    List<String> found = new ArrayList<>();
    int rulesBefore = rules.size();
    problems = found;
    JsonNode made = MissingNode.getInstance();
    try {
      made = autoscaler(head, document);
    } catch (ManifestException failure) {
      refuse(document.place() + ": " + failure.text());
    }
    problems = null;
    if (found.isEmpty()) {
      return made;
    }
    rules.subList(rulesBefore, rules.size()).clear();
    JsonNode metadata = Json.tree(document.json()).path("metadata");
    String name =
        metadata.path("namespace").asText(ANY_NAMESPACE) + "/" + metadata.path("name").asText();
    found.forEach(problem -> skipped.add(List.of(name, problem)));
    return MissingNode.getInstance();
  }

  private JsonNode autoscaler(DocumentHeader head, Document document) throws ManifestException {
    if (!head.apiVersion().equals(ScaledObject.API_VERSION)) {
      throw new ManifestException(
          "apiVersion",
          "\"%s\" is not supported; use %s, whose scaleTargetRef has name in place of deploymentName"
              .formatted(head.apiVersion(), ScaledObject.API_VERSION));
    }
    Conversion conversion;
    try {
      conversion = ScaledObject.convert(Json.tree(document.json()));
    } catch (JsonFormatException failure) {
      throw ManifestException.of(failure);
    }
    converted++;
    hasOptions |=
        conversion
            .autoscaler()
            .at("/metadata/annotations")
            .propertyStream()
            .anyMatch(each -> each.getKey().startsWith(OptionKey.PREFIX));
    conversion.findings().stream()
        .sorted(Comparator.comparingInt(each -> document.lines().of(each.field())))
        .forEach(each -> report(document, each));
    if (conversion.findings().stream().noneMatch(ConversionFinding::isProblem)) {
      check(document, conversion);
    }
    return conversion.autoscaler();
  }

  private void report(Document document, ConversionFinding finding) {
    String place = place(document, finding.field());
    if (finding.isProblem()) {
      refuse(place + ": " + finding.field() + ": " + finding.text());
    } else {
      print(place + ": note: " + finding.field() + ": " + finding.text());
    }
  }

  private static String place(Document document, String field) {
    return document.place().file() + ":" + document.lines().of(field);
  }

  private void check(Document document, Conversion conversion) {
    ObjectNode autoscaler = conversion.autoscaler();
    Document made = new Document(document.place(), Json.text(autoscaler), document.lines(), "");
    Manifest manifest =
        Manifest.allOf(made, new CreationCheck(release, release.gates(), ANY_NAMESPACE)).getFirst();
    manifest
        .errors()
        .forEach(
            error ->
                refuse(place(document, "spec") + ": the HPA would be invalid: " + error.text()));
    requireUnique(
        document,
        "metadata.name",
        "HorizontalPodAutoscaler " + manifest.key().namespace() + "/" + manifest.key().name());
    for (MetricRule rule : conversion.rules()) {
      requireUnique(document, rule.field(), "metric " + rule.metric());
      requireServer(document, rule);
      rules.add(rule);
    }
  }

  private void requireUnique(Document document, String field, String name) {
    String place = place(document, field);
    String other = names.putIfAbsent(name, place);
    if (other != null) {
      refuse("%s: %s: %s is also made of %s; rename one".formatted(place, field, name, other));
    }
  }

  private void requireServer(Document document, MetricRule rule) {
    String place = place(document, rule.field()) + ": " + rule.field() + ": ";
    if (rulesFile.file() == null) {
      refuse(place + "needs a rule for the metric; name the file of the rules with --rules FILE");
    }
    if (server == null) {
      server = rule.server();
    } else if (rule.server() != null && !rule.server().equals(server)) {
      refuse(
          place
              + "its server is %s, that of others is %s; convert the ScaledObjects of each server apart,"
                  .formatted(rule.server().flags(), server.flags())
              + " since a file of rules is for one server");
    }
  }

  private void refuse(String message) {
    if (verdict == ConvertRun.Verdict.DONE) {
      verdict = ConvertRun.Verdict.INCOMPLETE;
    }
    if (problems == null) {
      print(message);
    } else {
      problems.add(message);
    }
  }

  private void print(String message) {
    err.println(SafeText.line("hpa: " + message));
    err.flush();
  }
}
