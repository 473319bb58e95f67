package dev.hpa.cli.keda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.core.options.OptionsReader;
import java.util.Map;
import java.util.TreeMap;

/** The annotations of the autoscaler: those of the ScaledObject, and options. */
final class OptionAnnotations {

  private static final String APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private final ConversionFindings findings;
  private final Map<String, String> all = new TreeMap<>();

  OptionAnnotations(ConversionFindings findings) {
    this.findings = findings;
  }

  /** Copies the annotations of the ScaledObject as KEDA does, without those that are for KEDA. */
  void copy(JsonNode annotations) {
    annotations
        .properties()
        .forEach(
            each -> {
              if (!each.getKey().equals(APPLIED) && !PauseAnnotations.isOfKeda(each.getKey())) {
                all.put(each.getKey(), each.getValue().asText());
              }
            });
  }

  /**
   * Sets an option.
   *
   * @param field the field that it comes from
   */
  void set(OptionName name, String value, String field) {
    String given = all.put(name.annotation(), value);
    if (given != null && !given.equals(value)) {
      findings.problem(
          field,
          "is \"%s\" as option %s, which the annotation sets to \"%s\"; remove one of them"
              .formatted(value, name, given));
    }
  }

  void set(OptionKey key, String value, String field) {
    set(new OptionName(key), value, field);
  }

  /** All annotations, by name; reports invalid options. */
  Map<String, String> checked() {
    OptionsReader.UNRESTRICTED
        .read(all, Map.of())
        .problems()
        .forEach(problem -> findings.problem("metadata.annotations", problem));
    return all;
  }
}
