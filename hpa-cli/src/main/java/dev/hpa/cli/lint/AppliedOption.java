package dev.hpa.cli.lint;

import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.ManifestOptions;
import dev.hpa.core.options.OptionValue;
import java.util.List;

/**
 * An option that applies to an autoscaler.
 *
 * @param setOn the object with the annotation: the autoscaler, or its namespace
 */
record AppliedOption(String key, String value, Manifest setOn) {

  /** The options of an autoscaler, or of a ScaledObject of KEDA; none of other objects. */
  static List<AppliedOption> of(Manifest manifest, ManifestOptions options, boolean scaleToZero) {
    if (manifest.autoscaler() == null && !manifest.isScaledObject()) {
      return List.of();
    }
    Manifest namespace = options.namespaceOf(manifest);
    return options.of(manifest, scaleToZero).values().stream()
        .map(
            each ->
                new AppliedOption(
                    each.name().toString(),
                    each.value(),
                    namespace != null && each.origin() == OptionValue.Origin.NAMESPACE
                        ? namespace
                        : manifest))
        .toList();
  }
}
