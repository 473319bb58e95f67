package dev.hpa.cli.options;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.NamespacedName;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.ManifestOptions;
import dev.hpa.cli.output.TextTable;
import dev.hpa.controller.log.SafeText;
import dev.hpa.core.options.OptionValue;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options that apply to the autoscalers of manifests.
 *
 * @param autoscalers in the order of the manifests
 * @param problems documents that cannot be read, one line each
 */
record AppliedOptions(List<Applied> autoscalers, List<String> problems) {

  /**
   * The options of one autoscaler.
   *
   * @param namespace the manifest of its namespace; null if there is none
   * @param ignored one message for each option that the controller ignores
   */
  record Applied(
      Manifest manifest, @Nullable Manifest namespace, Options options, List<String> ignored) {

    private String name() {
      return new NamespacedName(manifest.key().namespace(), manifest.key().name()).toString();
    }

    /** The place where an option is set. */
    private String place(OptionValue.Origin origin) {
      return switch (origin) {
        case FLAG -> "--default-option";
        case NAMESPACE -> namespace == null ? "" : namespace.place().toString();
        case AUTOSCALER -> manifest.place().toString();
      };
    }

    private String kind(OptionValue.Origin origin) {
      return switch (origin) {
        case FLAG -> "flag";
        case NAMESPACE -> "Namespace";
        case AUTOSCALER -> manifest.key().kind();
      };
    }
  }

  static AppliedOptions of(OptionManifests manifests, OptionsReader reader, Instant now) {
    ManifestOptions all = new ManifestOptions(manifests.namespaces(), reader);
    List<Applied> list = new ArrayList<>();
    for (Manifest manifest : manifests.autoscalers()) {
      Options options = all.of(manifest, true);
      list.add(new Applied(manifest, all.namespaceOf(manifest), options, options.problemsAt(now)));
    }
    return new AppliedOptions(List.copyOf(list), manifests.problems());
  }

  boolean hasProblems() {
    return !problems.isEmpty() || autoscalers.stream().anyMatch(each -> !each.ignored().isEmpty());
  }

  void print(PrintWriter out) {
    TextTable table = new TextTable("AUTOSCALER", "OPTION", "VALUE", "SET ON", "PLACE");
    for (Applied each : autoscalers) {
      for (OptionValue value : each.options().values()) {
        table.row(
            each.name(),
            value.name().toString(),
            value.value(),
            each.kind(value.origin()),
            each.place(value.origin()));
      }
      if (each.options().values().isEmpty()) {
        table.row(each.name(), "-", "-", "-", each.manifest().place().toString());
      }
    }
    table.print(out);
    List<String> lines = new ArrayList<>();
    for (Applied each : autoscalers) {
      each.ignored()
          .forEach(
              message -> lines.add(each.name() + " (" + each.manifest().place() + "): " + message));
    }
    lines.addAll(problems);
    if (!lines.isEmpty()) {
      out.println();
      lines.forEach(line -> out.println(SafeText.line(line)));
    }
  }

  /** Documents that cannot be read are objects with a field {@code error}. */
  ArrayNode json() {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (Applied each : autoscalers) {
      ObjectNode node =
          list.addObject()
              .put("namespace", each.manifest().key().namespace())
              .put("name", each.manifest().key().name())
              .put("place", each.manifest().place().toString());
      ArrayNode options = node.putArray("options");
      for (OptionValue value : each.options().values()) {
        options
            .addObject()
            .put("key", value.name().toString())
            .put("value", value.value())
            .put("setOn", each.kind(value.origin()))
            .put("place", each.place(value.origin()));
      }
      ArrayNode ignored = node.putArray("problems");
      each.ignored().forEach(ignored::add);
    }
    problems.forEach(each -> list.addObject().put("error", each));
    return list;
  }
}
