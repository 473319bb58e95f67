package dev.hpa.cli.manifests;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options of the autoscalers in manifests: their own, and those of their namespaces. */
public final class ManifestOptions {

  private final OptionsReader reader;
  private final Map<String, Manifest> namespaces = new HashMap<>();

  /**
   * The options of autoscalers in documents that belong together.
   *
   * @param manifests objects of any kind; of several namespaces with one name, the last applies
   */
  public ManifestOptions(Collection<Manifest> manifests, OptionsReader reader) {
    this.reader = reader;
    for (Manifest manifest : manifests) {
      if (manifest.isNamespace()) {
        namespaces.put(manifest.key().name(), manifest);
      }
    }
  }

  /** The manifest of the namespace that an object is in; null if there is none. */
  public @Nullable Manifest namespaceOf(Manifest manifest) {
    return namespaces.get(manifest.key().namespace());
  }

  /**
   * The options of an autoscaler, applied to its spec if that can be read.
   *
   * @param scaleToZero feature gate HPAScaleToZero
   */
  public Options of(Manifest manifest, boolean scaleToZero) {
    Manifest namespace = namespaceOf(manifest);
    Map<String, String> inherited = namespace == null ? Map.of() : namespace.annotations();
    HorizontalPodAutoscaler autoscaler = manifest.autoscaler();
    return autoscaler == null
        ? reader.read(manifest.annotations(), inherited)
        : reader.read(autoscaler, inherited).appliedTo(autoscaler.spec(), scaleToZero);
  }
}
